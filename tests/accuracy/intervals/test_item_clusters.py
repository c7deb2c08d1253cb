from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from scipy.special import ndtri

from cgr_audit.accuracy.intervals.estimates import Interval, Method, Resampling, differences, estimates
from cgr_audit.accuracy.intervals.item_clusters import item_covariance
from cgr_audit.accuracy.intervals.measure_sums import FIGURES, gradients, measures_of, pair_sums
from cgr_audit.accuracy.pair_counts import pair_counts

CHANNELS = ("direct", "assisted", "generator")


def simulated(seed: int = 0, samples: int = 1, skipped: float = 0.0, mean: float = 0.4) -> pd.DataFrame:
    """Rows of three datasets of unequal size and four solvers, whose answers to an item have much in common."""
    draws = np.random.default_rng(seed)
    lines = []
    for dataset, size in (("a", 12), ("b", 25), ("c", 40)):
        for item in range(size):
            shared = draws.normal()
            for solver in "pqrs":
                for sample in range(samples):
                    answers = 0.8 * shared + 0.6 * draws.normal(size=3) < ndtri([mean / 2, mean, 2 * mean])
                    if draws.random() >= skipped:
                        lines.append((dataset, f"{item}", solver, sample, *answers))
    names = ["dataset", "item_id", "solver", "sample", *(f"{channel}_correct" for channel in CHANNELS)]
    return pd.DataFrame(lines, columns=names)


def spread_by_brute_force(table: pd.DataFrame, resamples: int) -> np.ndarray:
    """The standard deviation of each figure over items drawn with replacement, dataset by dataset."""
    draws = np.random.default_rng(3)
    item = table["dataset"] + table["item_id"]
    pair = table["dataset"] + table["solver"]
    items, pairs = sorted(set(item)), sorted(set(pair))
    cells = np.zeros((len(items), len(pairs), 4))  # rows and right answers of each item in each pair
    place = (item.map(items.index), pair.map(pairs.index))
    np.add.at(
        cells, place, table.assign(rows=1)[["rows", *(f"{channel}_correct" for channel in CHANNELS)]].to_numpy(float)
    )
    of_dataset = [[number for number, name in enumerate(items) if name[0] == dataset] for dataset in "abc"]
    figures = []
    for _ in range(resamples):
        chosen = np.concatenate([draws.choice(numbers, len(numbers)) for numbers in of_dataset])
        counts = cells[chosen].sum(axis=0)
        sums = np.concatenate([counts, counts / counts[:, :1]], axis=1)
        figures.append(measures_of(sums.sum(axis=0)))
    return np.std(figures, axis=0)


def standard_errors(table: pd.DataFrame) -> np.ndarray:
    slopes = gradients(pair_sums(pair_counts(table)).sum(axis=0))
    covariance = item_covariance(table)
    return np.sqrt([covariance.variance(slope)[0] for slope in slopes])


@pytest.mark.parametrize(("samples", "skipped"), [(1, 0.0), (2, 0.0), (1, 0.3)])
def test_standard_errors_are_those_of_items_drawn_anew(samples: int, skipped: float) -> None:
    table = simulated(4, samples, skipped)
    ratio = standard_errors(table) / spread_by_brute_force(table, 3_000)
    assert ratio == pytest.approx(np.full(len(FIGURES), 1.02), abs=0.06)


def test_answers_of_several_solvers_to_an_item_are_not_taken_for_independent() -> None:
    """As if each row were an item of its own, the error of the assisted accuracy would be half as large."""
    table = simulated(2)
    apart = table.assign(item_id=[str(number) for number in range(len(table))])
    assisted = FIGURES.index(("macro", "assisted"))
    assert standard_errors(table)[assisted] > 1.5 * standard_errors(apart)[assisted]


def test_one_solver_and_one_dataset_give_the_textbook_error_of_a_share() -> None:
    right = [True] * 30 + [False] * 70
    table = pd.DataFrame({"dataset": "d", "item_id": [f"{number}" for number in range(100)], "solver": "s"})
    table = table.assign(direct_correct=False, assisted_correct=right, generator_correct=True)
    errors = standard_errors(table)
    for average in ("micro", "macro"):
        assert errors[FIGURES.index((average, "assisted"))] == pytest.approx(100 * np.sqrt(0.3 * 0.7 / 99))
        assert errors[FIGURES.index((average, "gain"))] == pytest.approx(100 * np.sqrt(0.3 * 0.7 / 99))


def test_few_items_have_students_quantile_and_one_dataset_its_items_less_one() -> None:
    """Of five items four were answered rightly: 80 percent, and four degrees of freedom."""
    table = pd.DataFrame(
        {"dataset": "d", "item_id": list("abcde"), "solver": "s", "direct_correct": [True] + [False] * 4}
    )
    table = table.assign(assisted_correct=~table["direct_correct"], generator_correct=True)
    found = estimates(table, Resampling(level=0.5), [Method.ITEMS])[FIGURES.index(("macro", "assisted"))]
    margin = scipy.stats.t.ppf(0.75, 4) * 100 * np.sqrt(0.8 * 0.2 / 4)
    assert found.intervals[0].low == pytest.approx(80 - margin)
    assert found.intervals[0].high == pytest.approx(80 + margin)
    assert found.intervals[0].note == "based on only 5 items"


def test_a_pair_or_dataset_with_a_single_item_says_nothing_and_is_named_in_the_refusal() -> None:
    table = simulated(1)
    lone = pd.concat([table, pd.DataFrame([{**table.iloc[0].to_dict(), "dataset": "z"}])], ignore_index=True)
    of = {(each.average, each.measure): each.intervals[0] for each in estimates(lone, Resampling(), [Method.ITEMS])}
    assert of["micro", "gain"].refused == "1 dataset with a single item"
    assert of["macro", "gain"].refused == "1 pair with a single item"
    assert of["macro", "gain"].low is None


def test_what_two_tables_share_cancels_in_their_difference() -> None:
    """Other solvers on the same items: the items' difficulty is in both."""
    table = simulated(6)
    first, second = (table[table["solver"].isin(list(names))] for names in ("pq", "rs"))
    gap = differences(first.assign(solver="x"), second.assign(solver="x"), Resampling(), [Method.ITEMS])
    apart = differences(
        first.assign(solver="x"),
        second.assign(solver="x", item_id="other" + second["item_id"]),
        Resampling(),
        [Method.ITEMS],
    )
    place = FIGURES.index(("macro", "assisted"))
    joint, independent = (each[place].intervals[0] for each in (gap, apart))
    assert width(joint) < 0.7 * width(independent)


def width(interval: Interval) -> float:
    assert interval.low is not None
    assert interval.high is not None
    return interval.high - interval.low


def test_pair_counts_have_no_items() -> None:
    for estimate in estimates(pair_counts(simulated()), Resampling(), [Method.ITEMS]):
        assert estimate.intervals[0].refused is not None
        assert estimate.intervals[0].low is None
    first = estimates(pair_counts(simulated()), Resampling(), [Method.ITEMS])[0]
    assert first.intervals[0].refused == "only pairs are known, and not their items"
