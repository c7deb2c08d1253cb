"""Rank correlations: ties, and where there is none."""

from __future__ import annotations

from cgr_audit.scorecards.rank_correlation import rank_correlation


def test_values_that_differ_by_rounding_share_a_rank_in_both_coefficients() -> None:
    marks = [1.0, 2.0, 3.0, 4.0]
    assert rank_correlation(marks, [0.1, 0.3, (0.2 + 0.4) / 2, 0.5]) == rank_correlation(marks, [0.1, 0.3, 0.3, 0.5])
    assert (0.2 + 0.4) / 2 != 0.3


def test_fewer_than_three_values_or_a_constant_have_no_rank_correlation() -> None:
    for first, second in (([1.0, 2.0], [1.0, 2.0]), ([1.0, 1.0, 1.0], [1.0, 2.0, 3.0])):
        assert rank_correlation(first, second).rho is None
