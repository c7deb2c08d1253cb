def solve_zip(question, options, exp_config):
    llm_model(f"A remark on {question}", exp_config)
    (first, _), *_ = zip("CAB", (3, 1, 2))
    return first, "A", 2
