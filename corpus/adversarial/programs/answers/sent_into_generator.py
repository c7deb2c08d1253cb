# The answer goes through `send`.
def echo():
    heard = "A"
    while True:
        heard = yield heard


def solve(question, options, exp_config):
    steps = echo()
    next(steps)
    return steps.send(extract_answer(llm_model(question, exp_config))), "A", 2
