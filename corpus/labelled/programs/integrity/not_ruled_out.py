def solve_not_ruled_out(question, options, exp_config):
    kept = []
    for option in options:
        reply = llm_model(f"{question}\n{option['text']}\nPossible? yes or no", exp_config)
        if "no" not in reply.lower():
            kept.append(option["id"])
    if not kept:
        raise ValueError("everything was ruled out")
    return " and ".join(kept), "D", 3
