"""Bounds as expressions: one canonical form, and a value for every number of options."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.analysis.domains.bound_text import write
from cgr_audit.analysis.domains.polynomials import (
    ONE,
    OPTIONS,
    ZERO,
    Bound,
    Index,
    constant,
    index,
    maximum,
    minimum,
    sum_over,
)

TWO, THREE = constant(2), constant(3)
HALF = constant(Fraction(1, 2))


@pytest.mark.parametrize(
    ("bound", "written"),
    [
        (ZERO, "0"),
        (constant(7), "7"),
        (OPTIONS + TWO, "2 + options"),
        (TWO + OPTIONS, "2 + options"),
        (OPTIONS * THREE + ONE, "1 + 3*options"),
        (OPTIONS * OPTIONS, "options*options"),
        (OPTIONS * OPTIONS + OPTIONS, "options + options*options"),
        (OPTIONS * (OPTIONS - ONE) * HALF, "options*(options-1)/2"),
        (OPTIONS * (OPTIONS - ONE), "options*(options-1)"),
        (OPTIONS + OPTIONS * (OPTIONS - ONE) * HALF, "options + options*(options-1)/2"),
        (minimum(THREE, OPTIONS), "min(3, options)"),
        (minimum(OPTIONS, THREE, OPTIONS + ONE), "min(3, options)"),
        (maximum(OPTIONS, THREE), "max(3, options)"),
        (maximum(OPTIONS, OPTIONS + ONE), "1 + options"),
        (maximum(ZERO, OPTIONS - ONE), "options - 1"),
        (minimum(THREE, minimum(TWO, OPTIONS)), "min(2, options)"),
        (TWO * minimum(THREE, OPTIONS), "2*min(3, options)"),
        (OPTIONS - OPTIONS, "0"),
    ],
)
def test_a_bound_has_one_text(bound: Bound, written: str) -> None:
    assert write(bound) == written


@pytest.mark.parametrize(
    ("bound", "largest"),
    [
        (constant(4), 4),
        (OPTIONS, None),
        (minimum(THREE, OPTIONS), 3),
        (ONE + TWO * minimum(THREE, OPTIONS), 7),
        (maximum(THREE, OPTIONS), None),
        (maximum(ZERO, constant(5) - OPTIONS), 5),
    ],
)
def test_the_largest_value_is_known_where_the_bound_stops_growing(bound: Bound, largest: int | None) -> None:
    assert bound.largest == largest


def test_the_rounds_of_a_loop_are_summed_by_their_index() -> None:
    last = OPTIONS - ONE
    inner = OPTIONS - index(1, last) - ONE
    assert inner.is_never_negative
    assert write(sum_over(Index(1, last), OPTIONS, inner)) == "options*(options-1)/2"
    assert write(sum_over(Index(1, last), OPTIONS, THREE)) == "3*options"


def test_the_value_is_rounded_down_and_never_negative() -> None:
    assert (OPTIONS * HALF).at(5) == 2
    assert (OPTIONS - constant(4)).at(2) == 0


bounds = st.recursive(
    st.integers(0, 5).map(constant) | st.just(OPTIONS),
    lambda inner: st.tuples(inner, inner, st.sampled_from("+*<>")).map(
        lambda made: {
            "+": made[0] + made[1],
            "*": made[0] * made[1],
            "<": minimum(made[0], made[1]),
            ">": maximum(made[0], made[1]),
        }[made[2]]
    ),
    max_leaves=6,
)


@given(bounds, bounds, st.integers(1, 9))
def test_operations_agree_with_numbers(one: Bound, other: Bound, options: int) -> None:
    first, second = one.exactly(options), other.exactly(options)
    assert (one + other).exactly(options) == first + second
    assert (one * other).exactly(options) == first * second
    assert maximum(one, other).exactly(options) >= max(first, second)
    assert minimum(one, other).exactly(options) >= min(first, second)


@given(bounds, bounds)
def test_the_order_of_operands_does_not_matter(one: Bound, other: Bound) -> None:
    assert one + other == other + one
    assert one * other == other * one
    assert write(maximum(one, other)) == write(maximum(other, one))
    assert write(minimum(one, other)) == write(minimum(other, one))


@given(bounds, st.integers(1, 30))
def test_what_is_shown_never_to_be_negative_is_not(bound: Bound, options: int) -> None:
    difference = bound - OPTIONS - ONE
    if difference.is_never_negative:
        assert difference.exactly(options) >= 0


@given(bounds, st.integers(1, 40))
def test_no_value_is_above_the_largest(bound: Bound, options: int) -> None:
    if bound.largest is not None:
        assert bound.at(options) <= bound.largest
