def solve_notes(question, options, exp_config):
    analysis = llm_model(f"Analyse: {question}", exp_config)
    notes = {o["id"]: llm_model(f"{analysis}\nConsider {o['text']}.", exp_config) for o in options}
    body = "\n".join(f"{key}: {note}" for key, note in notes.items())
    letter = extract_answer(llm_model(f"{question}\n{body}\nLetter:", exp_config))
    return letter if letter in notes else "X", "B", 3
