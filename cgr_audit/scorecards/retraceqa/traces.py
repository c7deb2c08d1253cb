"""Traces: what several rows say of one, with the annotation that is settled on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from cgr_audit.scorecards.label import label
from cgr_audit.scorecards.retraceqa.judgements import NO_ERROR, Judge, Judgement, judge_of, judgement_of
from cgr_audit.scorecards.row_source import Rows

__all__ = ["NO_ERROR", "Annotation", "ErrorType", "Gathered", "Trace", "gather", "steps_of"]

_BLANK_LINES = re.compile(r"\n\s*\n")

ValueT = TypeVar("ValueT", bound=Hashable)


class ErrorType(StrEnum):
    """What kind of error the first one is."""

    HALLUCINATION = "hallucination"
    REASONING = "reasoning"
    MISINTERPRETATION = "misinterpretation"


@dataclass(frozen=True, slots=True)
class Annotation:
    """Where the first error of a trace is."""

    first_error: int
    """A step, from 0, or ``NO_ERROR``."""
    error_type: str | None


@dataclass(slots=True)
class Trace:
    """One trace, with what all its rows say."""

    dataset: str
    steps: tuple[str, ...] = field(repr=False)
    answer_correct: bool | None = None
    annotations: dict[str | None, Annotation] = field(default_factory=dict)
    """By annotator; that of nobody in particular was settled on."""
    judgements: dict[Judge, Judgement] = field(default_factory=dict)
    model: str = ""

    @property
    def annotators(self) -> tuple[str, ...]:
        """Those that have names, sorted."""
        return tuple(sorted(name for name in self.annotations if name is not None))

    def settled(self) -> Annotation | None:
        """The annotation of nobody in particular, or else the step that most annotators name.

        Its type is the one that most of these give. ``None`` where nobody annotated, and where as many annotators name
        one step as another.
        """
        if None in self.annotations:
            return self.annotations[None]
        first_error = _most_common(annotation.first_error for annotation in self.annotations.values())
        if first_error is None:
            return None
        types = [one.error_type for one in self.annotations.values() if one.first_error == first_error]
        return Annotation(first_error, _most_common(kind for kind in types if kind is not None))


@dataclass(frozen=True, slots=True)
class Gathered:
    """The traces that rows are about."""

    traces: list[Trace]
    of_row: list[int]
    """Of each row the number of its trace."""
    contradicting: dict[int, str]
    """Of rows that say something else of their trace than an earlier row: ``file:line: /field: reason``. Nothing of
    such a row is in a trace."""


def gather(rows: Rows) -> Gathered:
    """Bring together what rows say of the same trace: of the same id, dataset and model."""
    traces: list[Trace] = []
    places: list[str] = []
    numbers: dict[tuple[Any, ...], int] = {}
    gathered = Gathered(traces, [], {})
    for row, (record, place) in enumerate(zip(rows.records, rows.places, strict=True)):
        number = numbers.setdefault((record["id"], record["dataset"], record["model"]), len(traces))
        gathered.of_row.append(number)
        steps = steps_of(record) or ()
        if number == len(traces):
            traces.append(Trace(label(record["dataset"]), steps, model=label(record["model"])))
            places.append(place)
        wrong = _contradiction(traces[number], steps, record)
        if wrong is None:
            _take(traces[number], record)
        else:
            gathered.contradicting[row] = f"{place}: {wrong} the trace that {places[number]} is about"
    return gathered


def steps_of(record: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The steps of a row's trace: those given, or else its text split at blank lines; ``None`` where it has neither."""
    if record.get("steps") is not None:
        return tuple(record["steps"])
    if record.get("trace") is None:
        return None
    text = record["trace"].replace("\r\n", "\n").strip()
    return tuple(_BLANK_LINES.split(text)) if text else ()


def _contradiction(trace: Trace, steps: tuple[str, ...], record: Mapping[str, Any]) -> str | None:
    if steps != trace.steps:
        return f"/{'trace' if record.get('steps') is None else 'steps'}: other steps than an earlier row has for"
    answer = record["answer_correct"]
    if answer is not None and trace.answer_correct not in (None, answer):
        return "/answer_correct: not what an earlier row says of"
    annotator = record.get("annotator")
    known = trace.annotations.get(annotator)
    who = "" if annotator is None else " of the same annotator"
    if known is not None and record["first_error"] not in (None, known.first_error):
        return f"/first_error: not what an earlier row{who} says of"
    error_type = record.get("error_type")
    if known is not None and error_type is not None and known.error_type not in (None, error_type):
        return f"/error_type: not what an earlier row{who} says of"
    judge = judge_of(record)
    if judge in trace.judgements and judgement_of(record) != trace.judgements[judge]:
        name = "predicted_first_error" if record.get("step_scores") is None else "step_scores"
        return f"/{name}: not what an earlier row of the same judge says of"
    return None


def _take(trace: Trace, record: Mapping[str, Any]) -> None:
    if record["answer_correct"] is not None:
        trace.answer_correct = record["answer_correct"]
    if record["first_error"] is not None:
        annotator = record.get("annotator")
        known = trace.annotations.get(annotator)
        error_type = record.get("error_type") or (known.error_type if known is not None else None)
        trace.annotations[annotator] = Annotation(int(record["first_error"]), error_type)
    judge = judge_of(record)
    if judge is not None:
        trace.judgements[judge] = judgement_of(record)


def _most_common(values: Iterable[ValueT]) -> ValueT | None:
    """The value that is there most often; ``None`` where there is no such one."""
    ranked = Counter(values).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
