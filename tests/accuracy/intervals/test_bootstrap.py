from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from numpy.typing import NDArray

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.intervals import bootstrap as bootstrap_module
from cgr_audit.accuracy.intervals.bootstrap import Drawn, bootstrap, layout_of, pair_weights
from cgr_audit.accuracy.intervals.estimates import Method, Resampling, estimates
from cgr_audit.accuracy.intervals.measure_sums import FIGURES, measures_of, pair_sums
from cgr_audit.accuracy.pair_counts import pairs_of

BOOTSTRAPS = [method for method in Method if method.is_bootstrap]
GAIN = FIGURES.index(("macro", "gain"))


def grid(datasets: int, solvers: int, seed: int = 0, missing: int = 0) -> pd.DataFrame:
    """Pair counts of a layout, some of whose pairs are missing."""
    draws = np.random.default_rng(seed)
    cells = list(itertools.product(range(datasets), range(solvers)))
    left_out = set(draws.choice(len(cells), missing, replace=False).tolist())
    lines = []
    for number, (dataset, solver) in enumerate(cells):
        rows = int(draws.integers(5, 40))
        direct, assisted, generator = (
            int(draws.integers(low * rows // 4, high * rows // 4 + 1)) for low, high in ((0, 2), (1, 4), (3, 4))
        )
        if number not in left_out:
            lines.append((f"d{dataset:02}", f"s{solver:02}", rows, direct, assisted, generator))
    return pd.DataFrame(lines, columns=["dataset", "solver", "rows", "direct", "assisted", "generator"])


def weights_of(counts: pd.DataFrame, method: Method, resampling: Resampling) -> NDArray[np.float64]:
    return np.concatenate(list(pair_weights(layout_of(pairs_of(counts)), method, resampling)))


def resampled(counts: pd.DataFrame, method: Method, resampling: Resampling) -> NDArray[np.float64]:
    return bootstrap(Drawn(pairs_of(counts), resampling).weights(method), pair_sums(counts), measures_of)


def test_over_pairs_every_resample_has_as_many_pairs_as_there_are() -> None:
    weights = weights_of(grid(4, 3), Method.PAIRS, Resampling(500))
    assert weights.shape == (500, 12)
    assert set(weights.sum(axis=1)) == {12.0}


@pytest.mark.parametrize(("method", "column"), [(Method.DATASETS, "dataset"), (Method.SOLVERS, "solver")])
def test_over_datasets_or_solvers_their_pairs_are_drawn_together(method: Method, column: str) -> None:
    counts = grid(4, 3, missing=2)
    weights = pd.DataFrame(weights_of(counts, method, Resampling(200)).T)
    drawn = weights.groupby(counts[column])
    assert (drawn.min() == drawn.max()).all(axis=None)
    assert set(drawn.first().sum()) == {float(counts[column].nunique())}


def test_two_way_a_pair_weighs_its_dataset_times_its_solver() -> None:
    counts = grid(5, 4, missing=3)
    by_dataset, by_solver, both = (
        weights_of(counts, method, Resampling(300, seed=5))
        for method in (Method.DATASETS, Method.SOLVERS, Method.TWO_WAY)
    )
    assert (both == by_dataset * by_solver).all()


def test_datasets_and_solvers_are_drawn_independently() -> None:
    counts = grid(3, 3)
    weights = weights_of(counts, Method.TWO_WAY, Resampling(40_000))
    assert weights.mean(axis=0) == pytest.approx(np.ones(9), abs=0.03)


@pytest.mark.parametrize("method", BOOTSTRAPS)
def test_the_same_seed_gives_the_same_and_another_seed_another(method: Method) -> None:
    counts = grid(4, 3)
    first, again, other = (weights_of(counts, method, Resampling(50, seed=seed)) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize("method", BOOTSTRAPS)
def test_how_many_are_computed_at_a_time_changes_nothing(method: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = grid(4, 3, missing=1)
    whole = weights_of(counts, method, Resampling(101, seed=3))
    for cells in (1, 11, 70, 1000):
        monkeypatch.setattr(bootstrap_module, "_CELLS", cells)
        assert (weights_of(counts, method, Resampling(101, seed=3)) == whole).all()


def test_a_block_of_a_thousand_pairs_stays_small() -> None:
    block = next(pair_weights(layout_of(pairs_of(grid(40, 25))), Method.TWO_WAY, Resampling(10_000)))
    assert block.nbytes <= 8 << 20


@pytest.mark.parametrize("method", BOOTSTRAPS)
def test_a_resample_is_the_figures_of_its_pairs_counted_as_often_as_drawn(method: Method) -> None:
    """Against a plain repetition of the lines, whose figures the exact averages give."""
    counts = grid(4, 3, seed=8, missing=2)
    figures = resampled(counts, method, Resampling(60))
    for weights, row in zip(weights_of(counts, method, Resampling(60)), figures, strict=True):
        repeated = counts.loc[counts.index.repeat(weights.astype(int))]
        expected = [getattr({"micro": micro, "macro": macro}[average](repeated), name) for average, name in FIGURES]
        assert row.tolist() == pytest.approx([np.nan if value is None else value for value in expected], nan_ok=True)


def test_over_all_resamples_of_four_pairs_the_bounds_are_exact() -> None:
    """All 256 equally likely resamples are counted out; ours meet their quantiles, and their probabilities."""
    counts = grid(2, 2, seed=4)
    accuracy = pair_sums(counts)[:, 5:]
    gains = 100 * (accuracy[:, 1] - accuracy[:, 0])
    every = np.sort([np.mean(gains[list(drawn)]) for drawn in itertools.product(range(4), repeat=4)])
    ours = resampled(counts, Method.PAIRS, Resampling(40_000))[:, GAIN]
    values, counted = np.unique(every.round(9), return_counts=True)
    found = np.array([(np.abs(ours - value) < 1e-6).mean() for value in values])
    assert found.sum() == pytest.approx(1)
    assert found == pytest.approx(counted / 256, abs=0.01)
    levels = [0.9, 0.5]
    inverse = [np.quantile(every, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf") for level in levels]
    mine = [np.quantile(ours, [(1 - level) / 2, (1 + level) / 2]) for level in levels]
    assert np.array(mine) == pytest.approx(np.array(inverse))


def test_the_pair_bootstrap_agrees_with_scipys() -> None:
    counts = grid(8, 5, seed=2)
    sums = pair_sums(counts)
    resampling = Resampling(20_000)
    ours = {
        (each.average, each.measure): each.interval(Method.PAIRS)
        for each in estimates(counts, resampling, [Method.PAIRS])
    }

    def statistic(place: int) -> Callable[[NDArray[np.int_], int], NDArray[np.float64]]:
        return lambda chosen, axis: measures_of(sums[chosen].sum(axis=axis - 1))[..., place]

    for place, figure in enumerate(FIGURES):
        theirs = scipy.stats.bootstrap(
            (np.arange(len(counts)),), statistic(place), vectorized=True, axis=-1, n_resamples=20_000,
            method="percentile", rng=np.random.default_rng(9),
        )  # fmt: skip
        low, high = theirs.confidence_interval
        tolerance = 0.08 * theirs.standard_error  # four Monte-Carlo standard errors of the difference of two quantiles
        assert ours[figure].low == pytest.approx(low, abs=tolerance)
        assert ours[figure].high == pytest.approx(high, abs=tolerance)


@pytest.mark.parametrize("method", [Method.DATASETS, Method.SOLVERS, Method.TWO_WAY])
def test_bootstraps_of_groups_agree_with_a_plain_loop(method: Method) -> None:
    counts = grid(7, 5, seed=6, missing=6)
    cells = {
        (line.dataset, line.solver): 100 * (line.assisted - line.direct) / line.rows for line in counts.itertuples()
    }
    datasets, solvers = sorted(set(counts["dataset"])), sorted(set(counts["solver"]))
    draws = random.Random(1)
    gains = []
    for _ in range(8_000):
        chosen = draws.choices(datasets, k=7) if method is not Method.SOLVERS else datasets
        asked = draws.choices(solvers, k=5) if method is not Method.DATASETS else solvers
        values = [cells[pair] for pair in itertools.product(chosen, asked) if pair in cells]
        gains.append(sum(values) / len(values))
    low, high = np.quantile(gains, [0.025, 0.975])
    interval = next(
        each.interval(method) for each in estimates(counts, Resampling(20_000), [method])
        if (each.average, each.measure) == ("macro", "gain")
    )  # fmt: skip
    tolerance = 0.12 * np.std(gains)
    assert interval.low == pytest.approx(low, abs=tolerance)
    assert interval.high == pytest.approx(high, abs=tolerance)


def test_a_resample_without_any_pair_is_undefined_and_counted() -> None:
    """Each solver has its own dataset: two-way, some resamples draw no dataset of the solvers they draw."""
    lines = [(f"d{number}", f"s{number}", 10, 1, 5, 8) for number in range(4)]
    counts = pd.DataFrame(lines, columns=["dataset", "solver", "rows", "direct", "assisted", "generator"])
    weights = weights_of(counts, Method.TWO_WAY, Resampling(5_000))
    empty = int((weights.sum(axis=1) == 0).sum())
    assert empty > 0
    for estimate in estimates(counts, Resampling(5_000), [Method.TWO_WAY]):
        assert estimate.intervals[0].undefined == empty


def test_a_method_that_does_not_resample_is_refused() -> None:
    with pytest.raises(ValueError, match="crossed effects, t does not resample"):
        weights_of(grid(3, 3), Method.CROSSED, Resampling(10))
