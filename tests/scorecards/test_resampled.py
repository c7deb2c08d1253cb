"""Rows drawn again: in blocks, by a thread and in slabs, it comes out as drawn, counted and summed plainly."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cgr_audit.accuracy.intervals import bootstrap
from cgr_audit.accuracy.intervals.bootstrap import weighted_sums
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards import resampled
from cgr_audit.scorecards.resampled import Summed, resampled_sums


def plainly(sums: NDArray[np.float64], resampling: Resampling) -> NDArray[np.float64]:
    """Draw one row after the other, and add up what they have."""
    generator = np.random.default_rng(resampling.seed)
    drawn = generator.integers(0, len(sums), size=(resampling.resamples, len(sums)))
    return np.array([sums[rows].sum(axis=0) for rows in drawn])


@pytest.mark.parametrize("cells", [1, 100, 1 << 20])
@pytest.mark.parametrize("at_hand", [1, 64, 1 << 15])
@pytest.mark.parametrize("worth_a_thread", [1, 1 << 22])
def test_blocks_and_threads_change_nothing(
    monkeypatch: pytest.MonkeyPatch, cells: int, at_hand: int, worth_a_thread: int
) -> None:
    for name, value in (("_CELLS", cells), ("_AT_HAND", at_hand), ("_WORTH_A_THREAD", worth_a_thread)):
        monkeypatch.setattr(resampled, name, value)
    for rows in (17, 31, 100):
        sums = np.random.default_rng(rows).random((rows, 3))
        found = resampled_sums(Summed.of(sums), np.arange(rows), Resampling(53, seed=4))
        np.testing.assert_allclose(found, plainly(sums, Resampling(53, seed=4)), rtol=1e-12)


def test_only_the_rows_of_a_group_are_drawn() -> None:
    sums = np.random.default_rng(1).random((60, 2))
    chosen = np.arange(0, 60, 3)
    found = resampled_sums(Summed.of(sums), chosen, Resampling(40))
    np.testing.assert_allclose(found, plainly(sums[chosen], Resampling(40)), rtol=1e-12)


def test_however_many_strata_there_are_only_their_sum_is_held() -> None:
    sums = np.random.default_rng(2).random((400, 300))
    strata = np.repeat(np.arange(200), 2)
    summed = Summed.of(sums)
    tracemalloc.start()
    found = resampled_sums(summed, np.arange(400), Resampling(100), strata)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * found.nbytes
    generator = np.random.default_rng(0)
    each = [
        generator.multinomial(2, [0.5, 0.5], size=100) @ sums[start : start + 2] for start in range(0, len(sums), 2)
    ]
    np.testing.assert_allclose(found, np.sum(each, axis=0), rtol=1e-12)


@given(st.integers(1, 30), st.integers(1, 40), st.integers(1, 6), st.sampled_from([1, 7, 50, 1 << 18]))
def test_sums_of_resamples_are_the_matrix_product_however_it_is_cut(
    resamples: int, units: int, columns: int, product: int
) -> None:
    generator = np.random.default_rng(resamples * units)
    weights = generator.integers(0, 5, (resamples, units)).astype(np.float64)
    sums = generator.random((units, columns))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bootstrap, "_PRODUCT", product)
        np.testing.assert_allclose(weighted_sums(weights, sums), weights @ sums, rtol=1e-12)
