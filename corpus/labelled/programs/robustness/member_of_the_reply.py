def solve(question, options, exp_config):
    reply = llm_model(f"{question}\n{options}", exp_config)
    if not reply:
        print(reply.content)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
