# `len` is called over and over by the loop's test.
class Bench:
    def __init__(self):
        self.size = 0

    def __len__(self):
        llm_model("how many?", {})
        return self.size


def solve(question, options, exp_config):
    bench = Bench()
    while len(bench) < 3:
        bench.size += 1
    return extract_answer(llm_model(question, exp_config)), "A", 2
