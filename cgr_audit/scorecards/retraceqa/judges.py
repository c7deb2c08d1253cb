"""How well judges find errors: correct, error and F1 of each, per dataset and averaged (Molfese et al. 2025)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.comparison import Comparison, Part
from cgr_audit.scorecards.rates import Measure, Value, ratio
from cgr_audit.scorecards.retraceqa.traces import NO_ERROR, Annotation, Trace
from cgr_audit.tables.shortened import NAME_SHOWN, shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AVERAGED", "BY_DATASET", "JudgeScores", "f1", "judge_scores", "mean"]

AVERAGED = "judges"
BY_DATASET = "judges-by-dataset"

_JUDGED, _UNPARSEABLE, _ALL_SOUND, _ALL_FLAWED, _FIRST_BLOCK = range(5)
_SOUND, _SOUND_FOUND, _FLAWED, _FLAWED_FOUND = range(4)
_BLOCK = 4
_DIVIDED, _NOT_ANNOTATED = "annotators_are_divided", "not_annotated"
_LEFT_OUT = MappingProxyType({_DIVIDED: "on which annotators are divided", _NOT_ANNOTATED: "that nobody annotated"})
_CORRECT = "Share of the traces without an error that the judge says are without one"
_ERROR = "Share of the traces with an error whose first one the judge names exactly"
_F1 = "Harmonic mean of correct and error"
_AVERAGE = "; the unweighted mean over datasets."


@dataclass(frozen=True, slots=True, eq=False)
class JudgeScores:
    """What is to be said of judges."""

    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...]


def judge_scores(traces: Sequence[Trace], settled: Sequence[Annotation | None]) -> JudgeScores:
    """Score every judge against the annotation that is settled on.

    What a judge said of a trace that nobody annotated, or on which annotators are divided, is in no figure; it is
    counted. What could not be parsed is wrong, whether the trace has an error or not.

    Args:
        traces: with their judges' predictions.
        settled: of each trace its annotation.
    """
    judged = _Judged.of(traces, settled)
    if not judged.judges:
        return JudgeScores((), ())
    averaged = Comparison(
        AVERAGED,
        "Judges, averaged over datasets",
        "Averages are over the datasets for which a figure is defined, each counting the same; traces are drawn "
        "within their dataset.",
        judged.sums,
        tuple(judged.averaged(judge) for judge in judged.judges),
        judged.dataset,
        "trace",
    )
    apart = Comparison(
        BY_DATASET,
        "Judges by dataset",
        "A figure is not defined where there is no trace for it: no sound one, or no flawed one.",
        judged.sums,
        tuple(part for judge in judged.judges for part in judged.by_dataset(judge)),
        case="trace",
    )
    return JudgeScores((averaged, apart), tuple(judged.notes()))


def f1(first: Value, second: Value) -> Value:
    """The harmonic mean of two figures: 0 where both are 0, not defined where one of them is not."""

    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        one, other = first(sums), second(sums)
        both = one + other
        with np.errstate(invalid="ignore", divide="ignore"):
            found: NDArray[np.float64] = np.where(both == 0, 0.0, 2 * one * other / both)
        return found

    return value


def mean(values: Sequence[Value]) -> Value:
    """The unweighted mean of figures, not defined where there are none or one of them is not."""

    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        if not values:
            return np.full(sums.shape[:-1], np.nan)
        found: NDArray[np.float64] = np.mean([one(sums) for one in values], axis=0)
        return found

    return value


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """What judges said of traces, each a case."""

    datasets: tuple[str, ...]
    judges: tuple[str, ...]
    trace: NDArray[np.intp]
    """Of each case the number of its trace."""
    dataset: NDArray[np.intp]
    judge: NDArray[np.intp]
    sums: NDArray[np.float64]
    """Of each case whether it was judged, was unparseable, has no error, has one, and a block for each dataset."""
    dropped: dict[tuple[str, str], Counter[str]]
    """By judge and dataset, why traces are in no figure."""

    @classmethod
    def of(cls, traces: Sequence[Trace], settled: Sequence[Annotation | None]) -> _Judged:
        judges = tuple(sorted({judge for trace in traces for judge in trace.predictions}))
        datasets = tuple(sorted({trace.dataset for trace in traces if trace.predictions}))
        judge_number = {name: number for number, name in enumerate(judges)}
        dataset_number = {name: number for number, name in enumerate(datasets)}
        dropped: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        cases: list[tuple[int, int, int, int, bool, bool]] = []
        for number, (trace, annotation) in enumerate(zip(traces, settled, strict=True)):
            for judge, prediction in trace.predictions.items():
                if annotation is None:
                    why = _DIVIDED if trace.annotations else _NOT_ANNOTATED
                    dropped[judge, trace.dataset][why] += 1
                    continue
                kind = _SOUND if annotation.first_error == NO_ERROR else _FLAWED
                found = prediction == annotation.first_error
                case = number, judge_number[judge], dataset_number[trace.dataset], kind, found, prediction is None
                cases.append(case)
        trace_of, judge_of, dataset_of, kind_of, found_of, unparseable = (
            np.array(cases, dtype=np.intp).reshape(len(cases), 6).T
        )
        sums = np.zeros((len(cases), _FIRST_BLOCK + _BLOCK * len(datasets)))
        sums[:, _JUDGED] = 1
        sums[:, _UNPARSEABLE] = unparseable
        sums[:, _ALL_SOUND] = kind_of == _SOUND
        sums[:, _ALL_FLAWED] = kind_of == _FLAWED
        place = _FIRST_BLOCK + _BLOCK * dataset_of + kind_of
        sums[np.arange(len(cases)), place] = 1
        sums[np.arange(len(cases)), place + 1] = found_of
        return cls(datasets, judges, trace_of, dataset_of, judge_of, sums, dict(dropped))

    def averaged(self, judge: str) -> Part:
        cases = self.judge == self.judges.index(judge)
        total = self.sums[cases].sum(axis=0)
        correct, error, both = zip(*map(_values, range(len(self.datasets))), strict=True)
        dropped = sum((count for (name, _), count in self.dropped.items() if name == judge), Counter[str]())
        measures = _measures(*(mean(_defined(values, total)) for values in (correct, error, both)), ending=_AVERAGE)
        return Part((("judge", judge),), cases, measures, tuple(sorted(dropped.items())))

    def by_dataset(self, judge: str) -> Iterator[Part]:
        of_judge = self.judge == self.judges.index(judge)
        for number, dataset in enumerate(self.datasets):
            cases = of_judge & (self.dataset == number)
            dropped = self.dropped.get((judge, dataset), Counter())
            if cases.any() or dropped:
                labels = (("judge", judge), ("dataset", dataset))
                yield Part(
                    labels,
                    cases,
                    _measures(*_values(number), ending=".", found=_found(number)),
                    tuple(sorted(dropped.items())),
                )

    def notes(self) -> Iterator[str]:
        """What is in no score, what counts as wrong unseen, and where averages of judges do not rest on the same."""
        left_out = sum(self.dropped.values(), Counter[str]())
        if left_out:
            said = ", ".join(f"{number:,} of traces {_LEFT_OUT[why]}" for why, number in sorted(left_out.items()))
            yield f"Judgements in no judge's scores: {said}."
        unparseable = int(self.sums[:, _UNPARSEABLE].sum())
        if unparseable:
            yield f"Of {counted(len(self.sums), 'judgement')}, {unparseable:,} could not be parsed and count as wrong."
        yield from self._bases()

    def _bases(self) -> Iterator[str]:
        rests: dict[str, tuple[str, ...]] = {}
        for judge in self.judges:
            total = self.sums[self.judge == self.judges.index(judge)].sum(axis=0)
            known = [not np.isnan(_values(number)[2](total)) for number in range(len(self.datasets))]
            rests[judge] = tuple(name for name, there in zip(self.datasets, known, strict=True) if there)
        for judge, names in rests.items():
            if len(names) < len(self.datasets):
                listed = ", ".join(shortened(name, NAME_SHOWN) for name in names)
                over = f"is averaged over {len(names)} of {len(self.datasets)} datasets ({listed})"
                over = over if names else "is not defined"
                yield (
                    f"F1 of judge {shortened(judge, NAME_SHOWN)} {over}: a dataset is left out that has no annotated "
                    "trace with an error, or none without, that it judged."
                )
        judged = {frozenset(self.trace[self.judge == number].tolist()) for number in range(len(self.judges))}
        if len(judged) > 1:
            yield "The judges did not judge the same traces, so that their figures rest on different ones."


def _values(dataset: int) -> tuple[Value, Value, Value]:
    """Correct, error and F1 of one dataset."""
    block = _FIRST_BLOCK + _BLOCK * dataset
    correct, error = ratio(block + _SOUND_FOUND, block + _SOUND), ratio(block + _FLAWED_FOUND, block + _FLAWED)
    return correct, error, f1(correct, error)


def _found(dataset: int) -> tuple[int, int]:
    """The columns that count the sound and the flawed traces of a dataset that a judge got right."""
    block = _FIRST_BLOCK + _BLOCK * dataset
    return block + _SOUND_FOUND, block + _FLAWED_FOUND


def _defined(values: Sequence[Value], total: NDArray[np.float64]) -> list[Value]:
    return [value for value in values if not np.isnan(value(total))]


def _measures(
    correct: Value,
    error: Value,
    both: Value,
    *,
    ending: str,
    found: tuple[int | None, int | None] = (None, None),
) -> tuple[Measure, ...]:
    """The figures of a judge; ``found`` are the columns that count what it found, where figures are shares of one."""
    return (
        Measure("f1", "F1", f"{_F1}{ending}", both, _JUDGED),
        Measure("correct_found", "correct", f"{_CORRECT}{ending}", correct, _ALL_SOUND, found[0]),
        Measure("error_found", "error", f"{_ERROR}{ending}", error, _ALL_FLAWED, found[1]),
        Measure(
            "unparseable",
            "unparseable",
            "Share of what the judge said that could not be parsed; it counts as wrong.",
            ratio(_UNPARSEABLE, _JUDGED),
            _JUDGED,
            _UNPARSEABLE,
        ),
    )
