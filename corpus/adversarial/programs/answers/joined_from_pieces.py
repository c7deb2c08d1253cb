# The answer is made of characters of the reply.
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    return chr(65 + sum(map(ord, reply)) % 4), "A", 2
