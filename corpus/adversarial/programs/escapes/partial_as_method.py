# A partial on the class is not bound; a function is.
from functools import partial


def ask(*arguments):
    return "".join(llm_model("x", {}) for _ in arguments)


class Panel:
    plain = ask
    fixed = partial(ask, 1, 2)
    static = staticmethod(ask)


def solve(question, options, exp_config):
    panel = Panel()
    return extract_answer(panel.plain(1) + panel.fixed(1) + panel.static(1)), "A", 2
