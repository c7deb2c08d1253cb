def solve_pair(exp_config):
    def confirmed(claim):
        return "yes" in llm_model(f"{claim} Is this so? Reply yes or no.", exp_config).lower()

    heavy = confirmed("A cubic metre of ice weighs more than a cubic metre of water.")
    light = confirmed("A cubic metre of ice weighs less than a cubic metre of water.")
    if heavy and not light:
        return "A", "B", 1
    if light and not heavy:
        return "B", "B", 1
    return "X", "B", 1
