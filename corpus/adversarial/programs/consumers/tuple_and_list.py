# `tuple`, `list`, a display with a star, and a comprehension: each draws everything.
def asked(names):
    for name in names:
        yield llm_model(name, {})


def solve(question, options, exp_config):
    replies = [*tuple(asked("a")), *list(asked("b")), *asked("c"), *{*asked("d")}, *[reply for reply in asked("e")]]
    return extract_answer(replies[-1]), "A", 2
