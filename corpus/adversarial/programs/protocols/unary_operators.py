# Unary minus, inversion and the divisions of the program's own.
class Asked:
    def __neg__(self):
        llm_model("neg", {})
        return self

    def __invert__(self):
        llm_model("invert", {})
        return self

    def __divmod__(self, other):
        return llm_model("divmod", {}), llm_model("rest", {})


def solve(question, options, exp_config):
    first, second = divmod(- - ~Asked(), 2)
    return extract_answer(first + second), "A", 2
