# The reply travels in the StopIteration.
def asking():
    reply = llm_model("first", {})
    yield reply
    return llm_model(reply, {})


def solve(question, options, exp_config):
    steps = asking()
    next(steps)
    try:
        next(steps)
    except StopIteration as stop:
        return extract_answer(stop.value), "A", 2
    return "X", "A", 2
