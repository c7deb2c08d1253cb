"""How often each interval covers the truth, where the truth is known: simulated packages.

    python -m benchmarks.coverage_simulation [--draws 1000] [--resamples 1000] [--layouts 8x5] [--truths fixed]

Each draw is a rows table of a layout (datasets x solvers; sizes of datasets differ), and every interval is computed by
``cgr_audit.accuracy.intervals.estimates``, as the commands compute it. The truths:

fixed        The pairs' accuracies are drawn once and stay; only items are drawn again, and solvers share them. What is
             estimated is the average of these very accuracies.
independent  Each pair's accuracies and items are drawn for themselves. What is estimated is their mean over all pairs.
crossed      Datasets, solvers and single pairs have random effects, and solvers share a dataset's items. What is
             estimated is the mean over all datasets and solvers.
datasets     As crossed, but the solvers' effects stay: the mean of these solvers over all datasets.
solvers      As crossed, but the datasets' effects stay: the mean over all solvers on these datasets.

Accuracies are probit-normal, so that what is estimated is known in closed form: Phi(m / sqrt(1 + v)), where m is what
stays and v the variance of the effects that are drawn again.
Coverage is over the draws that give an interval; its Monte-Carlo standard error stands beside it, and refusals too.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import fmean

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from cgr_audit.accuracy.intervals.estimates import Method, Resampling, estimates
from cgr_audit.accuracy.measures import closure

Array = NDArray[np.float64]

CHANNELS = ("direct", "assisted", "generator")
SHOWN = (("macro", "gain"), ("micro", "gain"), ("macro", "assisted"), ("macro", "closure"))
ITEM_SHARE = 0.4
"""The part of the variance of an answer (on the probit scale) that the item has in common over solvers and channels."""


@dataclass(frozen=True)
class Layout:
    """Which pairs there are and how many items each dataset has."""

    datasets: int
    solvers: int
    missing_pairs: int = 0
    skipped_items: float = 0.0
    """The share of a dataset's items that a solver was not asked."""
    zero_baseline: float = 0.0
    """The share of pairs whose direct accuracy is 0 in truth."""
    smallest: int = 40
    largest: int = 120

    def rows(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """The dataset, solver and item of each row; always the same."""
        random = np.random.default_rng(7)
        sizes = np.linspace(self.smallest, self.largest, self.datasets).astype(int)
        cells = [(dataset, solver) for dataset in range(self.datasets) for solver in range(self.solvers)]
        left_out = set(random.choice(len(cells), self.missing_pairs, replace=False).tolist())
        rows = [
            (dataset, solver, item)
            for number, (dataset, solver) in enumerate(cells)
            if number not in left_out
            for item in range(sizes[dataset])
            if random.random() >= self.skipped_items
        ]
        dataset, solver, item = np.array(rows, dtype=np.intp).T
        return dataset, solver, item


LAYOUTS = {
    "8x5": Layout(8, 5),
    "9x6-uneven": Layout(9, 6, missing_pairs=6, skipped_items=0.2, zero_baseline=0.1),
    "3x3": Layout(3, 3),
    "20x10": Layout(20, 10),
}


@dataclass(frozen=True)
class Effects:
    """The means of the channels, and the standard deviations of the effects, on the probit scale."""

    means: tuple[float, float, float] = (-0.7, 0.4, 0.95)
    dataset: tuple[float, float, float] = (0.4, 0.4, 0.3)
    solver: tuple[float, float, float] = (0.4, 0.3, 0.0)
    pair: tuple[float, float, float] = (0.2, 0.2, 0.0)
    in_common: float = 0.5
    """The part of each effect's variance that the channels share."""


CROSSED = Effects()
INDEPENDENT = Effects(dataset=(0.0, 0.0, 0.0), solver=(0.0, 0.0, 0.0), pair=(0.6, 0.5, 0.3))

STAYING: Mapping[str, frozenset[str]] = {
    "fixed": frozenset({"dataset", "solver", "pair"}),
    "independent": frozenset(),
    "crossed": frozenset(),
    "datasets": frozenset({"solver"}),
    "solvers": frozenset({"dataset"}),
}
"""The truths, and which effects are the same in every draw."""


def main() -> int:
    """Simulate and print a table for each layout and truth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--layouts", default="8x5", help=f"of {', '.join(LAYOUTS)}, separated by commas")
    parser.add_argument("--truths", default="fixed,independent,crossed", help=f"of {', '.join(STAYING)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    started = time.perf_counter()
    print(f"{options.draws:,} draws, {options.resamples:,} resamples each, level 95 %: coverage and mean width")
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each worker is a thread of its own already
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as workers:
        for name in options.layouts.split(","):
            for truth in options.truths.split(","):
                work = partial(draw, name, truth, options.resamples)
                show(name, truth, list(workers.map(work, range(options.draws), chunksize=20)))
    print(f"{time.perf_counter() - started:.0f} s")
    return 0


def draw(
    name: str, truth: str, resamples: int, number: int
) -> dict[tuple[str, str, Method], tuple[float, float] | None]:
    """The bounds of every interval of one simulated package; nothing if there is a refusal."""
    table, _ = simulated(LAYOUTS[name], truth, number)
    return {
        (estimate.average, estimate.measure, interval.method): None
        if interval.low is None or interval.high is None
        else (interval.low, interval.high)
        for estimate in estimates(table, Resampling(resamples, seed=number))
        if (estimate.average, estimate.measure) in SHOWN
        for interval in estimate.intervals
    }


def simulated(layout: Layout, truth: str, number: int) -> tuple[pd.DataFrame, dict[tuple[str, str], float]]:
    """One rows table, and what its figures estimate."""
    random = np.random.default_rng([number, 1])
    dataset, solver, item = layout.rows()
    drawn, expected = accuracies(layout, truth, random)
    pair = dataset * layout.solvers + solver
    by_row = drawn.reshape(-1, len(CHANNELS))[pair]
    asked = pair if truth == "independent" else dataset  # whose items they are
    shared = random.standard_normal((layout.datasets * layout.solvers, layout.largest + 1))[asked, item]
    own = random.standard_normal((len(pair), len(CHANNELS)))
    if truth != "independent":  # the generator answers an item once, whoever the solver is
        own[:, 2] = random.standard_normal((layout.datasets, layout.largest + 1))[dataset, item]
    latent = math.sqrt(ITEM_SHARE) * shared[:, None] + math.sqrt(1 - ITEM_SHARE) * own
    correct = latent < ndtri(by_row)
    table = pd.DataFrame({"dataset": coded(dataset), "item_id": coded(item), "solver": coded(solver)})
    for place, channel in enumerate(CHANNELS):
        table[f"{channel}_correct"] = pd.array(correct[:, place], dtype="boolean")
    return table, estimands(expected.reshape(-1, len(CHANNELS)), pair)


def accuracies(layout: Layout, truth: str, random: np.random.Generator) -> tuple[Array, Array]:
    """The accuracy of each pair and channel in one draw, and its mean over draws; both (datasets, solvers, 3)."""
    effects = INDEPENDENT if truth == "independent" else CROSSED
    shape = (layout.datasets, layout.solvers)
    total = staying = np.array(effects.means) + np.zeros((*shape, 1))
    variance = np.zeros(len(CHANNELS))
    sizes = {"dataset": (shape[0], 1), "solver": (1, shape[1]), "pair": shape}
    for stream, (name, size) in enumerate(sizes.items()):
        draws = np.random.default_rng([3, stream]) if name in STAYING[truth] else random
        common = draws.standard_normal((*size, 1)) * math.sqrt(effects.in_common)
        own = draws.standard_normal((*size, len(CHANNELS))) * math.sqrt(1 - effects.in_common)
        deviations = np.array(getattr(effects, name))
        total = total + deviations * (common + own)
        if name in STAYING[truth]:
            staying = staying + deviations * (common + own)
        else:
            variance += deviations**2
    draws = np.random.default_rng(4) if "pair" in STAYING[truth] else random
    answering = draws.random(shape) >= layout.zero_baseline
    drawn, expected = ndtr(total), ndtr(staying / np.sqrt(1 + variance))
    drawn[..., 0] *= answering
    expected[..., 0] *= answering if "pair" in STAYING[truth] else 1 - layout.zero_baseline
    return drawn, expected


def estimands(expected: Array, pair: NDArray[np.intp]) -> dict[tuple[str, str], float]:
    """What each figure estimates, in percent: the mean over rows and over pairs of what is expected of a pair."""
    micro, macro = expected[pair].mean(axis=0), expected[np.unique(pair)].mean(axis=0)
    found: dict[tuple[str, str], float] = {}
    for average, (direct, assisted, generator) in (("micro", 100 * micro), ("macro", 100 * macro)):
        ratio = closure(direct, assisted, generator)
        assert ratio is not None
        found |= {(average, "gain"): assisted - direct, (average, "assisted"): assisted, (average, "closure"): ratio}
    return found


def coded(numbers: NDArray[np.intp]) -> pd.Categorical[str]:
    """Numbers as names."""
    return pd.Categorical([f"{number:03}" for number in numbers.tolist()])


def show(name: str, truth: str, draws: Sequence[dict[tuple[str, str, Method], tuple[float, float] | None]]) -> None:
    """Print coverage and mean width of each interval under one truth."""
    _, sought = simulated(LAYOUTS[name], truth, 0)
    print(f"\n{name}, {truth}")
    print(
        "  "
        + " ".join(
            [
                f"{'':24}",
                *(f"{f'{average} {measure} {sought[average, measure]:.2f}':>30}" for average, measure in SHOWN),
            ]
        )
    )
    for method in Method:
        cells = []
        for average, measure in SHOWN:
            found = [bounds for each in draws if (bounds := each[average, measure, method]) is not None]
            covered = [low <= sought[average, measure] <= high for low, high in found]
            cells.append(cell(covered, [high - low for low, high in found], len(draws) - len(found)))
        print("  " + " ".join([f"{method.label:24}", *(f"{text:>30}" for text in cells)]), flush=True)


def cell(covered: Sequence[bool], widths: Sequence[float], refused: int) -> str:
    """Coverage with its standard error, and the mean width."""
    if not covered:
        return "refused"
    share = fmean(covered)
    error = math.sqrt(share * (1 - share) / len(covered))
    text = f"{100 * share:.1f} ± {100 * error:.1f} %, width {fmean(widths):.1f}"
    return f"{text} ({refused} refused)" if refused else text


if __name__ == "__main__":
    sys.exit(main())
