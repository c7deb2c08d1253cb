# Unpacking draws one more than it needs to see the end.
class Pair:
    def __iter__(self):
        yield llm_model("first", {})
        yield llm_model("second", {})
        llm_model("end", {})


def solve(question, options, exp_config):
    first, second = Pair()
    return extract_answer(max(*Pair(), first, second)), "A", 2
