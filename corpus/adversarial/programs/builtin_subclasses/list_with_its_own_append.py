# A subclass of list: `append` adds twice, `extend` does not go through it.
class Doubling(list):
    def append(self, value):
        super().append(value)
        super().append(value)


def solve(question, options, exp_config):
    steps, letter = Doubling(["a"]), "X"
    steps.append("b")
    steps.extend(["c"])
    for step in steps:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
