def solve_first(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter not in {o["id"] for o in options}:
        letter = options[0]["id"]
    return letter, "B", 2
