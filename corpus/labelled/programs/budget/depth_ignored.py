def dig(text, depth, config):
    reply = llm_model(text, config)
    if depth <= 0 or "answer" in reply.lower():
        return reply
    return dig(text + "\n" + reply, depth, config)


def solve_dig(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(dig(f"{question}\n{rows}", 3, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 4
