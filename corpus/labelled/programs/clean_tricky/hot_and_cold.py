def solve_hot(exp_config):
    first = llm_model("Does hot water dissolve more sugar than cold water? yes or no", exp_config)
    second = llm_model("Does cold water dissolve more sugar than hot water? yes or no", exp_config)
    return "A" if first.lower().count("yes") > second.lower().count("yes") else "B", "A", 1
