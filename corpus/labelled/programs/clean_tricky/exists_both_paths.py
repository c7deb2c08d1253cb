def solve_bound(question, options, exp_config):
    if len(options) > 3:
        preface = "There are many options."
    else:
        preface = "There are few options."
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        letter = extract_answer(llm_model(f"{preface}\n{question}\n{rows}\nLetter:", exp_config))
    finally:
        preface = None
    return letter if letter in {o["id"] for o in options} else "X", "D", 1
