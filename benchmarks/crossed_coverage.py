"""How often the interval for crossed effects covers, over layouts and over which effects are large.

    python -m benchmarks.crossed_coverage [--draws 2000]

Pairs' values are normal with effects of dataset, solver and pair, whose standard deviations head the columns; what is
estimated is the mean over all datasets and solvers, which is 0.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from scipy.special import stdtrit

from cgr_audit.accuracy.intervals.bootstrap import layout_of
from cgr_audit.accuracy.intervals.crossed import crossed_variances

LAYOUTS = ((3, 3), (8, 5), (9, 6), (20, 4))
EFFECTS = ((1, 1, 0.5), (1, 0, 0.5), (0, 1, 0.5), (3, 0.3, 0.3), (0.3, 3, 0.3), (0.5, 0.5, 1), (0, 0, 1))


def main() -> int:
    """Print the coverage at 95 % of each layout and size of effects."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=2000)
    draws = parser.parse_args().draws
    print(f"{draws:,} draws, level 95 %")
    print(f"{'layout':10}" + "".join(f"{'/'.join(map(str, effects)):>14}" for effects in EFFECTS))
    for datasets, solvers in LAYOUTS:
        shares = [f"{100 * coverage(datasets, solvers, effects, draws):.1f} %" for effects in EFFECTS]
        print(f"{f'{datasets}x{solvers}':10}" + "".join(f"{share:>14}" for share in shares), flush=True)
    return 0


def coverage(datasets: int, solvers: int, effects: tuple[float, float, float], draws: int) -> float:
    """The share of draws whose interval contains 0."""
    random = np.random.default_rng(1)
    layout = layout_of([(f"{d:02}", f"{s:02}") for d in range(datasets) for s in range(solvers)])
    share = np.full(layout.pairs, 1 / layout.pairs)
    sizes = ((datasets, 1, draws), (1, solvers, draws), (datasets, solvers, draws))
    parts = [random.normal(0, deviation, size) for deviation, size in zip(effects, sizes, strict=True)]
    values = (parts[0] + parts[1] + parts[2]).reshape(layout.pairs, draws)
    means = values.mean(axis=0)
    variances = crossed_variances(layout, share[:, None] * (values - means), share)
    margins = [stdtrit(variance.freedom, 0.975) * variance.total**0.5 for variance in variances]
    return float(np.mean(np.abs(means) <= margins))


if __name__ == "__main__":
    sys.exit(main())
