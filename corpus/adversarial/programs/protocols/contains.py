# `in` calls `__contains__`; without it `__iter__`; without that `__getitem__`.
class Contains:
    def __contains__(self, letter):
        return llm_model(letter, {}) == "yes"


class Iterates:
    def __iter__(self):
        for _ in range(3):
            yield llm_model("next", {})


class Gets:
    def __getitem__(self, place):
        if place == 2:
            raise IndexError
        return llm_model(str(place), {})


def solve(question, options, exp_config):
    found = ["z" in place for place in (Contains(), Iterates(), Gets())]
    return extract_answer(llm_model(f"{found} {question}", exp_config)), "A", 2
