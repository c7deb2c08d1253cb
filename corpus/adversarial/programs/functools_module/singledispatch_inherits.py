# A subclass goes to the function of its base.
import functools


class Step:
    pass


class Check(Step):
    pass


@functools.singledispatch
def run(step, prompt):
    return prompt


@run.register
def _(step: Step, prompt):
    return llm_model(llm_model(prompt, {}), {})


def solve(question, options, exp_config):
    text = question
    for step in (Check(), Step(), "none", True):
        text = run(step, text)
    return extract_answer(text), "A", 2
