"""Values of literals are those that Python evaluates."""

from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.source.lowering.literals import bytes_value, number_value, text_value

PIECES = st.sampled_from((
    "a", "é", "😀", " ", '"', "\n", "\r\n", "\r", "{", "7", "8", "x", "N", "\\\\", "\\'", '\\"', "\\\n", "\\a", "\\b",
    "\\f", "\\n", "\\r", "\\t", "\\v", "\\q", "\\é", "\\0", "\\12", "\\377", "\\777", "\\1", "\\x41", "\\xff",
    "\\u00e9", "\\ud800", "\\U0001F600", "\\N{BULLET}", "\\N{bel}", "\\u{", "\\{", "\\8",
))  # fmt: skip
"""What strings are made of: characters, newlines, escapes that Python knows, does not know, and refuses."""


def evaluated(literal: str) -> object:
    """What the host makes of a literal, or nothing if it refuses it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.literal_eval(literal)
        except (SyntaxError, ValueError):
            return None


def ours(body: str, prefix: str) -> object:
    try:
        value = bytes_value if "b" in prefix else text_value
        return value(body, raw="r" in prefix)
    except ValueError:
        return None


@given(st.lists(PIECES, max_size=8).map("".join), st.sampled_from(["", "r", "b", "rb"]))
def test_a_string_is_what_python_evaluates(body: str, prefix: str) -> None:
    assert ours(body, prefix) == evaluated(f"{prefix}'''{body}'''")


@given(st.integers(min_value=0) | st.floats(min_value=0, allow_nan=False, allow_infinity=False))
def test_a_number_is_what_python_evaluates(number: float) -> None:
    for literal in (repr(number), f"{number!r}j"):
        assert repr(number_value(literal)) == repr(evaluated(literal))


@pytest.mark.parametrize(
    "literal",
    [
        "0x_ff",
        "0XFF",
        "0B1",
        "0O7",
        "1_0",
        "0_0",
        "00",
        "1_0.0_1e-1_0",
        "1.",
        ".1",
        "1e3",
        "1E3J",
        "09j",
        "09.5",
        "1e999",
    ],
)
def test_a_number_in_any_notation_is_what_python_evaluates(literal: str) -> None:
    assert repr(number_value(literal)) == repr(evaluated(literal))


def test_an_integer_that_no_compiler_converts_is_refused() -> None:
    with pytest.raises(ValueError, match="4300 digits"):
        number_value("1" * 5000)
