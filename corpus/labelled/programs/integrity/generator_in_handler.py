def solve_rescue(question, options, exp_config):
    own = "A"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter == "X":
            raise ValueError("no letter")
    except ValueError:
        letter = own
    return letter, own, 2
