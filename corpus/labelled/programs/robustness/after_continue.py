def solve_continues(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for attempt in range(3):
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter not in {o["id"] for o in options}:
            continue
            attempt += 1
        return letter, "C", 2
    return "X", "C", 2
