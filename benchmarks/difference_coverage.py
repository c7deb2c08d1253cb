"""How often intervals of a difference cover it: rows with a finding less rows without, where the truth is known.

    python -m benchmarks.difference_coverage [--draws 1000] [--resamples 1000] [--spreads even,uneven,small]

Each draw is a package of 8 datasets and 5 solvers with crossed effects, as ``coverage_simulation`` makes it. A finding
is of a program, so that an item has it with every solver; which items have one stays the same in all draws:

even      a tenth of each dataset's items.
uneven    from 1 in 100 of one dataset's items to 4 in 10 of another's.
small     1 in 30 of the items of three datasets, and none of the others: some 40 rows.

Truths: under ``nothing`` a finding has no effect at all; under ``loss`` it lowers the assisted accuracy, by another
amount in each dataset, with each solver and in each pair. What is estimated is the difference of the two groups' micro
averages, its mean over all datasets and solvers, known in closed form, since accuracies are probit-normal.
The intervals are computed as those of ``violation-differences`` are.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from benchmarks.coverage_simulation import CHANNELS, CROSSED, ITEM_SHARE, LAYOUTS, accuracies, cell, coded
from cgr_audit.accuracy.intervals.estimates import Drawn, Method, Resampling, differences
from cgr_audit.accuracy.pair_counts import pair_counts, pairs_of
from cgr_audit.accuracy.splits.violations import METHODS

LAYOUT = LAYOUTS["8x5"]
SHOWN = ("assisted", "gain")
SHARES: Mapping[str, tuple[float, ...]] = {
    "even": (0.1,) * 8,
    "uneven": (0.01, 0.02, 0.03, 0.05, 0.08, 0.15, 0.3, 0.4),
    "small": (0.0, 1 / 30, 0.0, 0.0, 1 / 30, 0.0, 0.0, 1 / 30),
}
"""Of each dataset's items, those whose program has the finding."""
TRUTHS: Mapping[str, tuple[float, float]] = {"nothing": (0.0, 0.0), "loss": (-0.6, 0.25)}
"""What a finding adds to the assisted channel on the probit scale: its mean, and the standard deviation over datasets,
over solvers and over pairs."""


def main() -> int:
    """Simulate, and print a table for each spread and truth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--spreads", default=",".join(SHARES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    print(f"{options.draws:,} draws, {options.resamples:,} resamples each, level 95 %: coverage and mean width")
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each worker is a thread of its own already
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as workers:
        for spread in options.spreads.split(","):
            for truth in TRUTHS:
                drawn = workers.map(partial(draw, spread, truth, options.resamples), range(options.draws), chunksize=20)
                _show(spread, truth, list(drawn))
    return 0


def draw(spread: str, truth: str, resamples: int, number: int) -> dict[tuple[str, Method], tuple[float, float] | None]:
    """The bounds of every interval of the difference in one simulated package; nothing if there is a refusal."""
    table, found = simulated(spread, truth, number)
    drawn = Drawn(pairs_of(pair_counts(table)), Resampling(resamples, seed=number))
    groups = pair_counts(table[~found]), pair_counts(table[found])
    figures = tuple(("micro", measure) for measure in SHOWN)
    return {
        (estimate.measure, interval.method): None
        if interval.low is None or interval.high is None
        else (interval.low, interval.high)
        for estimate in differences(*groups, drawn.resampling, METHODS, figures=figures, drawn=drawn)
        for interval in estimate.intervals
    }


def simulated(spread: str, truth: str, number: int) -> tuple[pd.DataFrame, NDArray[np.bool_]]:
    """One rows table, and which rows' program has the finding."""
    random = np.random.default_rng([number, 2])
    dataset, solver, item = LAYOUT.rows()
    chances = np.random.default_rng(11).random((LAYOUT.datasets, LAYOUT.largest + 1))
    found = (chances < np.array(SHARES[spread])[:, None])[dataset, item]
    latent = ndtri(accuracies(LAYOUT, "crossed", random)[0])[dataset, solver]
    mean, deviation = TRUTHS[truth]
    sizes = ((LAYOUT.datasets, 1), (1, LAYOUT.solvers), (LAYOUT.datasets, LAYOUT.solvers))
    varied = np.full((LAYOUT.datasets, LAYOUT.solvers), mean)
    for size in sizes:
        varied = varied + deviation * random.standard_normal(size)
    latent[:, CHANNELS.index("assisted")] += np.where(found, varied[dataset, solver], 0.0)
    shared = random.standard_normal((LAYOUT.datasets, LAYOUT.largest + 1))[dataset, item]
    own = random.standard_normal(latent.shape)
    correct = np.sqrt(ITEM_SHARE) * shared[:, None] + np.sqrt(1 - ITEM_SHARE) * own < latent
    table = pd.DataFrame({"dataset": coded(dataset), "item_id": coded(item), "solver": coded(solver)})
    for place, channel in enumerate(CHANNELS):
        table[f"{channel}_correct"] = pd.array(correct[:, place], dtype="boolean")
    return table, found


def sought(truth: str) -> float:
    """The difference in assisted accuracy, and so in gain, that is estimated, in percentage points."""
    place = CHANNELS.index("assisted")
    effects = (CROSSED.dataset, CROSSED.solver, CROSSED.pair)
    variance = sum(effect[place] ** 2 for effect in effects)
    mean, deviation = TRUTHS[truth]
    usual = ndtr(CROSSED.means[place] / np.sqrt(1 + variance))
    lowered = ndtr((CROSSED.means[place] + mean) / np.sqrt(1 + variance + len(effects) * deviation**2))
    return float(100 * (lowered - usual))


def _show(spread: str, truth: str, draws: list[dict[tuple[str, Method], tuple[float, float] | None]]) -> None:
    rows = int(simulated(spread, truth, 0)[1].sum())
    expected = sought(truth)
    print(f"\n{spread}, {truth}: {rows} rows with the finding; difference {expected:.2f}")
    print("| method | " + " | ".join(SHOWN) + " |\n|---|" + "---|" * len(SHOWN))
    for method in METHODS:
        cells = []
        for measure in SHOWN:
            known = [bounds for each in draws if (bounds := each[measure, method]) is not None]
            covered = [low <= expected <= high for low, high in known]
            cells.append(cell(covered, [high - low for low, high in known], len(draws) - len(known)))
        print(f"| {method.label} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
