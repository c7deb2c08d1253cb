def ask(prompt, config):
    return llm_model(prompt, config)


def solve_header(question, options, exp_config):
