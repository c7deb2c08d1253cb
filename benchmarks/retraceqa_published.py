"""The averages of ReTraceQA's published judges, from their published F1 by dataset.

    python -m benchmarks.retraceqa_published [--data FOLDER]

Both are printed to one decimal, so that an average of exact figures may lie 0.05 from the published one, and as much
again for the figures that it is made of. Exit code 1 where one lies further away.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cgr_audit.scorecards.rates import Value
from cgr_audit.scorecards.retraceqa.judge_measures import mean

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
DATASETS = ("csqa", "obqa", "qasc", "strategyqa")
WITHIN = 0.05
TINY = 1e-9
"""What binary fractions may add to a difference of decimals."""


@dataclass(frozen=True, slots=True)
class Average:
    """The average F1 of one judge, in percent."""

    judge: str
    computed: float
    published: float

    @property
    def difference(self) -> float:
        """Computed less published."""
        return self.computed - self.published


def averages(data: Path) -> list[Average]:
    """The average of every published judge, by the same function as the scorecard's.

    Args:
        data: the folder that holds ``retraceqa/published.csv``.
    """
    average = mean([_column(place) for place in range(len(DATASETS))])
    with (data / "retraceqa" / "published.csv").open(newline="", encoding="utf-8") as stream:
        return [
            Average(
                line["judge"],
                float(average(np.array([float(line[f"{name}_f1"]) for name in DATASETS]))),
                float(line["average_f1"]),
            )
            for line in csv.DictReader(stream)
        ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print computed beside published averages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA)
    found = averages(parser.parse_args(arguments).data)
    print("| judge | computed | published | difference |\n|---|---:|---:|---:|")
    for one in found:
        print(f"| {one.judge} | {one.computed:.3f} | {one.published:.1f} | {one.difference:+.3f} |")
    near = sum(abs(one.difference) <= WITHIN + TINY for one in found)
    print(f"\n{near} of {len(found)} within {WITHIN}; largest {max(abs(one.difference) for one in found):.3f}")
    return 0 if near == len(found) else 1


def _column(place: int) -> Value:
    return lambda sums: sums[..., place]


if __name__ == "__main__":
    sys.exit(main())
