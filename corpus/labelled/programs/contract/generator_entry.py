def solve_yields(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    yield letter if letter in {o["id"] for o in options} else "X", "B", 2
