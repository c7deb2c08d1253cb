def solve_marker(question, options, exp_config):
    choices = "\n".join(f"<{o['id']}> {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{choices}\nThink. Then write FINAL: and a letter.", exp_config)
    head, marker, tail = reply.rpartition("FINAL:")
    letter = extract_answer(tail if marker else head or reply)
    valid = {o["id"]: True for o in options}
    return (letter if valid.get(letter) else "X"), "A", 2
