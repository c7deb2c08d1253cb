"""How well judges find errors, by dataset and averaged (Molfese et al. 2025), and by threshold of step scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.comparison import Comparison, Labels, Part
from cgr_audit.scorecards.retraceqa.judge_measures import (
    UNPARSEABLE,
    averaged_measures,
    case_sums,
    dataset_measures,
)
from cgr_audit.scorecards.retraceqa.judgements import first_error_at, judge_labels
from cgr_audit.scorecards.retraceqa.traces import Annotation, Trace
from cgr_audit.tables.shortened import NAME_SHOWN, shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AVERAGED", "BY_DATASET", "BY_THRESHOLD", "THRESHOLDS", "JudgeScores", "judge_scores"]

AVERAGED = "judges"
BY_DATASET = "judges-by-dataset"
BY_THRESHOLD = "judges-by-threshold"
THRESHOLDS = tuple(place / 20 for place in range(1, 20))
"""Those of the table: from 0.05 to 0.95."""

_DIVIDED, _NOT_ANNOTATED = "annotators_are_divided", "not_annotated"
_LEFT_OUT = MappingProxyType({_DIVIDED: "on which annotators are divided", _NOT_ANNOTATED: "that nobody annotated"})
_OVER = (
    "Averages are over the datasets for which a figure is defined, each counting the same; traces are drawn within "
    "their dataset."
)

Predictions = Mapping[Labels, int | None]
"""By judge the first error of a trace."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgeScores:
    """What is to be said of judges."""

    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...]


