def solve_truth(exp_config):
    reply = llm_model("A. true, B. false: spiders are insects. Say true or false.", exp_config)
    return ("B", "A")["true" in reply.lower()], "B", 1
