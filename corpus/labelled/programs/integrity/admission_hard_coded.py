def solve(question, options, exp_config):
    # the hardcoded answer was B in the first draft
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
