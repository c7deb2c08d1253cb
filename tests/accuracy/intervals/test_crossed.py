from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from numpy.typing import NDArray
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

from cgr_audit.accuracy.intervals.bootstrap import layout_of
from cgr_audit.accuracy.intervals.crossed import CrossedVariance, crossed_variances
from cgr_audit.accuracy.pair_counts import pairs_of


def cells(datasets: int, solvers: int, dataset: float, solver: float, pair: float, seed: int = 0) -> pd.DataFrame:
    """One value per pair, with effects of the given standard deviations."""
    values = drawn((datasets, solvers), (dataset, solver, pair), seed)
    lines = [(f"d{d:02}", f"s{s:02}", values[d, s]) for d in range(datasets) for s in range(solvers)]
    return pd.DataFrame(lines, columns=["dataset", "solver", "value"])


def drawn(shape: tuple[int, int], effects: tuple[float, float, float], seed: int) -> NDArray[np.float64]:
    draws = np.random.default_rng(seed)
    by_dataset, by_solver = draws.normal(0, effects[0], (shape[0], 1)), draws.normal(0, effects[1], (1, shape[1]))
    return by_dataset + by_solver + draws.normal(50, effects[2], shape)


def variance_of(frame: pd.DataFrame, weights: NDArray[np.float64] | None = None) -> CrossedVariance:
    share = np.full(len(frame), 1 / len(frame)) if weights is None else weights / weights.sum()
    value = frame["value"].to_numpy()
    return crossed_variances(layout_of(pairs_of(frame)), (share * (value - share @ value))[:, None], share)[0]


@pytest.mark.parametrize("seed", range(4))
def test_in_a_complete_layout_it_is_the_analysis_of_variance(seed: int) -> None:
    frame = cells(8, 5, 6, 4, 3, seed)
    table = anova_lm(ols("value ~ C(dataset) + C(solver)", frame).fit())
    squares = table["mean_sq"].to_numpy() / len(frame)
    found = variance_of(frame)
    assert [found.datasets, found.solvers, found.single_pairs] == pytest.approx(squares)
    assert found.total == pytest.approx(squares[0] + squares[1] - squares[2])
    freedom = found.total**2 / (squares**2 / table["df"].to_numpy()).sum()
    assert found.freedom == pytest.approx(max(freedom, 4))


def test_it_is_never_less_than_the_larger_part_and_freedom_never_less_than_the_fewer_units_give() -> None:
    """Datasets and solvers that differ less than single pairs do would leave a variance below either part."""
    fewer = 0
    for seed in range(40):
        found = variance_of(cells(6, 4, 0, 0, 5, seed))
        assert found.total >= max(found.datasets, found.solvers)
        assert found.freedom >= 3
        fewer += found.datasets + found.solvers - found.single_pairs < max(found.datasets, found.solvers)
    assert fewer > 5


COMPLETE = np.ones(54)
UNEVEN = np.repeat([10.0, 20, 40, 80, 20, 40, 10, 60, 30], 6)
SOME_MISSING = np.isin(np.arange(54), [3, 8, 14, 20, 22, 30, 37, 44, 53], invert=True).astype(float)


@pytest.mark.parametrize("weights", [COMPLETE, UNEVEN, SOME_MISSING], ids=["complete", "uneven", "some missing"])
def test_the_variance_is_that_of_the_mean_over_many_layouts(weights: NDArray[np.float64]) -> None:
    layout = layout_of(pairs_of(cells(9, 6, 0, 0, 0).loc[weights > 0]))
    share = weights[weights > 0] / weights.sum()
    means, variances = [], []
    for seed in range(1_500):
        value = drawn((9, 6), (6, 4, 8), seed).ravel()[weights > 0]
        means.append(share @ value)
        [found] = crossed_variances(layout, (share * (value - means[-1]))[:, None], share)
        variances.append(found.datasets + found.solvers - found.single_pairs)
    assert np.mean(variances) == pytest.approx(np.var(means), rel=0.12)


def test_equal_values_have_no_variance_and_the_fewest_degrees_of_freedom() -> None:
    found = variance_of(cells(5, 4, 0, 0, 0))
    assert found.total == pytest.approx(0, abs=1e-20)
    assert found.freedom >= 3


def test_without_a_pair_to_spare_nothing_is_taken_off() -> None:
    """Five pairs of three datasets and three solvers leave no residual beside the effects."""
    frame = cells(3, 3, 5, 5, 2).iloc[[0, 1, 4, 5, 8]].reset_index(drop=True)
    found = variance_of(frame)
    assert found.single_pairs == 0.0
    assert found.total == pytest.approx(found.datasets + found.solvers)


def test_one_dataset_gives_the_variance_between_solvers_alone() -> None:
    frame = cells(1, 6, 0, 4, 3)
    found = variance_of(frame)
    assert found.datasets == 0.0
    assert found.solvers == pytest.approx(scipy.stats.sem(frame["value"]) ** 2)
