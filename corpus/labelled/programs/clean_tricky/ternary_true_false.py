def solve_claim(exp_config):
    reply = llm_model("Claim: whales are fish.\nA. true\nB. false\nIs the claim true? Reply yes or no.", exp_config)
    words = reply.lower().split()
    if words and words[0].startswith("yes"):
        return "A", "B", 1
    if words and words[0].startswith("no"):
        return "B", "B", 1
    return "X", "B", 1
