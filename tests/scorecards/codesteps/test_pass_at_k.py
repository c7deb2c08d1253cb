"""pass@k against its definition by counting, against drawing, and against published figures."""

from __future__ import annotations

from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.codesteps_cruxeval import published_and_ours
from cgr_audit.scorecards.codesteps.pass_at_k import pass_at_k

NUMBERS = st.integers(1, 12).flatmap(lambda samples: st.tuples(st.just(samples), st.integers(0, samples)))


def of(samples: int, passed: int, most: int) -> list[float]:
    return pass_at_k(np.array([samples]), np.array([passed]), most)[0].tolist()


def test_by_hand() -> None:
    # n = 5, c = 2: 1 - 3/5; 1 - (3*2)/(5*4); 1 - (3*2*1)/(5*4*3); then at most 3 fail, and one of 4 or 5 passes.
    assert of(5, 2, 5) == [pytest.approx(0.4), pytest.approx(0.7), pytest.approx(0.9), 1.0, 1.0]


def test_none_that_passes_is_zero_and_all_that_pass_is_one() -> None:
    assert of(4, 0, 4) == [0.0] * 4
    assert of(4, 4, 4) == [1.0] * 4


def test_there_is_none_for_more_samples_than_a_problem_has() -> None:
    found = pass_at_k(np.array([2, 4]), np.array([1, 1]), 3)
    assert np.isnan(found).tolist() == [[False, False, True], [False, False, False]]


def test_a_problem_without_samples_has_none() -> None:
    assert np.isnan(of(0, 0, 2)).all()


@given(NUMBERS)
def test_it_is_the_share_of_the_draws_of_k_samples_with_one_that_passes(numbers: tuple[int, int]) -> None:
    samples, passed = numbers
    for k, found in enumerate(of(samples, passed, samples), start=1):
        assert found == pytest.approx(1 - comb(samples - passed, k) / comb(samples, k), abs=1e-12)
    if samples <= 6:
        draws = list(combinations([True] * passed + [False] * (samples - passed), 2))
        share = sum(any(draw) for draw in draws) / len(draws) if draws else None
        assert share is None or of(samples, passed, 2)[1] == pytest.approx(share, abs=1e-12)


@given(NUMBERS)
def test_it_never_falls_with_k(numbers: tuple[int, int]) -> None:
    found = of(*numbers, numbers[0])
    assert found == sorted(found)


def test_thousands_of_samples_stay_exact() -> None:
    samples, passed, k = 10_000, 3, 2_000
    exact = 1 - comb(samples - passed, k) / comb(samples, k)
    assert of(samples, passed, k)[-1] == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("task", ["output", "input"])
def test_cruxevals_published_figures_come_out(task: str, data_folder: Path) -> None:
    found = published_and_ours(data_folder / "cruxeval" / f"passes_{task}.json")
    assert list(found) == ["pass@1", "pass@5"]
    for published, ours in found.values():
        assert ours == pytest.approx(published, abs=1e-9)
