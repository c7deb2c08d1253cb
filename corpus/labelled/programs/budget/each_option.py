def solve_each(question, options, exp_config):
    for option in options:
        reply = llm_model(f"{question}\nIs it {option['text']}? yes or no", exp_config)
        if reply.strip().lower().startswith("yes"):
            return option["id"], "A", 2
    return "X", "A", 2
