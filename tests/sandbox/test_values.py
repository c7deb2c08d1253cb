"""Values cross exactly, and a text that is not a value is refused."""

from __future__ import annotations

import ast
import json
import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.sandbox.guest.encode import TooDeep, TooLarge, encode_value
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.values import Instance, ValueDecodeError, decode_value, json_view, value_literal

from .conftest import RunProgram

LARGE = 1 << 30
NUMBERS = st.integers() | st.integers(-(10**60), 10**60) | st.floats(allow_nan=False) | st.booleans()
TEXTS = st.text(st.characters(categories=None, codec=None)) | st.binary()
SCALARS = st.none() | NUMBERS | TEXTS | st.complex_numbers(allow_nan=False)
KEYS = st.recursive(SCALARS, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=4)
VALUES = st.recursive(
    SCALARS | st.builds(bytearray, st.binary()) | st.fractions() | st.decimals(allow_nan=False) | st.just(...),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=4)
        | st.sets(KEYS, max_size=4)
        | st.frozensets(KEYS, max_size=4)
    ),
    max_leaves=12,
)


def shape(value: Any) -> Any:
    """A value with its types and the sign of its zeros written out."""
    if isinstance(value, dict):
        return "dict", [(shape(key), shape(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return type(value).__name__, [shape(item) for item in value]
    if isinstance(value, set | frozenset):
        return type(value).__name__, sorted(repr(shape(item)) for item in value)
    return type(value).__name__, repr(value)


@given(VALUES)
@settings(deadline=None)
def test_every_value_crosses_as_it_is(value: Any) -> None:
    assert shape(decode_value(encode_value(value, LARGE))) == shape(value)


@given(VALUES)
@settings(deadline=None)
def test_the_text_of_a_value_is_ascii_json(value: Any) -> None:
    text = encode_value(value, LARGE)
    assert text.isascii()
    json.loads(text)


@given(VALUES)
@settings(deadline=None)
def test_the_expression_of_a_value_gives_it_again(value: Any) -> None:
    literal = value_literal(value)
    assert literal is not None
    names = {"Fraction": Fraction, "Decimal": Decimal}
    assert shape(eval(literal, names)) == shape(value)


@given(VALUES)
@settings(deadline=None)
def test_the_json_view_is_always_json(value: Any) -> None:
    json.dumps(json_view(value), allow_nan=False)


@given(VALUES, st.integers(0, 60))
@settings(deadline=None)
def test_no_text_is_longer_than_its_limit(value: Any, limit: int) -> None:
    needed = len(encode_value(value, LARGE))
    if needed > limit:
        with pytest.raises(TooLarge) as caught:
            encode_value(value, limit)
        assert caught.value.used > limit
    else:
        assert len(encode_value(value, limit)) == needed


@pytest.mark.parametrize(
    "literal",
    [
        "None", "True", "1", "-1.5", "'x'", "b'\\x00'", "[1, (2,), ()]", "{1: {2: 3}, (4,): b'5', None: True}",
        "{1, 2}", "set()", "(1+2j)", "1e999", "-1e999", "'\\ud800'", "...", "-0.0", "10" * 50,
    ],
)  # fmt: skip
def test_literals_stay_literals(literal: str) -> None:
    value = ast.literal_eval(literal)
    assert shape(ast.literal_eval(value_literal(value) or "")) == shape(value)


def test_a_value_without_a_literal_is_a_call() -> None:
    assert value_literal(frozenset({2, 1})) == "frozenset({1, 2})"
    assert value_literal(frozenset()) == "frozenset()"
    assert value_literal(bytearray(b"a")) == "bytearray(b'a')"
    assert value_literal(range(1, 5, 2)) == "range(1, 5, 2)"
    assert value_literal(math.nan) == "float('nan')"
    assert value_literal(complex(math.inf, 0)) == "complex(1e999, 0.0)"
    assert value_literal(10**5000) == hex(10**5000)


def test_sets_are_written_in_one_order() -> None:
    assert value_literal({"b", "a", 3, (1,)}) == "{'a', 'b', (1,), 3}"
    assert json_view({"b", "a"}) == ["a", "b"]


def test_json_shows_what_it_can() -> None:
    value = {1: (1, 2.0), None: b"\xff", "n": math.nan, (1, "x"): Fraction(1, 2), "d": Decimal("1.5"), "e": ...}
    assert json_view(value) == {
        "1": [1, 2.0], "null": "ff", "n": "nan", "(1, 'x')": 0.5, "d": 1.5, "e": "Ellipsis",
    }  # fmt: skip
    assert json_view(10**5000) == hex(10**5000)
    assert json_view([math.inf, 1j]) == ["inf", "1j"]


def test_instances_show_their_content_or_their_type(run: RunProgram) -> None:
    source = """
from collections import Counter, OrderedDict, defaultdict, namedtuple
from enum import IntEnum
Point = namedtuple("Point", "x y")
class N(IntEnum):
    ONE = 1
def solve():
    return Point(1, [N.ONE]), Counter("aab"), solve, {Point(1, 2): object()}, solve
"""
    value = run(source).value
    assert value == (
        Instance("Point", (1, [Instance("N", 1, 1)]), 0),
        Instance("Counter", {"a": 2, "b": 1}, 2),
        Instance("function", None, 3),
        {Instance("Point", (1, 2), 4): Instance("object", None, 5)},
        Instance("function", None, 6),
    )
    assert json_view(value) == [[1, [1]], {"a": 2, "b": 1}, "<function>", {"(1, 2)": "<object>"}, "<function>"]
    assert value_literal(value) is None
    assert value_literal(value[:2]) == "((1, [1]), {'a': 2, 'b': 1})"


def test_every_kind_of_value_crosses_the_sandbox(run: RunProgram) -> None:
    literal = (
        "[None, True, -0.0, 1e999, 2 ** 70, 'é\\ud800\\0', b'\\xff', (1,), {1: {2}, None: frozenset({3})}, 1j, ...]"
    )
    value = eval(literal)
    outcome = run(f"def solve():\n    return {literal}\n").outcome
    assert isinstance(outcome, Completed)
    assert shape(outcome.value) == shape(value)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "{}", "[]", '["?"]', '["t", ["x"]]', '["i"]', '["i", "g"]', '["i", 5]', '["d", 1]', '["d", ["l"], 1]',
        '["s", ["l"]]', '["f", "x"]', '["b", "0"]', '["c", 1]', '["r", "a"]', '["q", 1, 0]', '["m", "x"]', "NaN",
        "Infinity", "[" * 200_000, "1" * 5000, '["o"]', "[1]", '["t"' * 500 + "]" * 500,
    ],
)  # fmt: skip
def test_a_text_that_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(ValueDecodeError):
        decode_value(text)


def test_what_contains_itself_or_is_too_deep_is_not_written() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(TooDeep):
        encode_value(loop, LARGE)
    deep: Any = 1
    for _ in range(100):
        deep = [deep]
    assert decode_value(encode_value(deep, LARGE)) == deep
    with pytest.raises(TooDeep):
        encode_value([deep], LARGE)


def test_numbers_of_any_size_have_an_expression() -> None:
    large = 10**5000
    assert value_literal(Fraction(large, 3)) == f"Fraction({hex(large)}, 3)"
    assert value_literal(range(large)) == f"range(0, {hex(large)})"
    assert value_literal(range(0, 10, -1)) == "range(0, 10, -1)"
    assert value_literal(complex(0.0, -1.0)) == "complex(0.0, -1.0)"


def test_the_view_of_a_range_is_never_longer_than_ten_thousand_numbers() -> None:
    assert json_view(range(0, 6, 2)) == [0, 2, 4]
    assert json_view(range(10**12)) == "range(0, 1000000000000)"
    assert json_view([range(-(10**4000), 10**4000)]) == [f"range({-(10**4000):#x}, {10**4000:#x})"]
    assert json_view(Fraction(10**5000, 3)) == f"Fraction({hex(10**5000)}, 3)"


@pytest.mark.parametrize("forged", ['["q","1e999999999"]', '["q",["f","inf"]]', '["r",1.5]', '["q",true,2]'])
def test_numbers_that_a_forged_text_describes_are_not_worked_out(forged: str) -> None:
    with pytest.raises(ValueDecodeError, match="holds what is not an integer"):
        decode_value(forged)


@pytest.mark.parametrize("brackets", [152, 330, 399, 100_000])
def test_a_text_nested_deeper_than_the_guest_writes_is_no_value(brackets: int) -> None:
    with pytest.raises(ValueDecodeError):
        decode_value('["l",' * brackets + "1" + "]" * brackets)


def test_what_the_guest_writes_at_its_deepest_is_read() -> None:
    value: Any = 1
    for _ in range(100):
        value = (value,)
    assert decode_value(encode_value(value, LARGE)) == value
