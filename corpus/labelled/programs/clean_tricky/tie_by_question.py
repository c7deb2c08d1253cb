def solve_tie(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}

    def pick(instruction):
        letter = extract_answer(llm_model(f"{question}\n{rows}\n{instruction}", exp_config))
        return letter if letter in ids else None

    one, two = pick("Letter:"), pick("Think first. Letter:")
    if one == two and one is not None:
        return one, "A", 3
    three = pick(f"Others said {one} and {two}. Decide with a letter.")
    return three or "X", "A", 3
