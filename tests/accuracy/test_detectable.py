"""The minimum detectable effect, by hand and as the rows of an item are one cluster."""

from __future__ import annotations

import math

import pytest

from cgr_audit.accuracy.comparison.detectable import detectable_difference

BALANCES = [1] * 20 + [-1] * 10 + [0] * 70


def test_it_is_the_sum_of_two_quantiles_times_the_standard_error() -> None:
    error = math.sqrt((30 - 100 * 0.1**2) / 99 / 100)
    assert detectable_difference(BALANCES, [1] * 100, 0.95) == pytest.approx(100 * (1.959964 + 0.841621) * error)


def test_rows_that_only_repeat_items_find_no_smaller_difference() -> None:
    once = detectable_difference(BALANCES, [1] * 100, 0.95)
    assert detectable_difference([2 * balance for balance in BALANCES], [2] * 100, 0.95) == pytest.approx(once)


@pytest.mark.parametrize(("balances", "sizes"), [([], []), ([1], [1]), ([0, 0], [1, 1]), ([1, 1], [1, 1])])
def test_there_is_none_where_nothing_varies(balances: list[int], sizes: list[int]) -> None:
    assert detectable_difference(balances, sizes, 0.95) is None
