# `vars(box)` is the instance's attributes.
class Box:
    def __init__(self):
        self.answer = "A"


def solve(question, options, exp_config):
    box = Box()
    vars(box)["answer"] = extract_answer(llm_model(question, exp_config))
    return box.answer, "A", 2
