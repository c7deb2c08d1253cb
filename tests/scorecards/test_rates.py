"""Rates and their intervals, against exact distributions and scipy's bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.figure_record import figure_record
from cgr_audit.scorecards.rates import Figure, Measure, figures, ratio
from cgr_audit.scorecards.resampled import Summed, resampled_sums

Numbers = NDArray[np.float64]
MEAN = Measure("mean", "mean", "The mean.", ratio(1, 0), 0, 1)


def summed(values: Numbers) -> Summed:
    return Summed.of(np.stack([np.ones(len(values)), values], axis=1))


def _only_of_all(sums: Numbers) -> Numbers:
    return np.where((sums > 0).all(axis=-1), 1.0, np.nan)


def mean_of(values: Numbers, resampling: Resampling | None = None, strata: NDArray[np.intp] | None = None) -> Figure:
    rows = np.arange(len(values))
    (figure,) = figures(summed(values), rows, [MEAN], resampling or Resampling(), strata)
    return figure


@pytest.mark.parametrize(("right", "rows"), [(30, 100), (1, 20), (499, 500), (7, 10)])
def test_a_share_of_right_rows_has_the_interval_of_its_binomial_distribution(right: int, rows: int) -> None:
    figure = mean_of(np.repeat([1.0, 0.0], [right, rows - right]), Resampling(100_000))
    low, high = scipy.stats.binom.ppf([0.025, 0.975], rows, right / rows)
    assert (figure.rows, figure.correct, figure.rate) == (rows, right, right / rows)
    assert figure.interval.low == pytest.approx(low / rows, abs=1.01 / rows)
    assert figure.interval.high == pytest.approx(high / rows, abs=1.01 / rows)


def test_the_interval_of_a_mean_is_that_of_scipy() -> None:
    values = np.random.default_rng(5).beta(2, 5, 300)
    figure = mean_of(values, Resampling(20_000))
    theirs = scipy.stats.bootstrap((values,), np.mean, method="percentile", n_resamples=20_000, random_state=1)
    width = theirs.confidence_interval.high - theirs.confidence_interval.low
    assert figure.interval.low == pytest.approx(theirs.confidence_interval.low, abs=0.03 * width)
    assert figure.interval.high == pytest.approx(theirs.confidence_interval.high, abs=0.03 * width)


def test_drawing_kinds_of_rows_is_drawing_rows() -> None:
    """Both ways have the mean and the variance of draws with replacement, and their covariance."""
    sums = np.repeat([[1.0, 0.0], [1.0, 0.5], [1.0, 1.0]], [200, 100, 60], axis=0)
    few = Summed.of(sums)
    all_differ = Summed(sums, np.arange(len(sums)), sums)
    rows = np.arange(len(sums))
    for one in (few, all_differ):
        drawn = resampled_sums(one, rows, Resampling(40_000))
        assert (drawn[:, 0] == 360).all()
        assert drawn[:, 1].mean() == pytest.approx(sums[:, 1].sum(), rel=0.002)
        assert drawn[:, 1].var() == pytest.approx(360 * sums[:, 1].var(), rel=0.03)


def test_rows_of_a_stratum_are_drawn_within_it() -> None:
    """With two strata that are each all alike nothing can vary."""
    values = np.repeat([0.0, 1.0], [30, 10])
    figure = mean_of(values, strata=np.repeat([0, 1], [30, 10]))
    assert (figure.interval.low, figure.interval.high) == (0.25, 0.25)
    assert mean_of(values).interval.low != 0.25


def test_only_the_chosen_rows_count() -> None:
    chosen = np.arange(4)
    (figure,) = figures(summed(np.repeat([1.0, 0.0], [4, 6])), chosen, [MEAN], Resampling())
    assert (figure.rows, figure.correct, figure.rate) == (4, 4, 1.0)


def test_two_rows_have_a_rate_and_a_refusal_in_place_of_an_interval() -> None:
    figure = mean_of(np.array([1.0, 0.0]))
    assert figure.rate == 0.5
    assert figure.interval.refused == "2 rows: fewer than 3"
    assert (figure.interval.low, figure.interval.high, figure.interval.resamples) == (None, None, 0)


def test_no_row_has_no_rate() -> None:
    figure = mean_of(np.array([]))
    assert (figure.rows, figure.rate, figure.interval.refused) == (0, None, "the figure is not defined")


def test_few_rows_and_rows_that_are_all_alike_are_said_to_be_so() -> None:
    assert mean_of(np.ones(9)).interval.note == (
        "rests on 9 rows; every resample gives the same, which says nothing about other rows"
    )
    assert mean_of(np.repeat([0.0, 1.0], 10)).interval.note is None


def test_rows_that_are_all_alike_in_a_figure_have_no_width_though_they_differ_in_others() -> None:
    """Sums of thirds come out a little differently by the order in which they are added."""
    sums = np.stack([np.ones(400), np.full(400, 1 / 3), np.random.default_rng(0).random(400)], axis=1)
    (figure,) = figures(Summed.of(sums), np.arange(400), [MEAN], Resampling(1_000))
    assert figure.interval.low == figure.interval.high == pytest.approx(1 / 3, abs=1e-12)
    assert figure.interval.note == "every resample gives the same, which says nothing about other rows"


def test_resamples_in_which_a_figure_is_undefined_are_counted_and_left_out() -> None:
    """Of five rows one counts below the line: it is missing from 0.8**5 of the resamples."""
    below = np.array([1.0, 0, 0, 0, 0])
    both = Summed.of(np.stack([below, below], axis=1))
    measure = Measure("m", "m", "M.", ratio(1, 0), 0)
    figure = figures(both, np.arange(5), [measure], Resampling(10_000))[0]
    assert figure.interval.refused == "1 row: fewer than 3"
    wide = Summed.of(np.concatenate([np.ones((3, 2)), np.zeros((6, 2))]))
    interval = figures(wide, np.arange(9), [measure], Resampling(10_000))[0].interval
    assert interval.undefined == pytest.approx(10_000 * (6 / 9) ** 9, rel=0.25)
    assert (interval.low, interval.high) == (1.0, 1.0)


@pytest.mark.parametrize(("classes", "missing"), [(1, 0.049), (2, 0.095)])
def test_an_interval_says_where_it_is_that_of_a_part_of_the_resamples(classes: int, missing: float) -> None:
    """A class of three rows is missing from one resample in twenty."""
    sums = np.zeros((300, 1 + classes))
    sums[:, 0] = 1
    for number in range(classes):
        sums[3 * number : 3 * number + 3, 1 + number] = 1
    measure = Measure("m", "m", "M.", _only_of_all, 0)
    figure = figures(Summed.of(sums), np.arange(300), [measure], Resampling(20_000), case="trace")[0]
    undefined = figure.interval.undefined
    assert undefined == pytest.approx(20_000 * missing, rel=0.1)
    said = f"not defined in {undefined:,} of 20,000 resamples, which are left out"
    assert (said in str(figure.interval.note)) == (undefined > 1_000)
    shown = figure_record(figure, "trace")["interval_few"]
    assert shown == ("no width" if undefined <= 1_000 else f"in {100 - undefined / 200:.0f} % of resamples, no width")


def test_a_figure_that_most_resamples_do_not_define_has_a_refusal_in_place_of_an_interval() -> None:
    """Both of two rows must be drawn among many: so they are in 40 % of the resamples."""
    sums = np.column_stack([np.ones(200), np.repeat([1.0, 0.0], [1, 199]), np.repeat([0.0, 1.0], [199, 1])])
    measure = Measure("m", "m", "M.", _only_of_all, 0)
    interval = figures(Summed.of(sums), np.arange(200), [measure], Resampling(2_000))[0].interval
    assert interval.undefined == pytest.approx(1_200, rel=0.1)
    assert (interval.low, interval.high) == (None, None)
    assert interval.refused == f"not defined in {interval.undefined:,} of 2,000 resamples"


def test_a_figure_that_no_resample_defines_has_a_refusal_in_place_of_an_interval() -> None:
    """Each of a hundred rows must be drawn, which one resample in 10^43 does."""
    measure = Measure("m", "m", "M.", _only_of_all, 0)
    sums = np.column_stack([np.ones(100), np.eye(100)])
    interval = figures(Summed.of(sums), np.arange(100), [measure], Resampling(1_000))[0].interval
    assert (interval.low, interval.high, interval.undefined) == (None, None, 1_000)
    assert interval.refused == "not defined in any resample"


def test_the_same_seed_gives_the_same_and_another_seed_another() -> None:
    values = np.random.default_rng(2).random(50)
    first, again, other = (mean_of(values, Resampling(1_000, seed)).interval for seed in (3, 3, 4))
    assert first == again
    assert first.low != other.low


def test_very_many_different_rows_have_fewer_resamples_and_alike_ones_all() -> None:
    many = np.random.default_rng(1).random(400_000)
    assert summed(many).affordable(Resampling()).resamples == 1_000
    assert summed(many[:40_000]).affordable(Resampling()).resamples == 2_500
    assert summed(np.round(many)).affordable(Resampling()).resamples == 10_000
    assert summed(many).affordable(Resampling(100)).resamples == 100


def test_a_level_moves_both_ends() -> None:
    values = np.random.default_rng(2).random(200)
    narrow, wide = (mean_of(values, Resampling(5_000, 0, level)).interval for level in (0.8, 0.99))
    assert wide.low is not None
    assert wide.high is not None
    assert narrow.low is not None
    assert narrow.high is not None
    assert wide.low < narrow.low < narrow.high < wide.high
