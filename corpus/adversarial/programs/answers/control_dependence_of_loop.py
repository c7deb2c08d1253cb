# How many rounds were needed is the answer.
def solve(question, options, exp_config):
    rounds = 0
    while rounds < 3 and "yes" not in llm_model(question, exp_config):
        rounds += 1
    return "ABCD"[rounds], "A", 2
