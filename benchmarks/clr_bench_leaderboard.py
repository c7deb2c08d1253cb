"""CLR-Bench's published overall figures, from the published figures by type.

    python -m benchmarks.clr_bench_leaderboard [--data FOLDER]

Overall is the mean over questions, so that each type counts by its number of questions. One published figure is known
not to follow from its five: the Q→AR of the first model. Exit code 1 where it is another, or where there are more.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scorecard_rows.clr_bench import QUESTIONS
from cgr_audit.scorecards.clr_bench.leaderboard import question_weighted

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
METRICS = {"qa": "Q→A", "qar": "Q→AR"}
WITHIN = 0.01
TINY = 1e-9
"""What binary fractions may add to a difference of decimals."""
KNOWN = {("qwen2.5-32b-instruct", "qar")}
"""Overall figures that do not follow from those by type."""


@dataclass(frozen=True, slots=True)
class Overall:
    """An overall figure of one model, in percent."""

    model: str
    metric: str
    computed: float
    published: float

    @property
    def difference(self) -> float:
        """Computed less published."""
        return self.computed - self.published

    @property
    def follows(self) -> bool:
        """Whether it is what its five figures by type give."""
        return abs(self.difference) <= WITHIN + TINY


def overall_figures(data: Path) -> list[Overall]:
    """Every overall figure of the leaderboard, by the published numbers of questions.

    Args:
        data: the folder that holds ``clr_bench/leaderboard.csv``.
    """
    with (data / "clr_bench" / "leaderboard.csv").open(newline="", encoding="utf-8") as stream:
        return [
            Overall(
                line["model"],
                metric,
                question_weighted({kind: float(line[f"{metric}_{kind.lower()}"]) for kind in QUESTIONS}, QUESTIONS),
                float(line[f"{metric}_overall"]),
            )
            for line in csv.DictReader(stream)
            for metric in METRICS
        ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Say how many overall figures follow, and which do not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA)
    found = overall_figures(parser.parse_args(arguments).data)
    others = [one for one in found if not one.follows]
    largest = max(abs(one.difference) for one in found if one.follows)
    print(f"{len(found) - len(others)} of {len(found)} overall figures within {WITHIN}; largest {largest:.4f}")
    for one in others:
        print(f"{one.model} {METRICS[one.metric]}: computed {one.computed:.2f}, published {one.published:.2f}")
    return 0 if {(one.model, one.metric) for one in others} == KNOWN else 1


if __name__ == "__main__":
    sys.exit(main())
