def solve_lower(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id'].lower()}. {o['text']}" for o in options)
    reply = llm_model(sheet + "\nletter:", exp_config)
    letter = extract_answer(reply.upper())
    accepted = {o["id"]: o["text"] for o in options}
    if accepted.get(letter) is None:
        letter = "X"
    return letter, "B", 1
