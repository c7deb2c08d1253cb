"""SWS against pass@k, over rows and over tenths of SWS."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cgr_audit.scorecards.codesteps.correlations import correlation_table, correlations, sws_intervals
from cgr_audit.scorecards.codesteps.pass_at_k import pass_at_k

NAN = float("nan")


def test_a_tenth_has_its_lower_end_and_the_last_one_both() -> None:
    found = sws_intervals(np.array([0.0, 0.0999, 0.1, 0.3, 0.95, 1.0, NAN]))
    assert {name: np.flatnonzero(rows).tolist() for name, rows in found.items()} == {
        "0.0 to 0.1": [0, 1],
        "0.1 to 0.2": [2],
        "0.3 to 0.4": [3],
        "0.9 to 1.0": [4, 5],
    }


def test_means_that_should_be_an_end_are_in_the_tenth_that_begins_there() -> None:
    values = np.array([(0.1 + 0.2 + 0.6) / 3, (0.7 + 0.7 + 0.7) / 3, (0.1 * 3) / 1, 1 - 0.7])
    assert list(sws_intervals(values)) == ["0.3 to 0.4", "0.7 to 0.8"]


def test_rows_and_tenths_are_correlated_by_hand() -> None:
    sws = np.array([0.05, 0.05, 0.45, 0.45, 0.85, NAN])
    passing = np.array([0.0, 0.5, 0.25, 0.25, 1.0, 1.0])
    (found,) = correlations((0.8,), [sws], {1: passing})
    assert (found.threshold, found.k, found.rows, found.intervals) == (0.8, 1, 5, 3)
    # Tenths: SWS 0.05, 0.45, 0.85 against 0.25, 0.25, 1.0: Pearson of (-1, 0, 1) and (-1, -1, 2) is 3/sqrt(12).
    assert found.pearson_of_intervals == pytest.approx(3 / 12**0.5)
    assert found.spearman_of_intervals == pytest.approx(stats.spearmanr([1, 2, 3], [1, 1, 2]).statistic)
    assert found.spearman == pytest.approx(stats.spearmanr(sws[:5], passing[:5]).statistic)
    assert found.pearson == pytest.approx(np.corrcoef(sws[:5], passing[:5])[0, 1])


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=3, max_size=40))
def test_coefficients_are_those_of_scipy_with_many_ties_too(rows: list[tuple[int, int]]) -> None:
    sws, passing = (np.array(side) for side in zip(*((first / 6, second / 4) for first, second in rows), strict=True))
    (found,) = correlations((0.8,), [sws], {1: passing})
    if np.ptp(sws) == 0 or np.ptp(passing) == 0:
        assert (found.spearman, found.pearson) == (None, None)
        return
    assert found.spearman == pytest.approx(stats.spearmanr(sws, passing).statistic, abs=1e-12)
    assert found.pearson == pytest.approx(stats.pearsonr(sws, passing).statistic, abs=1e-12)


def test_values_that_only_rounding_tells_apart_are_ties() -> None:
    passing = pass_at_k(np.array([10, 5, 10, 10]), np.array([2, 1, 5, 9]), 1)[:, 0]
    sws = np.array([0.1 + 0.2, 0.3, 0.3, 0.9])
    assert sws[0] != sws[1], "the case is about values that differ by rounding"
    (found,) = correlations((0.8,), [sws], {1: passing})
    assert found.spearman == pytest.approx(stats.spearmanr([1, 1, 1, 2], [1, 1, 2, 3]).statistic)
    (found,) = correlations((0.8,), [passing], {1: sws})
    assert found.spearman == pytest.approx(stats.spearmanr([1, 1, 2, 3], [1, 1, 1, 2]).statistic)


def test_where_one_side_does_not_vary_there_is_no_correlation() -> None:
    (found,) = correlations((0.8,), [np.array([0.5, 0.5, 0.5])], {1: np.array([0.0, 0.5, 1.0])})
    assert (found.spearman, found.pearson, found.spearman_of_intervals) == (None, None, None)


def test_two_rows_or_two_tenths_are_too_few() -> None:
    (found,) = correlations((0.8,), [np.array([0.1, 0.9])], {1: np.array([0.0, 1.0])})
    assert (found.spearman, found.intervals, found.pearson_of_intervals) == (None, 2, None)


def test_every_threshold_and_k_is_a_line_of_the_table() -> None:
    sws = [np.array([0.1, 0.5, 0.9]), np.array([0.0, 0.5, 0.9])]
    passing = {1: np.array([0.1, 0.2, 0.3]), 5: np.array([0.5, NAN, NAN])}
    found = list(correlations((0.5, 0.8), sws, passing))
    assert [(one.threshold, one.k, one.rows) for one in found] == [(0.5, 1, 3), (0.5, 5, 1), (0.8, 1, 3), (0.8, 5, 1)]
    table = correlation_table(found)
    assert table.cells()[0] == ("0.500", "1", "3", "1.00", "1.00", "3", "1.00", "1.00")
    assert table.cells()[1] == ("0.500", "5", "1", "–", "–", "1", "–", "–")


def test_without_rows_that_have_both_there_is_none() -> None:
    assert list(correlations((0.8,), [np.array([NAN, 0.5])], {1: np.array([0.5, NAN])})) == []
