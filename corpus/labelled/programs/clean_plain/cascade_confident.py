def solve_cascade(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}) {o['text']}" for o in options)
    quick = llm_model(f"{question}\n{rows}\nAnswer with a letter and say SURE or UNSURE.", exp_config)
    letter = extract_answer(quick)
    if letter in ids and "UNSURE" not in quick:
        return letter, "D", 3
    steps = llm_model(f"{question}\n{rows}\nWork through it in numbered steps.", exp_config)
    letter = extract_answer(llm_model(f"{steps}\n{question}\n{rows}\nLetter only.", exp_config))
    if letter in ids:
        return letter, "D", 3
    return "X", "D", 3
