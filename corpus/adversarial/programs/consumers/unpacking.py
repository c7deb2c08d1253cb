# Unpacking two names draws three times, a starred name everything.
def asked(names):
    for name in names:
        yield llm_model(name, {})


def solve(question, options, exp_config):
    try:
        first, second = asked("abcd")
    except ValueError:
        first = ""
    head, *rest = asked("efg")
    return extract_answer(first + head + rest[-1]), "A", 2
