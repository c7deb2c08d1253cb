def solve_uneven(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter in ids:
        return letter, "C", 2
    letter = extract_answer(llm_model(f"Again.\n{question}\n{rows}\nLetter:", exp_config))
    if letter in ids:
        return letter, "C"
    return "X", "C", 2
