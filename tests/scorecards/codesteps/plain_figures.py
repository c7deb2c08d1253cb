"""Every figure of CodeStepsEval in plain loops, from the definitions alone: no arrays, no estimates, all subsets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from statistics import fmean
from typing import Any

from rapidfuzz import fuzz

from tests.scorecards.codesteps.plain_algorithm import matched

Figures = dict[str, float]


def figures(records: Sequence[Mapping[str, Any]], threshold: float, curve: Sequence[float], *, reset: bool) -> Figures:
    """Each figure of all rows by its key, where it is defined."""
    found: Figures = {}
    stepped = [record for record in records if record.get("reference_steps")]
    for alpha, ending in ((threshold, ""), *((alpha, f"_threshold_{alpha:g}") for alpha in curve)):
        of_rows = [[_scores(record, sample, alpha, reset) for sample in record["samples"]] for record in stepped]
        for name in ("sws", "precision", "recall", "f1"):
            if of_rows:
                found[name + ending] = fmean(fmean(scores[name] for scores in samples) for samples in of_rows)
        if not ending and of_rows:
            for k in range(1, min(map(len, of_rows)) + 1):
                for name in ("sws", "f1"):
                    found[f"{name}@{k}"] = fmean(max(scores[name] for scores in samples[:k]) for samples in of_rows)
    judged = list(filter(None, map(_verdicts, records)))
    for k in range(1, min(map(len, judged), default=0) + 1):
        found[f"pass@{k}"] = fmean(float(_share_of_subsets(passed, k)) for passed in judged)
    return found


def _scores(record: Mapping[str, Any], sample: Mapping[str, Any], threshold: float, reset: bool) -> Figures:
    reference, predicted = record["reference_steps"], sample["predicted_steps"]
    similarities = matched(reference, predicted, _alike, threshold, reset=reset)
    precision, recall = len(similarities) / len(predicted), len(similarities) / len(reference)
    f1 = 2 * precision * recall / (precision + recall) if similarities else 0.0
    return {"sws": sum(similarities) / len(reference), "precision": precision, "recall": recall, "f1": f1}


def _alike(first: str, second: str) -> float:
    return fuzz.token_set_ratio(first, second) / 100


def _verdicts(record: Mapping[str, Any]) -> list[bool]:
    return list(_known(record["samples"]))


def _known(samples: Sequence[Mapping[str, Any]]) -> Iterator[bool]:
    for sample in samples:
        if sample.get("passed") is not None:
            yield sample["passed"]


def _share_of_subsets(passed: Sequence[bool], k: int) -> Fraction:
    """Of all the ways to take k samples, the share with one that passes."""
    ways = list(combinations(passed, k))
    return Fraction(sum(any(way) for way in ways), len(ways))
