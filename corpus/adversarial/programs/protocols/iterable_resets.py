# `__iter__` starts afresh every time, so that nested loops multiply.
class Bench:
    def __iter__(self):
        llm_model("begin", {})
        return iter((1, 2, 3))


def solve(question, options, exp_config):
    bench, letter = Bench(), "X"
    for first in bench:
        for second in bench:
            if first < second:
                letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
