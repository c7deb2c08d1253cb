# `list` calls `__length_hint__` of an iterator.
class Steps:
    def __init__(self):
        self.left = 2

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return llm_model("next", {})

    def __length_hint__(self):
        return len(llm_model("how many?", {}))


def solve(question, options, exp_config):
    return extract_answer(list(Steps())[-1]), "A", 2
