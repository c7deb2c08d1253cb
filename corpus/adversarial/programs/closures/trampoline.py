# Thunks that return thunks, run by a loop.
def solve(question, options, exp_config):
    def step(number):
        reply = llm_model(f"{number}: {question}", exp_config)
        if number == 0:
            return extract_answer(reply)
        return lambda: step(number - 1)

    value = step(4)
    while callable(value):
        value = value()
    return value, "A", 2
