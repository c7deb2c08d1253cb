# `choice`, `shuffle` and `sample` draw from the `random` and `getrandbits` that are overridden.
import random


class Asking(random.Random):
    def random(self):
        llm_model("a number", {})
        return 0.3


def solve(question, options, exp_config):
    source = Asking(1)
    letter = source.choice("ABCD")
    source.uniform(0, 1)
    source.shuffle([1, 2, 3])
    return letter + extract_answer(llm_model(question, exp_config)), "A", 2
