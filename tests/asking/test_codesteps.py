"""What is read from responses, strictly."""

from __future__ import annotations

import pytest

from cgr_audit.asking.codesteps import code_block, numbered_steps


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
        ("", None),
    ],
)
def test_steps_are_numbered_lines_and_nothing_else(text: str, steps: list[str] | None) -> None:
    assert numbered_steps(text) == steps


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```\nx = 1\n```", "x = 1\n"),
        ("Here:\n```python\nx = 1\n\ny = 2\n```\nDone.", "x = 1\n\ny = 2\n"),
        ("```\nx = 1", None),
        ("x = 1", None),
        ("```\n \n```", None),
        ("```\nx = 1\n```\n```\ny = 1\n```", None),
        ("```\nx = 1\n```python", None),
        ("", None),
    ],
)
def test_code_is_what_stands_in_one_closed_block(text: str, code: str | None) -> None:
    assert code_block(text) == code
