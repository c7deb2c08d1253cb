# `substitute` looks up each name in the mapping that it is given.
import string


class Asking(dict):
    def __missing__(self, key):
        return llm_model(key, {})


def solve(question, options, exp_config):
    text = string.Template("$a and $b and ${a}, $$").substitute(Asking())
    return extract_answer(text), "A", 2
