# Operators call the program's methods, reflected ones where the left operand has none.
class Asked:
    def __init__(self, text=""):
        self.text = text

    def __add__(self, other):
        return Asked(llm_model(self.text, {}))

    def __radd__(self, other):
        return Asked(llm_model(str(other), {}))

    def __matmul__(self, other):
        return Asked(llm_model(self.text + other.text, {}))


def solve(question, options, exp_config):
    asked = 1 + Asked(question) + 2 @ Asked() if False else "x" + Asked(question) + 2
    asked = sum([asked, Asked("b"), Asked("c")])
    return extract_answer((asked @ asked).text), "A", 2
