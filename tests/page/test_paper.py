"""Which columns of a table have room on paper."""

from __future__ import annotations

import pytest

from cgr_audit.page.paper import LETTERS, left_out_on_paper
from cgr_audit.tables.table import Column, Kind, Table


def table(columns: tuple[Column, ...], value: object) -> Table:
    return Table("t", "T", "", columns, ({column.key: value for column in columns},))


def numbers(count: int, *optional: int) -> tuple[Column, ...]:
    return tuple(Column(f"n{place}", "figure", Kind.COUNT, is_optional=place in optional) for place in range(count))


@pytest.mark.parametrize(
    ("count", "optional", "left_out"),
    [
        (LETTERS // 8, (), ()),
        (LETTERS // 8 + 1, (), ("n16",)),
        (LETTERS // 8 + 3, (1, 3), ("n1", "n3", "n18")),
    ],
)
def test_whole_columns_are_left_out_optional_ones_first(
    count: int, optional: tuple[int, ...], left_out: tuple[str, ...]
) -> None:
    wide = table(numbers(count, *optional), 123)  # six letters of a heading, and two between columns
    assert tuple(column.key for column in left_out_on_paper(wide)) == left_out


def test_texts_break_between_words_and_the_first_column_stays() -> None:
    words = tuple(Column(f"w{place}", "some words") for place in range(18))
    assert left_out_on_paper(table(words, "a few of them")) == ()
    names = tuple(Column(f"n{place}", "name") for place in range(2))
    assert left_out_on_paper(table(names, "x" * 400)) == ()
    assert left_out_on_paper(table((Column("n", "number", Kind.TEXT),), "x " * 400)) == ()
    ranges = tuple(Column(f"r{place}", "interval", Kind.COUNT) for place in range(2))
    assert left_out_on_paper(table(ranges, 10**100)) == ranges[1:]
