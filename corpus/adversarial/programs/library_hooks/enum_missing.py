# `_missing_` is called for a value that no member has.
from enum import Enum


class Letter(Enum):
    A = "A"
    B = "B"

    @classmethod
    def _missing_(cls, value):
        return cls.A if "yes" in llm_model(f"{value}?", {}) else cls.B


def solve(question, options, exp_config):
    letter = Letter(extract_answer(llm_model(question, exp_config)))
    return Letter("z" + letter.value).value, "A", 2
