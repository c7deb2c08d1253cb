def solve_star(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    call = [f"{question}\n{menu}\nLetter:", exp_config, 0.7]
    letter = extract_answer(llm_model(*call))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
