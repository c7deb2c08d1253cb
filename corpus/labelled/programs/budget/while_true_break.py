def solve_forever(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    draft = ""
    while True:
        draft = llm_model(f"{question}\n{rows}\nDraft: {draft}\nImprove it or say DONE and a letter.", exp_config)
        if "DONE" in draft:
            break
    letter = extract_answer(draft)
    if letter == "X":
        raise ValueError("no letter")
    return letter, "B", 4
