def solve(question, options, exp_config):
    if len(options) > 4 and question.contains("NOT"):
        question = "Mind the NOT. " + question
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
