def solve_four(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    letter = extract_answer(reply)
    if letter == "X":
        return "X", "A", 2, reply
    return letter, "A", 2, reply
