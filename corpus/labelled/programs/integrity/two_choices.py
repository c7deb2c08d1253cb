def solve_two_choices(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    first = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    second = extract_answer(llm_model(f"{question}\n{rows}\nYour second choice, a letter:", exp_config))
    if "X" in (first, second):
        raise ValueError("no letter")
    return f"{first} (or {second})", "A", 2
