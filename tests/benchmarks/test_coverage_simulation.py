"""The simulation's truths are what its draws have on average, and its verdict on the intervals."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage_simulation import CHANNELS, LAYOUTS, STAYING, accuracies, draw, simulated
from cgr_audit.accuracy.intervals.estimates import Method


@pytest.mark.parametrize("truth", STAYING)
def test_accuracies_are_on_average_what_is_said_to_be_estimated(truth: str) -> None:
    layout = LAYOUTS["9x6-uneven"]
    drawn = np.array([accuracies(layout, truth, np.random.default_rng(number))[0] for number in range(3_000)])
    expected = accuracies(layout, truth, np.random.default_rng(0))[1]
    assert drawn.mean(axis=(0, 1, 2)) == pytest.approx(expected.mean(axis=(0, 1)), abs=0.01)
    if truth == "fixed":
        assert (drawn == expected).all()


def test_answers_are_right_as_often_as_their_pairs_accuracy_says() -> None:
    tables = [simulated(LAYOUTS["8x5"], "fixed", number) for number in range(60)]
    gains = [100 * (table["assisted_correct"].mean() - table["direct_correct"].mean()) for table, _ in tables]
    assert np.mean(gains) == pytest.approx(tables[0][1]["micro", "gain"], abs=0.6)


def test_solvers_share_the_items_of_a_dataset_and_the_generators_answer_to_it() -> None:
    table, _ = simulated(LAYOUTS["8x5"], "crossed", 1)
    answers = table.groupby(["dataset", "item_id"], observed=True)
    spread = {channel: answers[f"{channel}_correct"].mean().isin([0, 1]).mean() for channel in CHANNELS}
    assert spread["generator"] > 0.99
    assert spread["assisted"] < 0.6


def test_with_crossed_effects_pairs_cover_far_too_little_and_crossed_effects_cover() -> None:
    layout = LAYOUTS["8x5"]
    covered = dict.fromkeys(Method, 0)
    for number in range(40):
        sought = simulated(layout, "crossed", number)[1]["macro", "gain"]
        intervals = draw("8x5", "crossed", 200, number)
        for method in Method:
            low, high = intervals["macro", "gain", method] or (np.inf, -np.inf)
            covered[method] += low <= sought <= high
    assert covered[Method.PAIRS] < 30
    assert covered[Method.CROSSED] >= 35
