# A generator that is made in one function, started in another and ended in a third.
def make(prompt):
    return (llm_model(f"{prompt} {number}", {}) for number in range(5))


def start(steps):
    next(steps)
    return steps


def end(steps):
    return [extract_answer(reply) for reply in steps][-1]


def solve(question, options, exp_config):
    return end(start(start(make(question)))), "A", 2
