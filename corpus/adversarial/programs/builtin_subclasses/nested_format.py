# The specification of a format may itself be formatted, by an object that asks.
class Width:
    def __format__(self, spec):
        llm_model("width", {})
        return "9"


class Asked:
    def __format__(self, spec):
        return llm_model(spec, {})


def solve(question, options, exp_config):
    return extract_answer(f"{Asked():{Width()}} {Asked():>{Width()}}"), "A", 2
