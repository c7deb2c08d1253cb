def solve_pairs(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    letter = letter if letter in {o["id"] for o in options} else "X"
    return [("answer", letter), ("difficulty", 3)]
