def solve_most_named(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nDiscuss.", exp_config)
    ids = [o["id"] for o in options]
    letter = max(ids, key=reply.count)
    return (letter if reply.count(letter) else "X"), "C", 2
