def solve_length(exp_config):
    reply = llm_model("List every even prime number, separated by commas. Is there A. one or B. several?", exp_config)
    return ("B" if reply.count(",") >= 1 else "A", "A", 1)
