from __future__ import annotations

import pytest

from cgr_audit.tables.cells import number, p_value, signed
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.table import Column, Kind, Table


def test_every_kind_reads_as_it_should(table: Table) -> None:
    first, _, third = table.cells()
    assert first[1:] == ("20", "33.33", "−1.00", "−2.50 to 0.00", "< 0.001", "yes")
    assert third[1:] == ("10", "0.00", "0.00", "–", "0.050", "no")


def test_large_numbers_have_their_thousands_apart_and_negative_ones_a_true_minus_sign() -> None:
    kinds = (Kind.COUNT, Kind.PERCENT, Kind.NUMBER, Kind.POINTS)
    columns = tuple(Column(kind.value, kind.value, kind) for kind in kinds)
    records = tuple({kind.value: number for kind in kinds} for number in (20498, -1234, 999))
    table = Table("t", "T", "", columns, records)
    assert table.cells() == (
        ("20,498", "20,498.00", "20,498.00", "+20,498.00"),
        ("−1,234", "−1,234.00", "−1,234.00", "−1,234.00"),
        ("999", "999.00", "999.00", "+999.00"),
    )
    assert csv_table(table).splitlines()[1:] == [
        "20498,20498,20498,20498",
        "-1234,-1234,-1234,-1234",
        "999,999,999,999",
    ]


def test_nothing_in_a_text_hides_or_steers_a_terminal(table: Table) -> None:
    assert table.cells()[0][0] == "a|b_c\\*`<i>&%$#{~^}\"' -- é 中 \\u202e\\x1b[2J"


def test_too_few_rows_say_so_in_place_of_every_percentage(table: Table) -> None:
    assert table.cells()[1] == ("b", "9", "9 rows: too few", "too few", "too few", "–", "–")


def test_one_row_is_one_row() -> None:
    table = Table("t", "T", "", (Column("gain", "gain", Kind.POINTS),), ({"rows": 1, "gain": None, "too_few": True},))
    assert table.cells() == (("1 row: too few",),)


def test_where_there_is_no_range_the_reason_stands_in_its_place() -> None:
    column = Column("gain_pairs", "95 %", Kind.PERCENT_RANGE)
    records = (
        {"gain_pairs_low": None, "gain_pairs_high": None, "gain_pairs_remark": "2 pairs: fewer than 3"},
        {"gain_pairs_low": 1.0, "gain_pairs_high": 2.0, "gain_pairs_remark": None},
    )
    assert Table("t", "T", "", (column,), records).cells() == (("2 pairs: fewer than 3",), ("1.00 to 2.00",))


def test_a_range_that_rests_on_few_units_says_on_how_many() -> None:
    column = Column("gain_pairs", "95 %", Kind.PERCENT_RANGE)
    record = {
        "gain_pairs_low": 1.0,
        "gain_pairs_high": 2.0,
        "gain_pairs_remark": "6 pairs are few",
        "gain_pairs_few": 6,
    }
    assert Table("t", "T", "", (column,), (record,)).cells() == (("1.00 to 2.00 (6)",),)


def test_nothing_is_not_called_too_few() -> None:
    table = Table("t", "T", "", (Column("gain", "gain", Kind.POINTS),), ({"rows": 0, "gain": None, "too_few": True},))
    assert table.cells() == (("–",),)


def test_units_and_remark_of_a_range_and_further_columns_are_stored_and_not_shown() -> None:
    column = Column("gain", "95 %", Kind.POINTS_RANGE)
    record = {"gain_low": 1.0, "gain_high": 2.0, "gain_units": 6, "gain_remark": "few", "gain_few": 6, "seed": 3}
    table = Table("t", "T", "", (column,), (record,), (Column("seed", "seed", Kind.COUNT),))
    assert table.cells() == (("+1.00 to +2.00 (6)",),)
    assert list(table.fields().items()) == [
        ("gain_low", Kind.POINTS), ("gain_high", Kind.POINTS), ("gain_units", Kind.COUNT), ("gain_remark", Kind.TEXT),
        ("seed", Kind.COUNT),
    ]  # fmt: skip
    assert csv_table(table) == "gain_low,gain_high,gain_units,gain_remark,seed\n1.0,2.0,6,few,3\n"


def test_what_is_stored_has_both_ends_of_a_range_and_the_mark_of_too_few_rows(table: Table) -> None:
    assert list(table.fields().items()) == [
        ("name", Kind.TEXT), ("rows", Kind.COUNT), ("accuracy", Kind.PERCENT), ("gain", Kind.POINTS),
        ("gain_pairs_low", Kind.POINTS), ("gain_pairs_high", Kind.POINTS), ("p", Kind.P_VALUE), ("held", Kind.FLAG),
        ("too_few", Kind.FLAG),
    ]  # fmt: skip


def test_a_table_without_splits_stores_no_such_mark() -> None:
    assert Table("t", "T", "", (Column("a", "a"),), ({"a": "x"},)).fields() == {"a": Kind.TEXT}


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (number(-0.004), "0.00"),
        (number(100.0), "100.00"),
        (signed(0.004), "0.00"),
        (signed(1.0), "+1.00"),
        (p_value(0.001), "0.001"),
        (p_value(0.00099), "< 0.001"),
        (p_value(1.0), "1.000"),
    ],
)
def test_numbers_read_well(shown: str, expected: str) -> None:
    assert shown == expected
