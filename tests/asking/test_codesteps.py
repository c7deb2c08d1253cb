"""What is read from responses, strictly."""

from __future__ import annotations

import pytest

from cgr_audit.asking.codesteps import numbered_steps


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("1. read\n2. sort\n", ["read", "sort"]),
        ("  1) read n\n\n  2) print it  ", ["read n", "print it"]),
        ("Steps:\n1. read", None),
        ("1. read\n3. sort", None),
        ("2. read", None),
        ("1. read\n   and sort", None),
        ("1.5 is read", None),
        ("- read", None),
        ("1. read \x0c all", ["read \x0c all"]),
        ("1" * 5000 + ". read", None),
        ("\u0661. read", None),
        ("", None),
    ],
)
def test_steps_are_numbered_lines_and_nothing_else(text: str, steps: list[str] | None) -> None:
    assert numbered_steps(text) == steps
