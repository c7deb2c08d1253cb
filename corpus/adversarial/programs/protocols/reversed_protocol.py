# `reversed` calls `__reversed__`, or `__len__` and `__getitem__`.
class Bench:
    def __len__(self):
        return 3

    def __getitem__(self, place):
        return llm_model(str(place), {})


class Other(Bench):
    def __reversed__(self):
        yield llm_model("last", {})


def solve(question, options, exp_config):
    replies = list(reversed(Bench())) + list(reversed(Other()))
    return extract_answer(replies[-1]), "A", 2
