def solve_hash(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = [extract_answer(llm_model(f"{n}\n{question}\n{rows}\nLetter:", exp_config)) for n in (1, 2)]
    letter = votes[hash(question) % 2]
    return letter if letter in {o["id"] for o in options} else "X", "E", 3
