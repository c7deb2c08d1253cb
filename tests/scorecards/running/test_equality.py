"""Whether a value is the expected one, decided on plain values."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.sandbox.values import Instance, value_literal
from cgr_audit.scorecards.running.equality import NotALiteralError, contents, is_expected, is_printed, literal_value

NAN, INFINITY = float("nan"), float("inf")
LIAR = Instance("Liar", None, 0)


@pytest.mark.parametrize(
    ("value", "output"),
    [
        (3, "3"),
        (3, "3.0"),
        (True, "1"),
        (True, "true"),
        (None, "None"),
        (None, " null\n"),
        ("a b", "'a b'"),
        ("a b", '"a b"'),
        ("a b", "a b"),
        ("[1", "[1"),
        ([1, (2, {3})], "[1, (2, {3})]"),
        ({"a": 1, "b": 2}, "{'b': 2, 'a': 1}"),
        (set(), "set()"),
        (frozenset({1}), "frozenset({1})"),
        (frozenset({1}), "{1}"),
        (b"x", "b'x'"),
        (NAN, "nan"),
        (NAN, "float('nan')"),
        ([NAN, 1], "[NaN, 1]"),
        ({"x": (NAN,)}, "{'x': (float('nan'),)}"),
        (INFINITY, "inf"),
        (INFINITY, "1e999"),
        (-INFINITY, "-Infinity"),
        (Instance("Counter", {"a": 1}, 0), "{'a': 1}"),
        ([Instance("Point", (1, 2), 0)], "[(1, 2)]"),
        (range(3), "range(0, 3)"),
        (Decimal("1.5"), "1.5"),
        pytest.param(10**5000, hex(10**5000), id="more digits than Python writes"),
    ],
)
def test_a_value_is_the_expected_one(value: Any, output: str) -> None:
    assert is_expected(value, output)


@pytest.mark.parametrize(
    ("value", "output"),
    [
        (3, "4"),
        ("3", "3"),
        (3, "'3'"),
        (0.1 + 0.2, "0.3"),
        ((1, 2), "[1, 2]"),
        ([1, 2], "(1, 2)"),
        ([1, 2], "{1, 2}"),
        (None, "'None'"),
        ("a", "b"),
        (NAN, "1.0"),
        ([NAN], "[None]"),
        (LIAR, "3"),
        ([LIAR], "[3]"),
        ({LIAR: 1}, "{3: 1}"),
        (Decimal("sNaN"), "3"),
        (range(3), "[0, 1, 2]"),
        ("x" * 5, ""),
    ],
)
def test_a_value_is_not_the_expected_one(value: Any, output: str) -> None:
    assert not is_expected(value, output)


def test_json_has_no_tuples_and_only_texts_as_keys() -> None:
    assert is_expected((1, [2, (3,)]), "[1, [2, [3]]]", is_json=True)
    assert is_expected({1: True, None: 2.5}, '{"1": true, "null": 2.5}', is_json=True)
    assert is_expected("\u00e9/", '"\\u00e9\\/"', is_json=True)
    assert not is_expected({1}, "[1]", is_json=True)
    assert not is_expected((1, 2), "[1, 3]", is_json=True)


def test_nothing_equals_an_opaque_object_not_even_itself() -> None:
    assert contents(LIAR) != LIAR
    assert contents([LIAR]) != contents([LIAR])


def test_not_a_number_equals_itself_as_an_output_but_not_in_an_assertion() -> None:
    assert is_expected(NAN, "nan")
    assert contents(NAN) != literal_value("float('nan')")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "f(1)",
        "1 +",
        "[1, 2",
        "{[]: 1}",
        "[x for x in y]",
        "__import__('os')",
        "{**{}}",
        "(" * 5000,
        "set(1, 2)",
    ],
)
def test_what_is_no_literal_is_refused(text: str) -> None:
    with pytest.raises(NotALiteralError):
        literal_value(text)


@pytest.mark.parametrize("printed", ["7\n8\n", "7\n8", "7 \n8\n\n\n", "7\r\n8\r\n"])
def test_blanks_at_the_ends_of_lines_and_of_the_text_do_not_count(printed: str) -> None:
    assert is_printed(printed, "7\n8\n")


@pytest.mark.parametrize("printed", ["", "7 8", " 7\n8", "7\n\n8", "7\n8.0", "7\n8\n9"])
def test_everything_else_that_is_printed_counts(printed: str) -> None:
    assert not is_printed(printed, "7\n8\n")


@pytest.mark.parametrize(
    ("printed", "output"),
    [("True\n", "true"), ("true\n", "true"), ("['a', 1]\n", '["a", 1]'), ('["a", 1]\n', '["a", 1]'), ("a\n", '"a"')],
)
def test_what_is_written_as_json_may_be_printed_as_json_or_as_python_writes_it(printed: str, output: str) -> None:
    assert is_printed(printed, output, is_json=True)


@pytest.mark.parametrize(("printed", "output"), [("'a'", '"a"'), ('"a"', '"a"'), ("1", "true"), ("[1]", "[1, 2]")])
def test_another_value_than_the_json_says_is_wrong(printed: str, output: str) -> None:
    assert not is_printed(printed, output, is_json=True)


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=8,
)


@given(VALUES)
def test_a_value_is_expected_by_its_own_literal(value: Any) -> None:
    assert is_expected(value, value_literal(value) or "")


@given(VALUES, VALUES)
def test_two_values_are_told_apart_exactly_where_python_does_or_both_are_not_numbers(one: Any, other: Any) -> None:
    same = repr(one) == repr(other)
    assert is_expected(one, value_literal(other) or "") == (one == other or same)
