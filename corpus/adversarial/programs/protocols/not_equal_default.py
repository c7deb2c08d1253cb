# `!=` without `__ne__` calls `__eq__`; the other operand is asked where the first gives NotImplemented.
class Shy:
    def __eq__(self, other):
        llm_model("shy", {})
        return NotImplemented

    __hash__ = None


def solve(question, options, exp_config):
    differs = Shy() != Shy()
    return extract_answer(llm_model(f"{differs} {question}", exp_config)), "A", 2
