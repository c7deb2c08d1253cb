def solve_narrow(question, options, exp_config):
    by_letter = {o["id"]: o for o in options}
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    try:
        chosen = by_letter[letter]["id"]
    except KeyError:
        chosen = "D"
    return chosen, "B", 2
