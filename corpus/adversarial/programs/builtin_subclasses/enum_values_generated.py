# `_generate_next_value_` is called for every `auto()`.
from enum import Enum, auto


class Step(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return llm_model(name, {}) + str(count)

    DRAFT = auto()
    CHECK = auto()


def solve(question, options, exp_config):
    return extract_answer(Step.CHECK.value), "A", 2
