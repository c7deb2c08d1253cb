def solve(question, options, exp_config):
    # With one reply the most common answer is that reply.
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
