"""What is left of a program when everything is dropped that can be."""

from __future__ import annotations

from corpus.random_scaffolds.shrinking import shrink

PROGRAM = """
import re

def unused():
    return 1

def solve(question):
    votes = []
    for _ in range(3):
        if question:
            votes.append(llm_model(str(question + 'x'), {}))
    else:
        votes.clear()
    return votes[0], 'A', 1
"""


def test_only_what_matters_is_left() -> None:
    assert shrink(PROGRAM, lambda text: "llm_model(" in text) == "def solve(question):\n    llm_model(str, {})"


def test_a_program_that_is_all_needed_stays() -> None:
    text = "def solve():\n    return 1"
    assert shrink(text, lambda smaller: smaller == text) == text


def test_it_stops_after_so_many_attempts() -> None:
    tried: list[str] = []
    shrink(PROGRAM, lambda text: tried.append(text) is not None, attempts=5)
    assert len(tried) <= 5
