def solve(question, options, exp_config):
    notes = []
    reply = llm_model(f"{question}\n{options}", exp_config)
    if not reply:
        notes.append(reply, question)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
