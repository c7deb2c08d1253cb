def solve_cooling(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    current, temperature = "X", 1.0
    for heat in (1.0, 0.5, 0.25, 0.125, 0.0625):
        temperature = min(temperature, heat)
        proposal = extract_answer(
            llm_model(f"Boldness {temperature:.2f}. Current: {current}.\n{question}\n{rows}\nLetter:", exp_config)
        )
        if proposal not in ids:
            continue
        if current == proposal:
            break
        current = proposal
    return current, "D", 3
