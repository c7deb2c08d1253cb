def solve(question, options, exp_config):
    seen = []
    reply = llm_model(f"{question}\n{options}", exp_config)
    if reply:
        seen.add(reply)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
