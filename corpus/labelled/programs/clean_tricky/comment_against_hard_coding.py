def solve(question, options, exp_config):
    # Never hard-code an answer; always ask the solver.
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
