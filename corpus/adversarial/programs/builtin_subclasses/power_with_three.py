# `pow` with two and three arguments, `**` and its reflected form.
class Asked:
    def __pow__(self, other, modulus=None):
        return llm_model(f"{modulus}", {})

    def __rpow__(self, other):
        return llm_model("reflected", {})


def solve(question, options, exp_config):
    asked = Asked()
    return extract_answer(pow(asked, 2) + pow(asked, 2, 5) + asked**2 + 2**asked), "A", 2
