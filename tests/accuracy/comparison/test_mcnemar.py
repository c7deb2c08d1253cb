"""McNemar's test against statsmodels, against the binomial distribution counted out, and against its own symmetry."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as reference
from statsmodels.stats.multitest import multipletests

from cgr_audit.accuracy.comparison.mcnemar import clustered_test, holm, mcnemar

counts = st.integers(0, 400)


@given(counts, counts, counts, counts)
def test_exact_and_corrected_are_those_of_statsmodels(both: int, first: int, second: int, neither: int) -> None:
    assume(first != second)
    table = [[both, first], [second, neither]]
    test = mcnemar(first, second)
    assert test.exact == pytest.approx(reference(table, exact=True).pvalue, abs=1e-12)
    corrected = reference(table, exact=False, correction=True)
    assert test.corrected_statistic == pytest.approx(corrected.statistic, abs=1e-12)
    assert test.corrected == pytest.approx(corrected.pvalue, abs=1e-12)


@given(st.integers(1, 200))
def test_equal_counts_are_no_difference_at_all(count: int) -> None:
    test = mcnemar(count, count)
    assert (test.exact, test.corrected_statistic, test.corrected) == (1.0, 0.0, 1.0)
    assert 0.5 < test.mid_p < 1.0


@given(st.integers(0, 60), st.integers(0, 60))
def test_both_p_values_are_the_outcomes_counted_out(first: int, second: int) -> None:
    """Exactly, over all 2^n ways: those further from balance, and all, or half, of those equally far."""
    total = first + second
    assume(total)
    far = abs(first - second)
    further = sum(comb(total, k) for k in range(total + 1) if abs(2 * k - total) > far)
    equally = sum(comb(total, k) for k in range(total + 1) if abs(2 * k - total) == far)
    test = mcnemar(first, second)
    assert test.exact == pytest.approx(float(Fraction(further + equally, 2**total)), rel=1e-9)
    assert test.mid_p == pytest.approx(float((further + Fraction(equally, 2)) / 2**total), rel=1e-9)


@given(counts, counts)
def test_swapping_the_two_keeps_every_p_value(first: int, second: int) -> None:
    one, other = mcnemar(first, second), mcnemar(second, first)
    assert (one.exact, one.mid_p, one.corrected_statistic, one.corrected) == (
        other.exact, other.mid_p, other.corrected_statistic, other.corrected,
    )  # fmt: skip
    assert one.mid_p <= one.exact


def test_without_discordant_rows_nothing_speaks_for_a_difference() -> None:
    test = mcnemar(0, 0)
    assert (test.discordant, test.exact, test.mid_p, test.corrected_statistic, test.corrected) == (0, 1, 1, 0, 1)


def test_a_worked_example() -> None:
    """10 against 2: exact 2 * (1 + 12 + 66) / 4096; corrected (8 - 1)^2 / 12."""
    test = mcnemar(10, 2)
    assert test.exact == pytest.approx(158 / 4096)
    assert test.mid_p == pytest.approx((158 - 66) / 4096)
    assert test.corrected_statistic == pytest.approx(49 / 12)


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        mcnemar(-1, 0)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_is_that_of_statsmodels(p_values: list[float]) -> None:
    with patch("gc.collect"):  # which statsmodels calls each time, at the cost of whatever else the process holds
        expected = multipletests(p_values, method="holm")[1] if p_values else []
    assert holm(p_values) == pytest.approx(tuple(expected), abs=1e-12)


def test_holm_on_a_worked_example() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))


@given(st.lists(st.sampled_from([-1, 1]), min_size=1, max_size=60), st.integers(0, 5))
def test_with_one_row_to_an_item_the_clustered_test_is_mcnemars_without_correction(
    balances: list[int], ties: int
) -> None:
    first, second = balances.count(-1), balances.count(1)
    expected = reference([[0, first], [second, 0]], exact=False, correction=False)
    test = clustered_test([*balances, *[0] * ties])
    assert test.items == len(balances)
    assert test.statistic**2 == pytest.approx(expected.statistic)
    assert test.p_value == pytest.approx(expected.pvalue)


def test_repeating_every_row_of_an_item_adds_no_evidence() -> None:
    balances = [1, 1, 1, -1, 1, 0]
    once, thrice = clustered_test(balances), clustered_test([3 * balance for balance in balances])
    assert once.p_value == pytest.approx(thrice.p_value)
    assert mcnemar(3, 12).exact < mcnemar(1, 4).exact


def test_without_an_item_that_does_not_balance_the_clustered_test_says_nothing() -> None:
    assert (clustered_test([]).p_value, clustered_test([0, 0]).statistic) == (1.0, 0.0)
