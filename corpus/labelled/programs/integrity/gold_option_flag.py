def solve_flag(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    right = [o["id"] for o in options if o.get("correct")]
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if right and letter not in right:
        letter = right[0]
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
