def solve_assert(question, options, exp_config):
    ids = [o["id"] for o in options]
    assert len(ids) == len(set(ids)), "an option letter twice"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in ids else "X", "D", 2
