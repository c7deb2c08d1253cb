# An iterator counts in its own attribute; iterating again gives nothing.
class Countdown:
    def __init__(self, left):
        self.left = left

    def __iter__(self):
        return self

    def __next__(self):
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return self.left


def solve(question, options, exp_config):
    steps, letter = Countdown(3), "X"
    for _ in steps:
        letter = extract_answer(llm_model(question, exp_config))
    for _ in steps:
        letter = extract_answer(llm_model("never", exp_config))
    for _ in Countdown(2):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
