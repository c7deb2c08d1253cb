# `zip` has drawn from the first iterator when the second one ends.
def solve(question, options, exp_config):
    asked = (llm_model(name, exp_config) for name in "abcdef")
    letters = [extract_answer(reply) for reply, _ in zip(asked, range(2))]
    letters += [extract_answer(reply) for _, reply in zip(range(2), asked)]
    return letters[-1], "A", 2
