# `yield from` has a value: what the inner generator returns.
def inner(rounds):
    for number in range(rounds):
        yield number
    return rounds + 1


def outer():
    more = yield from inner(1)
    yield from inner(more)


def solve(question, options, exp_config):
    letter = "X"
    for _ in outer():
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
