# The representation of a data class shows its fields, except those with `repr=False`.
from dataclasses import dataclass, field


class Asked:
    def __repr__(self):
        return llm_model("repr", {})


@dataclass
class Pair:
    first: Asked
    second: Asked = field(repr=False)


def solve(question, options, exp_config):
    pair = Pair(Asked(), Asked())
    return extract_answer(f"{pair} {pair}"), "A", 2
