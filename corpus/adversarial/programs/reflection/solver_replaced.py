# The program replaces the helper by one that calls it twice.
asked = llm_model


def llm_model(prompt, exp_config):
    return asked(asked(prompt, exp_config), exp_config)


def solve(question, options, exp_config):
    return extract_answer(llm_model(question, exp_config)), "A", 2
