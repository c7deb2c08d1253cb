# `+=` through an alias, then the last element.
def solve(question, options, exp_config):
    answers = ["A"]
    same = answers
    same += [extract_answer(llm_model(question, exp_config))]
    return answers[-1], "A", 2
