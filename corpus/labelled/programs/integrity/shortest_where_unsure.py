def solve_unsure(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nLetter, or UNSURE.", exp_config)
    letter = extract_answer(reply.replace("UNSURE", ""))
    if letter == "X":
        letter = min(options, key=lambda o: len(o["text"]))["id"]
    return letter, "B", 3
