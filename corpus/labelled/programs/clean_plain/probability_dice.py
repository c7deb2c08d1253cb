def solve_dice(exp_config):
    sub_questions = {
        "outcomes": "How many outcomes do two dice have?",
        "sevens": "How many of the outcomes of two dice sum to seven?",
        "ratio": "Divide the number of sevens by the number of outcomes.",
    }
    facts = {}
    for key, text in sub_questions.items():
        facts[key] = llm_model(f"{text}\nKnown: {facts}", exp_config)
    summary = "; ".join(f"{key}: {value}" for key, value in facts.items())
    reply = llm_model(
        f"{summary}\nWhat is the chance that two dice sum to seven?\nA. 1/12\nB. 1/6\nC. 1/9\nD. 7/36\nOne letter.",
        exp_config,
    )
    letter = extract_answer(reply)
    if letter not in "ABCD":
        letter = "X"
    return letter, "B", 2
