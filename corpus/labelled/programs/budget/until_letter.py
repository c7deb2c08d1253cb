def solve_until(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = "X"
    while letter not in ids:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter, "A", 3
