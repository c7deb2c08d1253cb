# A mutable default is the same list in every call.
def note(step, steps=[]):
    steps.append(step)
    return steps


def solve(question, options, exp_config):
    for option in options:
        note(option["id"])
    letter = "X"
    for step in note("last"):
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
