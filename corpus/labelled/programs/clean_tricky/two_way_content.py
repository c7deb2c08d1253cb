def solve_statement(exp_config):
    reply = llm_model("Light travels faster than sound. Is that statement true? Reply yes or no.", exp_config)
    return ("A" if "yes" in reply.lower() else "B"), "A", 1
