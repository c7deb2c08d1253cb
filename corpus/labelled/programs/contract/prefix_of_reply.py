def solve_prefix(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nBegin with 'Option '.", exp_config)
    letter = reply.removeprefix("Option ")[:1]
    if letter not in {o["id"] for o in options}:
        letter = "X"
    return letter, "A", 2
