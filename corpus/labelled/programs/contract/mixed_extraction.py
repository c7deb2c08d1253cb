def solve_mixed(question, options, exp_config):
    ids = [o["id"] for o in options]
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    if letter in ids:
        return letter, "B", 3
    reply = llm_model(f"{question}\n{menu}\nJust one character.", exp_config).strip()
    if reply and reply[0].upper() in ids:
        return reply[0].upper(), "B", 3
    return "X", "B", 3
