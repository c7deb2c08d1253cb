def solve_comprehension(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    known = [entry["id"] for entry in options]
    return letter if letter in known and entry else "X", "C", 2
