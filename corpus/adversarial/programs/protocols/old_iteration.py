# `__getitem__` alone makes an object iterable, up to the IndexError.
class Bench:
    def __getitem__(self, place):
        if place > 4:
            raise IndexError
        return llm_model(str(place), {})


def solve(question, options, exp_config):
    replies = [reply for reply in Bench()]
    first, *rest = Bench()
    return extract_answer(replies[-1] + first), "A", 2
