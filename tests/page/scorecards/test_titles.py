"""What titles say of figures, and what they keep to themselves."""

from __future__ import annotations

from typing import Any

import pytest

from cgr_audit.page.scorecards.marks import Mark
from cgr_audit.page.scorecards.titles import begun, enough, left_aside, overlap, ranged, span
from cgr_audit.scorecards.rates import Figure, RowInterval


def mark(name: str, rate: float, low: float | None = None, high: float | None = None, rows: int = 50) -> Mark:
    """A figure in percent; without ends its interval is five points to either side."""
    ends = (rate - 5 if low is None else low) / 100, (rate + 5 if high is None else high) / 100
    interval = RowInterval(*ends, 0.95, rows, 1_000, 0, None, None)
    return Mark.of(name, Figure("crr", "CRR", rows, None, rate / 100, interval), "row")


def without_interval(name: str, rate: float, rows: int, **fields: Any) -> Mark:
    values: dict[str, Any] = {"low": None, "high": None, "undefined": 0, "refused": "fewer than 3", **fields}
    interval = RowInterval(level=0.95, units=rows, resamples=1_000, note=None, **values)
    return Mark.of(name, Figure("crr", "CRR", rows, None, rate / 100, interval), "row")


def test_groups_whose_intervals_lie_apart_are_named() -> None:
    assert ranged("CRR by model", [mark("a", 20), mark("b", 40), mark("c", 60)]) == (
        "CRR by model: 20.00 % (a) to 60.00 % (c)."
    )


def test_a_group_of_fewer_than_ten_rows_is_never_the_best_and_it_is_said() -> None:
    marks = [mark("a", 20), mark("b", 40), mark("lucky", 100, rows=9), mark("unlucky", 0, rows=1)]
    assert ranged("CRR by model", marks) == ("CRR by model: 20.00 % (a) to 40.00 % (b).")
    assert left_aside(marks) == " The title leaves those of few rows aside."
    assert left_aside(marks[:2]) == left_aside(marks[2:]) == ""


def test_ties_are_said_to_be_ties() -> None:
    two = [mark("a", 20), mark("b", 60), mark("c", 60)]
    assert ranged("CRR by model", two) == "CRR by model: 20.00 % (a) to 60.00 % (b and c, tied)."
    assert ranged("CRR by model", [*two, mark("d", 60)]) == "CRR by model: 20.00 % (a) to 60.00 % (3 tied)."
    # What reads the same is a tie for who reads.
    assert "(a and b, tied)" in ranged("CRR by model", [mark("a", 20.001), mark("b", 20.004), mark("c", 60)])


def test_where_all_read_the_same_nobody_is_named() -> None:
    assert ranged("CRR by model", [mark("a", 50), mark("b", 50)]) == "CRR by model: 50.00 % for both."
    assert ranged("CRR by model", [mark(name, 50) for name in "abc"]) == "CRR by model: 50.00 % for all 3."


def test_where_all_intervals_overlap_nobody_is_named() -> None:
    assert ranged("CRR by model", [mark("a", 50), mark("b", 52), mark("c", 57)]) == (
        "CRR by model: 50.00 to 57.00 %; all 3 intervals overlap."
    )
    assert ranged("CRR by model", [mark("a", 50), mark("b", 52)]) == (
        "CRR by model: 50.00 to 52.00 %; both intervals overlap."
    )


def test_how_many_others_the_highest_and_the_lowest_cannot_be_told_from_is_said() -> None:
    marks = [mark("a", 20), mark("b", 55), mark("c", 58), mark("d", 60)]
    assert ranged("CRR by model", marks) == (
        "CRR by model: 20.00 % (a) to 60.00 % (d); intervals overlap: 2 others with the highest."
    )
    assert ranged("CRR by model", [mark("a", 20), mark("b", 28), mark("c", 60), mark("d", 61)]) == (
        "CRR by model: 20.00 % (a) to 61.00 % (d); "
        "intervals overlap: 1 other with the highest, 1 other with the lowest."
    )


def test_one_group_of_ten_rows_is_compared_with_nobody() -> None:
    assert ranged("CRR by model", [mark("a", 20), mark("b", 90, rows=2)]) == (
        "CRR by model: 20.00 % (15.00 to 25.00 %) for a."
    )
    assert ranged("CRR by model", [mark("a", 20, rows=2), mark("b", 90, rows=2)]) == (
        "CRR by model: none rests on 10 rows or more, too few to compare."
    )


def test_an_interval_of_one_value_says_no_more_than_so_many_right_rows_do() -> None:
    """Ten of ten rows: the bound of Clopper and Pearson is 69.15 %."""
    perfect = mark("ten of ten", 100, 100, 100, rows=10)
    assert span(perfect)[0] == pytest.approx(69.15, abs=0.005)
    assert overlap(perfect, mark("most of thirty", 80, 65, 95))
    assert not overlap(perfect, mark("half", 50, 40, 60))


def test_a_figure_without_interval_is_told_from_nobody() -> None:
    assert overlap(without_interval("a", 100, 20), mark("b", 10))


def test_a_figure_that_many_resamples_leave_undefined_rests_on_few_whatever_its_rows() -> None:
    """As the F1 of a judge who saw two hundred traces, one of them flawed."""
    one_flawed = without_interval("judge", 90, 200, low=0.89, high=0.91, refused=None, undefined=360)
    assert not enough(one_flawed)
    assert enough(mark("other", 50))


def test_no_figure_stands_behind_a_name_which_right_to_left_text_would_turn() -> None:
    for title in (
        ranged("CRR by model", [mark("א", 20), mark("ב", 60)]),
        ranged("CRR by model", [mark("א", 20), mark("ב", 90, rows=2)]),
    ):
        assert all(after[:1] in {")", ",", ";", "."} for after in title.replace("ב", "א").split("א")[1:])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("guessed by model", "Guessed by model"),
        ("reasoning-aware by model", "Reasoning-aware by model"),
        ("pass@1 by level", "pass@1 by level"),
        ("κ on error", "κ on error"),
        ("Q→AR by model", "Q→AR by model"),
    ],
)
def test_a_title_begins_with_a_capital_unless_with_a_symbol(text: str, sentence: str) -> None:
    assert begun(text) == sentence
