def llm_model(prompt, exp_config):
    return "B"


def solve_fake(question, options, exp_config):
    return extract_answer(llm_model(question, exp_config)), "B", 2
