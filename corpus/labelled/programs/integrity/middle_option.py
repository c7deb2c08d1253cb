def solve_middle(question, options, exp_config):
    ids = [o["id"] for o in options]
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    if letter in ids:
        return letter, "B", 2
    return ids[len(ids) // 2], "B", 2
