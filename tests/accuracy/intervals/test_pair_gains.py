from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from cgr_audit.accuracy.intervals.pair_gains import pair_gains, paired_score_interval

Row = tuple[str, str, str, bool, bool]


def table(rows: list[Row]) -> pd.DataFrame:
    columns = ["dataset", "solver", "item_id", "direct_correct", "assisted_correct"]
    return pd.DataFrame(rows, columns=columns).astype({"direct_correct": "boolean", "assisted_correct": "boolean"})


def interval(*cells: float, level: float = 0.95) -> tuple[float, float]:
    low, high = paired_score_interval(*(np.array([float(cell)]) for cell in cells), level)
    return round(float(low[0]), 4), round(float(high[0]), 4)


@pytest.mark.parametrize(
    ("cells", "published"),
    [((36, 12, 2, 0), (0.0569, 0.3404)), ((20, 12, 2, 16), (0.0562, 0.3292))],
)
def test_the_interval_is_that_of_the_publication(cells: tuple[int, ...], published: tuple[float, float]) -> None:
    assert interval(*cells) == published


@given(st.tuples(*[st.integers(0, 40)] * 4).filter(any), st.sampled_from([0.8, 0.95, 0.99]))
def test_the_interval_is_that_of_the_formula_written_out(cells: tuple[int, ...], level: float) -> None:
    both, assisted_only, direct_only, neither = cells
    number = sum(cells)
    first, second = both + assisted_only, both + direct_only
    (low_1, high_1), (low_2, high_2) = (
        proportion_confint(count, number, alpha=1 - level, method="wilson") for count in (first, second)
    )
    share_1, share_2 = first / number, second / number
    cross = both * neither - assisted_only * direct_only
    cross = max(cross - number / 2, 0) if cross > 0 else cross
    margins = math.sqrt(first * (number - first) * second * (number - second))
    correlation = cross / margins if margins else 0.0
    below = (share_1 - low_1) ** 2 - 2 * correlation * (share_1 - low_1) * (high_2 - share_2) + (high_2 - share_2) ** 2
    above = (high_1 - share_1) ** 2 - 2 * correlation * (high_1 - share_1) * (share_2 - low_2) + (share_2 - low_2) ** 2
    expected = (share_1 - share_2 - math.sqrt(below), share_1 - share_2 + math.sqrt(above))
    low, high = paired_score_interval(*(np.array([float(cell)]) for cell in cells), level)
    assert (float(low[0]), float(high[0])) == pytest.approx(expected, abs=1e-9)


@given(st.tuples(*[st.integers(0, 30)] * 4).filter(any))
def test_swapping_the_channels_mirrors_the_interval(cells: tuple[int, ...]) -> None:
    both, assisted_only, direct_only, neither = cells
    low, high = interval(both, assisted_only, direct_only, neither)
    assert interval(both, direct_only, assisted_only, neither) == pytest.approx((-high, -low), abs=1e-9)


def test_each_pair_has_its_counts_and_gain_in_points() -> None:
    rows = [("d", "s", str(number), number < 2, number < 5) for number in range(10)]
    rows += [("d", "t", str(number), number < 4, False) for number in range(10)]
    lines = pair_gains(table(rows))
    assert lines[["dataset", "solver", "rows", "items"]].to_numpy().tolist() == [["d", "s", 10, 10], ["d", "t", 10, 10]]
    assert lines["gain"].tolist() == [30.0, -40.0]
    assert lines["design_effect"].tolist() == pytest.approx([1.0, 1.0])
    assert (lines["low"] < lines["gain"]).all()
    assert (lines["gain"] < lines["high"]).all()


def test_rows_that_repeat_their_items_tell_nothing_new() -> None:
    rows = [("d", "s", str(number), number % 2 == 0, number % 3 != 0) for number in range(30)]
    once, thrice = pair_gains(table(rows)), pair_gains(table(rows * 3))
    ends = ["gain", "low", "high"]
    effect = float(thrice["design_effect"].iloc[0])
    assert effect == pytest.approx(3 * (90 - 1) / 90 * 30 / 29)
    assert thrice["rows"].tolist() == [90]
    assert thrice[ends].to_numpy() == pytest.approx(once[ends].to_numpy(), abs=0.5)


def test_where_all_rows_are_alike_an_item_counts_once() -> None:
    rows = [("d", "s", str(number), False, True) for number in range(10)]
    lines = pair_gains(table(rows * 2))
    assert lines["design_effect"].tolist() == [2.0]
    assert lines[["low", "high"]].round(4).to_numpy().tolist() == [
        [
            round(100 * end, 4)
            for end in (float(x[0]) for x in paired_score_interval(*map(np.array, ([0.0], [10.0], [0.0], [0.0])), 0.95))
        ]
    ]


def test_one_row_has_an_interval_that_says_how_little_it_is() -> None:
    lines = pair_gains(table([("d", "s", "1", False, True)]))
    assert lines["gain"].tolist() == [100.0]
    assert lines["low"].iloc[0] < 0


def test_without_both_channels_there_is_no_line() -> None:
    rows = table([("d", "s", "1", False, True)])
    rows["direct_correct"] = rows["direct_correct"].mask(rows["direct_correct"].notna())
    assert pair_gains(rows).empty
    assert pair_gains(rows.iloc[:0]).empty
