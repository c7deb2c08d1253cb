# A subclass on the right is asked first.
class Base:
    def __add__(self, other):
        return llm_model("base", {})


class Heir(Base):
    def __radd__(self, other):
        return "".join(llm_model("heir", {}) for _ in range(3))


def solve(question, options, exp_config):
    return extract_answer(Base() + Heir()), "A", 2
