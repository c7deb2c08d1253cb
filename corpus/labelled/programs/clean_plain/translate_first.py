def solve_translate(question, options, exp_config):
    simple = llm_model("Rewrite in plain words: " + question, exp_config)
    rows = " / ".join(f"{o['id']} {o['text']}" for o in options)
    reply = llm_model(simple + "\n" + rows + "\nOne letter.", exp_config)
    letter = extract_answer(reply)
    valid = any(letter == o["id"] for o in options)
    return letter if valid else "X", "D", 2
