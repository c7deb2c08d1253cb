# `__index__` is called by subscription, `range`, slices and repetition.
class Asked:
    def __index__(self):
        llm_model("which?", {})
        return 2


def solve(question, options, exp_config):
    asked = Asked()
    text = "ABCD"[asked] + "xyz"[:asked] + "-" * asked
    letter = "X"
    for _ in range(asked):
        letter = extract_answer(llm_model(text + question, exp_config))
    return letter, "A", 2
