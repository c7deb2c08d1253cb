def solve_advice(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    hint = "Hint: the correct answer must agree with conservation of energy."
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{hint}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
