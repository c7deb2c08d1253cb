# `__format__` is called by f-strings, `format` and `str.format`; `!s` and `!r` call others.
class Asked:
    def __format__(self, spec):
        return llm_model(spec, {})

    def __str__(self):
        return llm_model("str", {}) + llm_model("str", {})

    def __repr__(self):
        return llm_model("repr", {})


def solve(question, options, exp_config):
    asked = Asked()
    text = f"{asked} {asked:>3} {asked!s} {asked!r:>9}" + "{0:x}".format(asked) + format(asked, "y")
    return extract_answer(text), "A", 2
