def solve_min(question, options, exp_config):
    view = llm_model(f"{question}\nYour view?", exp_config)
    shortlist = {"D": "plausible", "B": "plausible"}
    return min(shortlist), "D", 3
