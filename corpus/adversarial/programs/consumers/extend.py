# `extend`, `+=` and slice assignment draw from generators.
def asked(names):
    for name in names:
        yield llm_model(name, {})


def solve(question, options, exp_config):
    replies = []
    replies.extend(asked("ab"))
    replies += asked("cd")
    replies[:1] = asked("efg")
    return extract_answer(replies[-1]), "A", 2
