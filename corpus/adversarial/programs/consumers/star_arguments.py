# `*generator` draws before the call, `print` and `zip` included.
def asked(names):
    for name in names:
        yield llm_model(name, {})


def pick(*replies, last=""):
    return replies[-1] + last


def solve(question, options, exp_config):
    print(*asked("ab"))
    pairs = list(zip(*asked(["c", "d"])))
    return extract_answer(pick(*asked("ef"), *asked("g")) + str(len(pairs))), "A", 2
