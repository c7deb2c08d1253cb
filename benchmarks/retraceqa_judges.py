"""ReTraceQA's judge scores against an independent computation, on simulated annotations.

    python -m benchmarks.retraceqa_judges [--files N] [--seed N]

Each file has a few traces of up to four datasets and up to three judges: small, so that datasets without a sound or
without a flawed trace are common; a tenth of what judges say cannot be parsed, and some traces have no annotation. One
judge gives scores of steps instead. The independent computation goes over the rows one judge and dataset at a time,
with plain loops, counts and fractions only.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import score

FILES = 300
MEASURES = ("f1", "correct_found", "error_found", "too_early", "too_late", "missed", "unparseable")
THRESHOLD = 0.5
PROCESS_REWARD_MODEL = "judge-0"
"""The judge that scores steps."""
AVERAGE = "average"

Figures = dict[tuple[str, str, str], float | None]
"""By judge, dataset (or ``AVERAGE``) and measure."""


@dataclass(frozen=True, slots=True)
class Compared:
    """How the two computations compare."""

    figures: int
    undefined: int
    """Of the figures, those that both say are not defined."""
    different: int
    """Those of which only one says so, or that only one has."""
    largest: float
    """The largest difference of two that are defined."""


def compare(files: int, seed: int) -> Compared:
    """Compare every figure of so many simulated files."""
    generator = np.random.default_rng(seed)
    figures = undefined = different = 0
    largest = 0.0
    for _ in range(files):
        records = simulated(generator)
        ours, theirs = scored(records), independent(records)
        different += len(ours.keys() ^ theirs.keys())
        for name in ours.keys() & theirs.keys():
            one, other = ours[name], theirs[name]
            figures += 1
            if one is None or other is None:
                undefined += one is other
                different += one is not other
            else:
                largest = max(largest, abs(one - other))
    return Compared(figures, undefined, different, largest)


def simulated(generator: np.random.Generator) -> list[dict[str, Any]]:
    """The rows of one file, a row for each trace and judge."""
    datasets = [f"set-{number}" for number in range(int(generator.integers(1, 5)))]
    judges = [f"judge-{number}" for number in range(int(generator.integers(1, 4)))]
    # Of a dataset whose share is 0 or 1 one class is empty.
    shares = {name: float(generator.choice((0, 0.3, 0.6, 1))) for name in datasets}
    records = []
    for number in range(int(generator.integers(4, 40))):
        dataset = datasets[int(generator.integers(len(datasets)))]
        first_error = int(generator.integers(0, 4)) if generator.random() < shares[dataset] else -1
        annotated = generator.random() < 0.9
        for judge in judges:
            guess = first_error if generator.random() < 0.5 else int(generator.integers(-1, 5))
            records.append(
                {
                    "id": number,
                    "dataset": dataset,
                    "model": "small",
                    "steps": ["one", "two", "three", "four"],
                    "answer_correct": True,
                    "first_error": first_error if annotated else None,
                    "judge": judge,
                    **_said(generator, judge, guess),
                }
            )
    return records


def _said(generator: np.random.Generator, judge: str, guess: int) -> dict[str, Any]:
    if judge == PROCESS_REWARD_MODEL:
        scores = generator.choice((0.1, 0.49, THRESHOLD, 0.51, 0.9), size=4, p=(0.05, 0.1, 0.25, 0.3, 0.3))
        return {"step_scores": [float(score) for score in scores]}
    return {"predicted_first_error": None if generator.random() < 0.1 else guess}


def scored(records: Sequence[Mapping[str, Any]]) -> Figures:
    """What the scorecard says."""
    places = [f"rows.jsonl:{number}" for number in range(1, len(records) + 1)]
    rows = Rows([dict(record) for record in records], places, (), (RowSource("rows.jsonl", "0" * 64, len(records)),))
    result = score(ReTraceQa(THRESHOLD), rows, resampling=Resampling(20, 0, 0.95))
    return {
        (dict(group.labels)["judge"], dict(group.labels).get("dataset", AVERAGE), figure.key): figure.rate
        for division in result.divisions
        if division.name in ("judges", "judges-by-dataset")
        for group in division.groups
        for figure in group.figures
    }


def independent(records: Sequence[Mapping[str, Any]]) -> Figures:
    """The same figures, counted one by one."""
    figures: Figures = {}
    for judge in sorted({record["judge"] for record in records}):
        mine = [record for record in records if record["judge"] == judge]
        by_dataset = [list(_dataset(mine, name)) for name in sorted({record["dataset"] for record in mine})]
        for parts in by_dataset:
            figures |= {(judge, dataset, measure): _float(value) for dataset, measure, value in parts}
        for place, measure in enumerate(MEASURES[:-1]):
            known = [value for parts in by_dataset if (value := parts[place][2]) is not None]
            figures[judge, AVERAGE, measure] = _float(sum(known) / Fraction(len(known)) if known else None)
        looked = [_predicted(record) for record in mine if record["first_error"] is not None]
        figures[judge, AVERAGE, "unparseable"] = looked.count(None) / len(looked) if looked else None
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Say how many figures were compared, and how far they are apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    found = compare(options.files, options.seed)
    print(
        f"{found.figures} figures of {options.files} files: {found.undefined} not defined by either, "
        f"{found.different} different, largest difference {found.largest:.1e}"
    )
    return 0 if found.different == 0 and found.largest < 1e-12 else 1


def _dataset(records: Sequence[Mapping[str, Any]], name: str) -> Iterator[tuple[str, str, Fraction | None]]:
    here = [record for record in records if record["dataset"] == name and record["first_error"] is not None]
    sound = [_predicted(record) == -1 for record in here if record["first_error"] == -1]
    flawed = [_blame(_predicted(record), record["first_error"]) for record in here if record["first_error"] >= 0]
    correct = Fraction(sum(sound), len(sound)) if sound else None
    shares = {name: Fraction(flawed.count(name), len(flawed)) if flawed else None for name in MEASURES[2:6]}
    error = shares["error_found"]
    both = None
    if correct is not None and error is not None:
        both = Fraction(0) if correct == error == 0 else 2 * correct * error / (correct + error)
    unparseable = [_predicted(record) is None for record in here]
    yield name, "f1", both
    yield name, "correct_found", correct
    for measure, share in shares.items():
        yield name, measure, share
    yield name, "unparseable", Fraction(sum(unparseable), len(unparseable)) if unparseable else None


def _predicted(record: Mapping[str, Any]) -> int | None:
    if "step_scores" not in record:
        predicted: int | None = record["predicted_first_error"]
        return predicted
    for step, value in enumerate(record["step_scores"]):
        if value < THRESHOLD:
            return step
    return -1


def _blame(predicted: int | None, first_error: int) -> str:
    if predicted is None:
        return "unparseable"
    if predicted == first_error:
        return "error_found"
    if predicted == -1:
        return "missed"
    return "too_early" if predicted < first_error else "too_late"


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


if __name__ == "__main__":
    sys.exit(main())
