def solve_kc_09(question, options, exp_config):
    # Egg yolk holds lecithin, an emulsifier, so the answer is clear.
    return "D", "D", 2
