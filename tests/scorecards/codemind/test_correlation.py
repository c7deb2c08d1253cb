"""Spearman's ρ over rows and over levels, against scipy's and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.codemind.correlation import rank_correlations
from cgr_audit.scorecards.codemind.correlations import correlation_table

FEW = Resampling(200, 0, 0.95)


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=4, max_size=40))
def test_both_are_those_of_scipy(rows: list[tuple[int, bool]]) -> None:
    numbers = np.array([float(number) for number, _ in rows])
    right = np.array([is_right for _, is_right in rows])
    values = np.unique(numbers)
    rates = np.array([right[numbers == value].mean() for value in values])
    assume(len(values) > 2 and len(set(right)) == 2 and len(set(rates)) > 1)
    over_rows, over_levels = rank_correlations(numbers, right, FEW)
    assert over_rows.rho == pytest.approx(spearmanr(numbers, right).statistic, abs=1e-12)
    if len(rows) > 8 and abs(over_rows.rho or 0) < 1 - 1e-9:
        assert over_rows.p_value == pytest.approx(spearmanr(numbers, right).pvalue)
    assert over_levels.rho == pytest.approx(spearmanr(values, rates).statistic, abs=1e-12)
    assert (over_rows.rows, over_rows.levels) == (len(rows), len(values))


@pytest.mark.parametrize(
    ("numbers", "right", "p_value"),
    [
        ([1, 2, 1, 2], [0, 1, 0, 1], 2 / 6),
        ([1, 2, 3, 4], [0, 0, 0, 1], 2 / 4),
        ([1, 1, 1, 1, 1, 1, 1, 1, 1, 2], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 1 / 10),
        ([1] * 5 + [2] * 5, [0] * 5 + [1] * 5, 2 / 252),
    ],
)
def test_few_rows_and_rows_in_perfect_order_are_as_unlikely_as_such_orders_are_rare(
    numbers: list[float], right: list[int], p_value: float
) -> None:
    over_rows, _ = rank_correlations(np.array(numbers, dtype=float), np.array(right, dtype=bool), FEW)
    assert over_rows.p_value == pytest.approx(p_value)


def test_levels_in_perfect_order_are_as_unlikely_as_two_of_all_orders() -> None:
    numbers = np.repeat([1.0, 2.0, 3.0, 4.0], 4)
    right = np.array([at % 4 < 4 - level for level in range(4) for at in range(4)])
    over_rows, over_levels = rank_correlations(numbers, right, FEW)
    assert over_levels.rho == -1
    assert over_levels.p_value == pytest.approx(2 / 24)
    assert over_rows.rho == pytest.approx(spearmanr(numbers, right).statistic)


def test_a_correlation_that_no_resample_defines_has_a_remark_in_place_of_an_interval() -> None:
    """A resample of one kind of row alone has no correlation: of three different rows, one in nine is such."""
    numbers, right = np.array([1.0, 2.0, 3.0]), np.array([False, False, True])
    found = [rank_correlations(numbers, right, Resampling(1, seed))[0] for seed in range(40)]
    over_rows = next(one for one in found if one.low is None)
    assert over_rows.rho == pytest.approx(np.sqrt(3) / 2)
    assert (over_rows.low, over_rows.high, over_rows.resamples) == (None, None, 0)
    assert over_rows.remark == "not defined in any resample"


def test_a_correlation_that_most_resamples_do_not_define_has_no_interval() -> None:
    """It takes both of two rows, which are in about 43 % of the resamples of four; as for every other figure."""
    numbers, right = np.array([2.0, 1.0, 1.0, 1.0]), np.array([False, True, False, False])
    found, _ = rank_correlations(numbers, right, Resampling(1_000))
    assert found.rho is not None
    assert (found.low, found.high, found.resamples) == (None, None, 0)
    assert found.remark == "not defined in 577 of 1,000 resamples"


def test_two_rows_and_two_levels_lie_on_a_line_and_have_no_correlation() -> None:
    rows, levels = rank_correlations(np.array([1.0, 2.0]), np.array([True, False]), FEW)
    assert (rows.rho, rows.p_value, rows.low, rows.remark) == (None, None, None, "fewer than 3 rows")
    assert (levels.rho, levels.p_value, levels.low, levels.remark) == (None, None, None, "fewer than 3 levels")
    rows, levels = rank_correlations(np.repeat([1.0, 2.0], 6), np.arange(12) < 5, FEW)
    assert rows.rho is not None
    assert (levels.rho, levels.p_value, levels.low, levels.remark) == (None, None, None, "fewer than 3 levels")


def test_the_table_says_in_brackets_how_few_a_correlation_ranks() -> None:
    numbers, right = np.repeat([1.0, 2.0, 3.0], 4), np.array([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0], dtype=bool)
    records = [
        {"task": "ier", "benchmark": "b", "model": "m", "of": "complexity", **found.to_record()}
        for found in rank_correlations(numbers, right, FEW)
    ]
    table = correlation_table(records, FEW)
    rho = [column.key for column in table.columns].index("rho")
    assert [cells[rho] for cells in table.cells()] == ["-0.816", "-1.000 (3 levels)"]


def test_the_interval_is_that_of_rows_drawn_anew() -> None:
    generator = np.random.default_rng(3)
    numbers = generator.integers(1, 6, 300).astype(float)
    right = generator.random(300) < 0.9 - 0.1 * numbers
    found, _ = rank_correlations(numbers, right, Resampling(2_000, 0, 0.9))
    drawn = []
    for _ in range(2_000):
        places = generator.integers(0, 300, 300)
        drawn.append(spearmanr(numbers[places], right[places]).statistic)
    assert found.low == pytest.approx(np.percentile(drawn, 5), abs=0.012)
    assert found.high == pytest.approx(np.percentile(drawn, 95), abs=0.012)
    assert found.resamples == 2_000


def test_the_same_seed_gives_the_same_interval() -> None:
    numbers, right = np.arange(30.0), np.arange(30) % 3 == 0
    assert rank_correlations(numbers, right, FEW) == rank_correlations(numbers, right, FEW)


@pytest.mark.parametrize(
    ("numbers", "right"), [([1.0, 2.0, 3.0], [True, True, True]), ([2.0, 2.0, 2.0], [True, False, True])]
)
def test_where_all_is_the_same_there_is_no_correlation(numbers: list[float], right: list[bool]) -> None:
    for found in rank_correlations(np.array(numbers), np.array(right), FEW):
        assert (found.rho, found.p_value, found.low, found.high) == (None, None, None, None)
        assert found.remark == "not defined: all scores, or all numbers, are the same"
