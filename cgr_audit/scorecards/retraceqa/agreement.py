"""How far annotators agree: Fleiss' kappa (Fleiss 1971) on whether there is an error, and on its exact step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.comparison import Comparison, Part
from cgr_audit.scorecards.rates import Measure, Value, ratio
from cgr_audit.scorecards.retraceqa.traces import NO_ERROR, Trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NAME", "agreement", "fleiss_kappa"]

NAME = "agreement"
ALL = "all datasets"
FEWEST = 2
"""Annotators, for there to be an agreement."""

_TRACES, _AGREED_ON_ERROR, _AGREED_ON_STEP, _WITHOUT, _WITH, _STEPS = range(6)
"""Columns; from the last on there is one for each step that anybody named, and for none."""
_CERTAIN = 1e-12


def agreement(traces: Sequence[Trace]) -> Comparison | None:
    """The agreement of annotators over the traces with as many of them; nothing if no trace has two.

    Fleiss' kappa asks for the same number of annotations of each trace, whoever made them, so that traces with three
    annotators stand apart from those with two.
    """
    rated = [trace for trace in traces if len(trace.annotators) >= FEWEST]
    if not rated:
        return None
    ratings = _Ratings.of(rated)
    return Comparison(
        NAME,
        "Agreement of annotators",
        "Fleiss' kappa, in percent: 100 is full agreement, 0 what chance would give; not defined where all annotations "
        "are the same. Next to it the share of pairs of annotators that agree.",
        ratings.sums,
        tuple(ratings.parts()),
        case="trace",
    )


def fleiss_kappa(subjects: int, agreed: int, categories: slice, raters: int) -> Value:
    """Kappa from sums over subjects; not defined where chance alone would agree on everything.

    Args:
        subjects: the column that counts them.
        agreed: the column of each subject's share of pairs of raters that agree.
        categories: the columns that count ratings by category.
        raters: how many each subject has.
    """

    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        number = sums[..., subjects]
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = sums[..., agreed] / number
            chance = ((sums[..., categories] / (raters * number)[..., None]) ** 2).sum(axis=-1)
            found: NDArray[np.float64] = np.where(1 - chance > _CERTAIN, (observed - chance) / (1 - chance), np.nan)
        return found

    return value


@dataclass(frozen=True, slots=True, eq=False)
class _Ratings:
    """Traces with what their annotators said."""

    datasets: tuple[str, ...]
    """Of each trace."""
    raters: NDArray[np.intp]
    sums: NDArray[np.float64]

    @classmethod
    def of(cls, traces: Sequence[Trace]) -> _Ratings:
        named = [[trace.annotations[name].first_error for name in trace.annotators] for trace in traces]
        category = {step: place for place, step in enumerate(sorted({step for steps in named for step in steps}))}
        sums = np.zeros((len(traces), _STEPS + len(category)))
        for line, steps in zip(sums, named, strict=True):
            on_step = Counter(steps)
            on_error = Counter(step != NO_ERROR for step in steps)
            line[:_STEPS] = 1, _agreed(on_error), _agreed(on_step), on_error[False], on_error[True]
            for step, times in on_step.items():
                line[_STEPS + category[step]] = times
        return cls(tuple(trace.dataset for trace in traces), np.array([len(steps) for steps in named]), sums)

    def parts(self) -> Iterator[Part]:
        names = sorted(set(self.datasets))
        dataset = np.array(self.datasets, dtype=object)
        for raters in sorted(set(self.raters.tolist()), reverse=True):
            alike = self.raters == raters
            groups = [(name, alike & (dataset == name)) for name in names]
            for name, cases in ([(ALL, alike)] if len(names) > 1 else []) + groups:
                if cases.any():
                    labels = (("dataset", name), ("annotators", str(raters)))
                    yield Part(labels, cases, _measures(raters))


def _agreed(counts: Counter[int] | Counter[bool]) -> float:
    raters = counts.total()
    return sum(count * (count - 1) for count in counts.values()) / (raters * (raters - 1))


def _measures(raters: int) -> tuple[Measure, ...]:
    on_error = fleiss_kappa(_TRACES, _AGREED_ON_ERROR, slice(_WITHOUT, _STEPS), raters)
    on_step = fleiss_kappa(_TRACES, _AGREED_ON_STEP, slice(_STEPS, None), raters)
    return (
        Measure("kappa_error", "κ on error", "Fleiss' kappa on whether there is an error.", on_error, _TRACES),
        Measure("kappa_step", "κ on step", "Fleiss' kappa on the step of the first error.", on_step, _TRACES),
        Measure(
            "agreed_error",
            "agreed on error",
            "Share of pairs of annotators that agree whether there is an error.",
            ratio(_AGREED_ON_ERROR, _TRACES),
            _TRACES,
        ),
        Measure(
            "agreed_step",
            "agreed on step",
            "Share of pairs of annotators that name the same step.",
            ratio(_AGREED_ON_STEP, _TRACES),
            _TRACES,
        ),
    )
