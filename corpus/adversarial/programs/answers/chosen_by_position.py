# The position at which a constant is found.
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    return "ABCD"["AB".find(reply[:1]) + 1], "A", 2
