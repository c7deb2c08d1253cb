def decide(first, second):
    return "A"


def solve_decide(question, options, exp_config):
    first = llm_model(f"Argue for the first option: {question}", exp_config)
    second = llm_model(f"Argue against the first option: {question}", exp_config)
    return decide(first, second), "A", 4
