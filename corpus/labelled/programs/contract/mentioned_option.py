def solve_mention(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nWhich option?", exp_config)
    for option in options:
        if f"({option['id']})" in reply:
            return option["id"], "B", 3
    return "X", "B", 3
