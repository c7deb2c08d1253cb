def solve_deleted(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    del rows
    if letter not in {o["id"] for o in options}:
        print("none of", rows)
        return "X", "C", 3
    return letter, "C", 3
