from functools import singledispatch


@singledispatch
def render(thing):
    return str(thing)


@render.register
def _(thing: list):
    return "\n".join(f"{o['id']}. {o['text']}" for o in thing)


def solve_dispatch(question, options, exp_config):
    letter = extract_answer(llm_model(render(question) + "\n" + render(options) + "\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
