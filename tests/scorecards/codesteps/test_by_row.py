"""Samples brought together by row."""

from __future__ import annotations

import numpy as np

from cgr_audit.scorecards.codesteps.by_row import Samples

NAN = float("nan")
SAMPLES = Samples(np.array([2, 0, 3]))
VALUES = np.array([0.2, 0.4, 0.9, 0.1, 0.5])


def test_the_mean_is_over_the_samples_of_a_row() -> None:
    np.testing.assert_allclose(SAMPLES.mean(VALUES), [0.3, NAN, 0.5])


def test_the_best_of_the_first_k_never_falls_and_ends_with_the_samples() -> None:
    np.testing.assert_array_equal(SAMPLES.best_of_first(VALUES, 3), [[0.2, 0.4, NAN], [NAN, NAN, NAN], [0.9, 0.9, 0.9]])


def test_only_so_many_k_are_given_as_are_wanted() -> None:
    np.testing.assert_array_equal(SAMPLES.best_of_first(VALUES, 1), [[0.2], [NAN], [0.9]])
