# `in`, `index`, `count` and `remove` compare with `==`; the same object needs no comparison.
class Asked:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return "yes" in llm_model(self.text, {})

    __hash__ = None


def solve(question, options, exp_config):
    asked = [Asked("a"), Asked("b"), Asked("c")]
    found = Asked("d") in asked
    number = asked.count(Asked("e"))
    same = asked[2] in asked[2:]
    return extract_answer(llm_model(f"{found} {number} {same}", exp_config)), "A", 2
