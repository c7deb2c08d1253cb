"""What a spreadsheet takes for a formula, and what it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.spreadsheet import no_formula


@pytest.mark.parametrize(
    "text", ["-5", "+3", "-0.5", "-.5", "+1e10", "-1E-7", "-inf", "+Infinity", "-nan", "5", "a=1", ""]
)
def test_a_number_is_no_formula_and_stays_as_it_is(text: str) -> None:
    assert no_formula(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "=1",
        "@a",
        "-",
        "+",
        "-5\n",
        "\n-5",
        "-5+1",
        "-5 ",
        "- 5",
        "--5",
        "-1e",
        "-inf()",
        "-0x1",
        "-٥",
        "－5",
        "-1,5",
        "-5%",
    ],
)
def test_whatever_else_begins_like_a_formula_has_an_apostrophe_in_front(text: str) -> None:
    assert no_formula(text) == "'" + text


@given(st.floats() | st.integers())
def test_a_number_as_python_writes_it_is_none(number: float) -> None:
    assert no_formula(repr(number)) == repr(number)
