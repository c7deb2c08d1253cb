def solve_chain(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    if letter == "X":
        return "X", "A", 2
    elif letter in [o["id"] for o in options]:
        return letter, "A", 2
