# A list that is popped on the way down.
def ask(steps):
    if not steps:
        return "X"
    step = steps.pop()
    reply = llm_model(step, {})
    return extract_answer(reply) if "yes" in reply else ask(steps)


def solve(question, options, exp_config):
    steps = [option["text"] for option in options]
    first = ask(steps[:])
    return ask(steps + [first]), "A", 2
