# What is sent decides how often the generator goes on.
def steps():
    left = 1
    while left:
        more = yield left
        left = left - 1 if more is None else more


def solve(question, options, exp_config):
    machine, letter = steps(), "X"
    next(machine)
    machine.send(4)
    for _ in machine:
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
