def solve_whole(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nOnly the letter.", exp_config).strip()
    if reply in {o["id"] for o in options}:
        return reply, "C", 2
    return "X", "C", 2
