"""The measures of CodeStepsEval, and what each row adds to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.codesteps.by_row import Samples
from cgr_audit.scorecards.codesteps.step_scores import StepScores
from cgr_audit.scorecards.codesteps.verdicts import NO_CODE, NOT_SAID, Verdict
from cgr_audit.scorecards.rates import Measure, Point, Shown, Value, ratio
from cgr_audit.scorecards.row_sums import RowSums
from cgr_audit.scorecards.running.runner import Failure
from cgr_audit.scorecards.scored_rows import Curve

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BY_K", "BY_THRESHOLD", "FAILURES", "SHOWN_KS", "failure_measures", "measures_at_k", "step_measures"]

SHOWN_KS = (1, 5, 10, 100)
"""The k of figures that groups have too."""

BY_K = Curve(
    "by-k",
    "By the number of samples",
    "pass@k is the unbiased estimate; every other figure is that of the best of the first k samples of a row. Every k "
    "for which every row has samples.",
    "k",
)
BY_THRESHOLD = Curve(
    "by-threshold",
    "By threshold",
    "Means over the samples of a row, then over rows. The lower the threshold, the less alike may matching steps be.",
    "threshold",
)
FAILURES = Curve("failures", "Failed samples", "Of the samples that fail, the share of each kind.", "failure")

_SCORES = (
    ("sws", "SWS", "Similarity of matched steps over the number of reference steps"),
    ("precision", "step precision", "Matched steps over predicted steps"),
    ("recall", "step recall", "Matched steps over reference steps"),
    ("f1", "step F1", "Harmonic mean of step precision and recall"),
)
_LEADING = ("pass", 1)
"""The figure at k that rows without reference steps are about."""
_KINDS = (*(failure.value for failure in Failure), NO_CODE, NOT_SAID)
_WHERE_MET = frozenset({NO_CODE, NOT_SAID})
"""Kinds that are said of rows only where there are some."""


def step_measures(
    sums: RowSums, samples: Samples, scores: StepScores, thresholds: Sequence[float]
) -> Iterator[Measure]:
    """SWS, step precision, recall and F1: at the first threshold as figures, at all others as a curve.

    Args:
        sums: takes the columns.
        samples: which predictions belong to which row.
        scores: of all predictions at all thresholds.
        thresholds: the first is the one that the scorecard is about.
    """
    rows = sums.add(samples.counts > 0)
    for place, threshold in enumerate(thresholds):
        for key, label, meaning in _SCORES:
            shown = Shown.OVERALL if place else Shown.EVERYWHERE
            column = sums.add(samples.mean(getattr(scores, key)[place]), shown)
            if place == 0:
                sentence = f"{meaning}, mean over the samples of a row, at the threshold {_said(threshold)}."
                yield Measure(key, label, sentence, ratio(column, rows), rows, leads=key == _SCORES[0][0])
            else:
                sentence = f"{label} at the threshold {_said(threshold)}."
                point = Point(BY_THRESHOLD.name, label, threshold)
                name = f"{key}_threshold_{_said(threshold)}"
                yield Measure(name, label, sentence, ratio(column, rows), rows, None, shown, point)


def measures_at_k(
    sums: RowSums,
    key: str,
    meaning: str,
    at_k: NDArray[np.float64],
    counts: NDArray[np.integer],
    shown: Collection[int],
) -> Iterator[Measure]:
    """A figure at every k that every row has samples for, and of groups at the k that are shown.

    A group has it where each of its rows has samples for it, even where others do not.

    Args:
        sums: takes the columns.
        key: such as ``pass``, or ``ROUGE-L``.
        meaning: what the figure is at ``{k}``.
        at_k: of each row the figure at k from 1; NaN where it has fewer samples.
        counts: of each row how many samples it has; rows without any are left out.
        shown: the k of figures that groups have too.
    """
    filled = counts > 0
    rows = sums.add(filled)
    everywhere = int(counts[filled].min(initial=at_k.shape[1]))
    for k in range(1, at_k.shape[1] + 1):
        if k > everywhere and k not in shown:
            continue
        where = Shown.EVERYWHERE if k in shown else Shown.OVERALL
        column = sums.add(at_k[:, k - 1], where)
        value = ratio(column, rows) if k <= everywhere else _complete(column, sums.add(counts >= k), rows)
        point = Point(BY_K.name, f"{key}@k", k) if k <= everywhere else None
        leads = (key, k) == _LEADING
        name = key.lower().replace("-", "_")
        yield Measure(f"{name}@{k}", f"{key}@{k}", meaning.format(k=k), value, rows, None, where, point, leads)


def failure_measures(sums: RowSums, verdicts: Sequence[Sequence[Verdict]]) -> Iterator[Measure]:
    """Of the samples that fail, the share of each kind."""
    kinds = np.zeros((len(verdicts), len(_KINDS)))
    for row, found in enumerate(verdicts):
        for verdict in found:
            if verdict.failure is not None:
                kinds[row, _KINDS.index(verdict.failure)] += 1
    failed = kinds.sum(axis=1)
    if not failed.any():
        return
    samples, rows = sums.add(failed), sums.add(failed > 0)
    for place, kind in enumerate(_KINDS):
        if kind in _WHERE_MET and not kinds[:, place].any():
            continue
        column = sums.add(kinds[:, place])
        words = kind.replace("_", " ")
        meaning = f"Of the samples that fail, the share with the failure: {words}."
        point = Point(FAILURES.name, "share", words)
        value = ratio(column, samples)
        yield Measure(f"failure_{kind}", words, meaning, value, rows, column, Shown.STORED, point)


def _said(threshold: float) -> str:
    """With as many digits as tell it from every other."""
    return repr(threshold).removesuffix(".0")


def _complete(numerator: int, having: int, rows: int) -> Value:
    """A mean over rows, where all of them have enough samples."""
    mean = ratio(numerator, rows)

    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = np.where(sums[..., having] == sums[..., rows], mean(sums), np.nan)
        return found

    return value
