"""Constants in messages."""

from __future__ import annotations

import pytest

from cgr_audit.audit.constant_text import LONGEST, constant_text


@pytest.mark.parametrize(
    ("constant", "shown"),
    [
        ("B", "'B'"),
        (b"B", "b'B'"),
        (None, "None"),
        (True, "True"),
        (3, "3"),
        (-(2**200), f"-{2**200}"),
        (16**6000, "a number of 24001 bits"),
        (2.5, "2.5"),
        (2j, "2j"),
        (..., "..."),
        (("B", 16**6000), "a tuple of 2"),
        ("x" * LONGEST, repr("x" * LONGEST)),
        ("x" * 10**6, f"{'x' * LONGEST!r} and more"),
    ],
    ids=map(str, range(13)),
)
def test_a_constant_is_shown_short(constant: object, shown: str) -> None:
    assert constant_text(constant) == shown
