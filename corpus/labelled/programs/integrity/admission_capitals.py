def solve(question, options, exp_config):
    # CHEAT: kept for the demo
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
