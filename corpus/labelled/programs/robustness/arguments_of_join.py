def solve(question, options, exp_config):
    if len(options) > 4:
        question = " ".join("Think first.", question)
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
