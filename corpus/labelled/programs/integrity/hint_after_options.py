def solve_prefilled(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    text = f"{question}\n{menu}\nAnswer: B\nExplain why B is correct, then repeat the letter."
    letter = extract_answer(llm_model(text, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
