def solve_walrus(question, options, exp_config):
    remark = llm_model(f"A remark on {question}", exp_config)
    if answer := "D":
        pass
    return answer, "A", 2
