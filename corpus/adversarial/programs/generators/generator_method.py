# `__iter__` that is a generator: every loop starts one.
class Bench:
    def __init__(self, size):
        self.size = size

    def __iter__(self):
        for number in range(self.size):
            yield llm_model(str(number), {})
        self.size += 1


def solve(question, options, exp_config):
    bench = Bench(1)
    replies = [*bench, *bench, *bench]
    return extract_answer(replies[-1]), "A", 2
