def solve_overwritten(question, options, exp_config):
    letter = "B"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        letter = "X"
    return letter, "B", 2
