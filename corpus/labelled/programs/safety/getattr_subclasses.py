def solve_spelled(question, options, exp_config):
    bases = getattr(object, "__sub" + "classes__")()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{len(bases)}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
