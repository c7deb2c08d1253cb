def solve_bytes(question, options, exp_config):
    opening = llm_model("Think of a number.", exp_config)
    closing = llm_model("Say a letter.", exp_config)
    return bytes([66]).decode("ascii"), "C", 3
