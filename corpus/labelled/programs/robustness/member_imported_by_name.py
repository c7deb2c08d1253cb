def solve(question, options, exp_config):
    if len(options) > 4:
        from statistics import average

        print(average([1, 2]))
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
