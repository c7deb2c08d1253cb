# A partial of a method keeps the reply.
from functools import partial


def solve(question, options, exp_config):
    answers = ["A"]
    keep = partial(answers.insert, 0)
    keep(extract_answer(llm_model(question, exp_config)))
    return answers[0], "A", 2
