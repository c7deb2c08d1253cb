"""Groups of rows in which fields agree."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.scorecards.labelled_values import LabelledValues, grouped

PLAIN = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.5, 1.0, -2.0])
TEXTS = st.sampled_from(
    ["", "1", "1.0", "true", "(none)", '"1"', '"\\"1\\""', "null", "[1]", "\ud800", "\\ud800", '"\\ud800"', "a"]
)
VALUES = st.lists(
    PLAIN | TEXTS | st.lists(PLAIN, max_size=1) | st.dictionaries(st.sampled_from("ab"), PLAIN), max_size=30
)


def is_same(one: Any, other: Any) -> bool:
    """As values of JSON: numbers by size, and nothing of one kind is anything of another."""
    return (type(one) in (int, float) and type(other) in (int, float) and one == other) or json.dumps(
        one, sort_keys=True
    ) == json.dumps(other, sort_keys=True)


@given(VALUES)
def test_values_have_the_same_label_only_where_they_are_the_same(values: list[Any]) -> None:
    found = LabelledValues.of(values)
    assert len(set(found.labels)) == len(found.labels)
    for row, value in enumerate(values):
        for other_row, other in enumerate(values):
            assert (found.of_row[row] == found.of_row[other_row]) == is_same(value, other)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abc"), st.none() | st.booleans()), max_size=40))
def test_groups_are_those_of_a_plain_loop(rows: list[tuple[int, str, bool | None]]) -> None:
    table = pd.DataFrame({name: pd.Series([row[at] for row in rows], dtype=object) for at, name in enumerate("xyz")})
    names = {None: "(none)", True: "true", False: "false"}
    expected: dict[tuple[str, ...], list[int]] = {}
    order = [(x, y, z) for x in range(4) for y in "cab" for z in (False, True, None)]
    for place, row in sorted(enumerate(rows), key=lambda one: (order.index(one[1]), one[0])):
        expected.setdefault((str(row[0]), row[1], names[row[2]]), []).append(place)
    found = {
        tuple(value for _, value in labels): places.tolist()
        for labels, places in grouped(table, ("x", "y", "z"), {"y": ("c",)})
    }
    assert list(found.items()) == list(expected.items())


def test_what_is_only_text_keeps_its_quotes() -> None:
    assert LabelledValues.of(['"a"', "a", "b"]).labels == ('"a"', "a", "b")


def test_a_number_is_named_as_an_integer_whichever_row_comes_first() -> None:
    assert LabelledValues.of([1.0, 1]).labels == LabelledValues.of([1, 1.0]).labels == ("1",)
    assert LabelledValues.of([1.0, 0.5]).labels == ("0.5", "1.0")
