def solve(question, options, exp_config):
    if len(options) > 4:
        print(sorted([3, 1], cmp=max))
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
