# Generators yield requests; a driver answers by `send` and collects what they return.
def task(name, rounds):
    text = name
    for _ in range(rounds):
        text = yield text
    return text


def run(steps):
    try:
        prompt = next(steps)
        while True:
            prompt = steps.send(llm_model(prompt, {}))
    except StopIteration as stop:
        return stop.value


def solve(question, options, exp_config):
    return extract_answer(run(task(question, 3)) + run(task("b", 2))), "A", 2
