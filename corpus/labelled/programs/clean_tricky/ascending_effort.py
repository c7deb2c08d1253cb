def solve_effort(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    effort, thoughts = 1, []
    while effort <= 8:
        reply = llm_model(f"{question}\n{rows}\n{' '.join(thoughts)}\nIn {effort * 20} words, with a letter:", exp_config)
        letter = extract_answer(reply)
        if letter in ids and "sure" in reply.lower():
            return letter, "A", 2
        thoughts.append(reply)
        effort *= 2
    for thought in reversed(thoughts):
        if (letter := extract_answer(thought)) in ids:
            return letter, "A", 4
    return "X", "A", 5
