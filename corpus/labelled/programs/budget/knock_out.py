def solve_champion(question, options, exp_config):
    champion = options[0]
    for challenger in options[1:]:
        reply = llm_model(f"{question}\nold: {champion['text']}\nnew: {challenger['text']}\nold or new?", exp_config)
        if "new" in reply.lower():
            champion = challenger
    return champion["id"], "A", 3