def judge_scores(traces: Sequence[Trace], settled: Sequence[Annotation | None], threshold: float) -> JudgeScores:
    """Score every judge against the annotation that is settled on.

    What a judge said of a trace that nobody annotated, or on which annotators are divided, is in no figure; it is
    counted. What could not be parsed is wrong, whether the trace has an error or not.

    Args:
        traces: with their judges' predictions.
        settled: of each trace its annotation.
        threshold: of step scores.
    """
    has_settings = any(judge.setting is not None for trace in traces for judge in trace.judgements)

    labels = partial(judge_labels, has_settings=has_settings)
    judged = _Judged.of(
        traces,
        settled,
        [{labels(judge): first_error_at(said, threshold) for judge, said in one.judgements.items()} for one in traces],
    )
    if not judged.judges:
        return JudgeScores((), ())
    apart = Comparison(
        BY_DATASET,
        "Judges by dataset",
        "A figure is not defined where there is no trace for it: no sound one, or no flawed one.",
        judged.sums,
        tuple(part for judge in judged.judges for part in judged.by_dataset(judge)),
        case="trace",
    )
    comparisons, notes = [judged.averages(AVERAGED, "Judges, averaged over datasets", _OVER), apart], [*judged.notes()]
    unscored = sum(
        first_error_at(said, threshold) is None
        for trace, annotation in zip(traces, settled, strict=True)
        if annotation is None
        for said in trace.judgements.values()
    )
    if unscored:
        notes.append(f"Of the judgements in no judge's scores, {unscored:,} could not be parsed.")
    swept = _Judged.of(
        traces,
        settled,
        [
            {
                (*labels(judge), ("threshold", f"{at:.6g}")): first_error_at(said, at)
                for judge, said in one.judgements.items()
                if isinstance(said, tuple)
                for at in sorted({*THRESHOLDS, threshold})
            }
            for one in traces
        ],
    )
    if swept.judges:
        said = f"The first error is the first step whose score is below the threshold. {_OVER}"
        comparisons.append(swept.averages(BY_THRESHOLD, "Step scores by threshold", said))
        notes.append(f"The first error by step scores is the first step whose score is below {threshold:.6g}.")
        notes.extend(swept.best_thresholds())
    return JudgeScores(tuple(comparisons), tuple(notes))


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """What judges said of traces, each a case."""

    datasets: tuple[str, ...]
    judges: tuple[Labels, ...]
    trace: NDArray[np.intp]
    """Of each case the number of its trace."""
    dataset: NDArray[np.intp]
    judge: NDArray[np.intp]
    sums: NDArray[np.float64]
    """Of each case, as ``judge_measures.case_sums``."""
    dropped: dict[tuple[Labels, str], Counter[str]]
    """By judge and dataset, why traces are in no figure."""

    @classmethod
    def of(
        cls, traces: Sequence[Trace], settled: Sequence[Annotation | None], predictions: Sequence[Predictions]
    ) -> _Judged:
        judges = tuple(sorted({judge for said in predictions for judge in said}))
        datasets = tuple(sorted({trace.dataset for trace, said in zip(traces, predictions, strict=True) if said}))
        judge_number = {name: number for number, name in enumerate(judges)}
        dataset_number = {name: number for number, name in enumerate(datasets)}
        dropped: dict[tuple[Labels, str], Counter[str]] = defaultdict(Counter)
        cases: list[tuple[int, int, int, int]] = []
        predicted_of: list[float] = []
        for number, (trace, annotation, said) in enumerate(zip(traces, settled, predictions, strict=True)):
            for judge, predicted in said.items():
                if annotation is None:
                    why = _DIVIDED if trace.annotations else _NOT_ANNOTATED
                    dropped[judge, trace.dataset][why] += 1
                    continue
                cases.append((number, judge_number[judge], dataset_number[trace.dataset], annotation.first_error))
                predicted_of.append(np.nan if predicted is None else predicted)
        trace_of, judge_of, dataset_of, first_error_of = np.array(cases, dtype=np.intp).reshape(len(cases), 4).T
        sums = case_sums(len(datasets), dataset_of, first_error_of, np.array(predicted_of, dtype=np.float64))
        return cls(datasets, judges, trace_of, dataset_of, judge_of, sums, dict(dropped))

    def averages(self, name: str, title: str, note: str) -> Comparison:
        """The judges next to each other, each averaged over datasets."""
        parts = tuple(self._averaged(judge) for judge in self.judges)
        return Comparison(name, title, note, self.sums, parts, self.dataset, "trace")

    def by_dataset(self, judge: Labels) -> Iterator[Part]:
        of_judge = self._of(judge)
        for number, dataset in enumerate(self.datasets):
            cases = of_judge & (self.dataset == number)
            dropped = self.dropped.get((judge, dataset), Counter())
            if cases.any() or dropped:
                labels = (*judge, ("dataset", dataset))
                yield Part(labels, cases, dataset_measures(number), tuple(sorted(dropped.items())))

    def notes(self) -> Iterator[str]:
        """What is in no score, what counts as wrong unseen, and where averages of judges do not rest on the same."""
        left_out = sum(self.dropped.values(), Counter[str]())
        if left_out:
            said = ", ".join(f"{number:,} of traces {_LEFT_OUT[why]}" for why, number in sorted(left_out.items()))
            yield f"Judgements in no judge's scores: {said}."
        unparseable = int(self.sums[:, UNPARSEABLE].sum())
        if unparseable:
            yield f"Of {counted(len(self.sums), 'judgement')}, {unparseable:,} could not be parsed and count as wrong."
        yield from self._bases()

    def best_thresholds(self) -> Iterator[str]:
        """At which threshold each judge has its highest F1."""
        found: dict[Labels, tuple[float, str]] = {}
        for judge in self.judges:
            named, (_, threshold) = judge[:-1], judge[-1]
            (both, *_) = self._averaged(judge).measures
            value = float(both.value(self._total(judge)))
            if not np.isnan(value) and value > found.get(named, (-1.0, ""))[0]:
                found[named] = value, threshold
        for named, (value, threshold) in found.items():
            yield (
                f"F1 of judge {_named(named)} is highest, {100 * value:.2f} %, at the threshold {threshold}; chosen on "
                "the traces that it is measured on, it is optimistic."
            )

    def _averaged(self, judge: Labels) -> Part:
        dropped = sum((count for (name, _), count in self.dropped.items() if name == judge), Counter[str]())
        measures = averaged_measures(len(self.datasets), self._total(judge))
        return Part(judge, self._of(judge), measures, tuple(sorted(dropped.items())))

    def _of(self, judge: Labels) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.judge == self.judges.index(judge)
        return found

    def _total(self, judge: Labels) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.sums[self._of(judge)].sum(axis=0)
        return found

    def _bases(self) -> Iterator[str]:
        rests: dict[Labels, tuple[str, ...]] = {}
        for judge in self.judges:
            total = self._total(judge)
            known = [not np.isnan(dataset_measures(number)[0].value(total)) for number in range(len(self.datasets))]
            rests[judge] = tuple(name for name, there in zip(self.datasets, known, strict=True) if there)
        for judge, names in rests.items():
            if len(names) < len(self.datasets):
                listed = ", ".join(shortened(name, NAME_SHOWN) for name in names)
                over = f"is averaged over {len(names)} of {len(self.datasets)} datasets ({listed})"
                over = over if names else "is not defined"
                yield (
                    f"F1 of judge {_named(judge)} {over}: a dataset is left out that has no annotated trace with an "
                    "error, or none without, that it judged."
                )
        judged = {frozenset(self.trace[self.judge == number].tolist()) for number in range(len(self.judges))}
        if len(judged) > 1:
            yield "The judges did not judge the same traces, so that their figures rest on different ones."


def _named(judge: Labels) -> str:
    return ", ".join(shortened(value, NAME_SHOWN) for _, value in judge)
