def solve_arithmetic(exp_config):
    work = llm_model("Compute 17 * 3 step by step.", exp_config)
    value = 17 * 3
    position = value % 7
    return "ABCDEFG"[position], "C", 2
