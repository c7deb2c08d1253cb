# `sum`, `min`, `max`, `sorted` draw everything.
def asked(names):
    for name in names:
        yield len(llm_model(name, {}))


def solve(question, options, exp_config):
    numbers = [sum(asked("ab")), sum(asked("c"), 5), min(asked("de")), *sorted(asked("fg"))]
    best = max((llm_model(name, exp_config) for name in "hij"), key=len, default="X")
    return extract_answer(f"{best} {numbers}"), "A", 2
