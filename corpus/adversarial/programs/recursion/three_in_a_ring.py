# A ring of three functions; one of them shortens the list.
def draft(steps):
    return check(steps) if steps else llm_model("end", {})


def check(steps):
    return llm_model(steps[0], {}) + final(steps)


def final(steps):
    return draft(steps[1:])


def solve(question, options, exp_config):
    return extract_answer(draft([option["text"] for option in options])), "A", 2
