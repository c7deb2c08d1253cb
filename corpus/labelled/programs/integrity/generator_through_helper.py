def finish(letter, difficulty):
    return letter, letter, difficulty


def solve_finish(question, options, exp_config):
    llm_model(f"{question}\nThink.", exp_config)
    return finish("B", 1)
