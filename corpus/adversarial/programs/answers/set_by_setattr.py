# An attribute by a computed name.
class Box:
    answer = "A"


def solve(question, options, exp_config):
    box = Box()
    setattr(box, "ans" + "wer", extract_answer(llm_model(question, exp_config)))
    return box.answer, "A", 2
