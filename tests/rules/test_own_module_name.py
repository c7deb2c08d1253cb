"""A branch under ``if __name__ == "__main__":`` is left alone only where the runner says what ``__name__`` is."""

from __future__ import annotations

import pytest

from tests.rules.finding_lines import finding_lines

BOUND = {
    "in the module": ("__name__ = '__main__'\nif __name__ == '__main__':\n    input()\n", [3]),
    "by a function": (
        "def f():\n    global __name__\n    __name__ = '__main__'\nf()\nif __name__ == '__main__':\n    input()\n", [6]
    ),
    "as a parameter": ("def f(__name__):\n    if __name__ == '__main__':\n        input()\nf('__main__')\n", [3]),
    "by a loop": ("for __name__ in names:\n    if __name__ == '__main__':\n        input()\n", [3]),
    "by an import": ("from math import pi as __name__\nif __name__ == '__main__':\n    input()\n", [3]),
    "in the namespace": ("globals()['__name__'] = '__main__'\nif __name__ == '__main__':\n    input()\n", [3]),
}  # fmt: skip
KEPT = {
    "read only": "print(__name__)\nif __name__ == '__main__':\n    input()\n",
    "of another object": "def f(): pass\nf.__name__ = '__main__'\nif __name__ == '__main__':\n    input()\n",
    "never": "__name__ = '__main__'\nif False:\n    input()\n",
}


@pytest.mark.parametrize(("source", "lines"), BOUND.values(), ids=BOUND)
def test_a_name_that_the_program_binds_says_nothing_of_the_runner(source: str, lines: list[int]) -> None:
    assert finding_lines("CGR406", source) == lines


@pytest.mark.parametrize("source", KEPT.values(), ids=KEPT)
def test_the_runner_never_comes_to_what_its_name_rules_out(source: str) -> None:
    assert finding_lines("CGR406", source) == []
