# A reply chooses one of four constants.
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    return "ABCD"[len(reply) % 4], "A", 2
