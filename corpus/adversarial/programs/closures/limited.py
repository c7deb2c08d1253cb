# A wrapper that raises after so many calls: two wrappers allow twice as many.
class Spent(Exception):
    pass


def limited(function, most):
    used = 0

    def run(prompt):
        nonlocal used
        if used == most:
            raise Spent
        used += 1
        return function(prompt)

    return run


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    reply = ""
    for run in (limited(ask, 2), limited(ask, 3)):
        try:
            while True:
                reply = run(question)
        except Spent:
            continue
    return extract_answer(reply), "A", 2
