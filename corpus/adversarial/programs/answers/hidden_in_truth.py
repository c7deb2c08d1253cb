# The truth of an object that asks chooses a constant.
class Asked:
    def __bool__(self):
        return "yes" in llm_model("really?", {})


def solve(question, options, exp_config):
    return ("A" if Asked() else "B"), "A", 2
