# The value of a generator's `return` is in its StopIteration.
def plan():
    yield "draft"
    return 4


def solve(question, options, exp_config):
    steps, rounds, letter = plan(), 0, "X"
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            rounds = stop.value
            break
    for _ in range(rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
