# A dictionary calls `__hash__` for every look-up, and `__eq__` where hashes are equal.
class Key:
    def __init__(self, text):
        self.text = text

    def __hash__(self):
        llm_model("hash " + self.text, {})
        return 1

    def __eq__(self, other):
        return "yes" in llm_model(self.text, {})


def solve(question, options, exp_config):
    seen = {Key("a"): 1}
    seen[Key("b")] = 2
    if Key("c") in seen:
        del seen[Key("c")]
    return extract_answer(llm_model(f"{len(seen)} {question}", exp_config)), "A", 2
