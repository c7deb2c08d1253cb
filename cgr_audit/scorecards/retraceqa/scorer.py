"""Scoring rows of ReTraceQA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.retraceqa.agreement import agreement
from cgr_audit.scorecards.retraceqa.judged_accuracy import judged_accuracy
from cgr_audit.scorecards.retraceqa.judgements import first_error_at, judgement_fault, judgement_of
from cgr_audit.scorecards.retraceqa.judges import judge_scores
from cgr_audit.scorecards.retraceqa.measures import MEASURES, sums_of
from cgr_audit.scorecards.retraceqa.tables import error_types_table, notes, traces_table
from cgr_audit.scorecards.retraceqa.traces import NO_ERROR, Annotation, Gathered, gather, steps_of
from cgr_audit.scorecards.row_source import BAD_ROW, RowKey, Rows
from cgr_audit.scorecards.scored_rows import ScoredRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ReTraceQa"]

_NOTHING_KNOWN = "neither_answer_nor_annotation"


@dataclass(frozen=True, slots=True)
class ReTraceQa:
    """Answer-only against reasoning-aware accuracy, process errors behind right answers, and scores of judges.

    Rows are about traces: a trace with several annotators or judges has a row for each, and counts once.
    """

    name: ClassVar[str] = "retraceqa"
    title: ClassVar[str] = "ReTraceQA: errors in the reasoning behind answers"
    schema: ClassVar[str] = "retraceqa_row"
    key: ClassVar[RowKey] = RowKey(("id", "dataset", "model", "judge", "judge_setting", "annotator"))
    usual: ClassVar[tuple[tuple[str, ...], ...]] = (("model",), ("dataset",), ("model", "dataset"))
    order: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    finds: ClassVar[frozenset[str]] = frozenset(
        {
            "step_count",
            "settled_first_error",
            "settled_error_type",
            "judged_first_error",
            "judge_right",
        }
    )

    threshold: float = 0.5
    """A step whose score is below it is the first error."""

    def settings(self) -> dict[str, Any]:
        """What the figures depend on."""
        return {"threshold": self.threshold}

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """An error that is in no step or has a type without being there, and a prediction without a judge."""
        steps = steps_of(record)
        first_error, error_type = record["first_error"], record.get("error_type")
        if steps is None:
            return "/steps: is not there, and trace is not there either; give one of them"
        if first_error is not None and first_error >= len(steps):
            return f"/first_error: {first_error}, and the trace has {counted(len(steps), 'step')}, counted from 0"
        if error_type is not None and first_error in (None, NO_ERROR):
            said = "does not say where" if first_error is None else f"is {NO_ERROR}, which is not an error"
            return f"/error_type: {error_type}, and first_error {said}"
        return judgement_fault(record, steps)

    def scored(self, rows: Rows) -> ScoredRows:
        """What each trace adds, once; and what is to be said of judges and annotators."""
        gathered = gather(rows)
        traces = gathered.traces
        settled = [trace.settled() for trace in traces]
        sums = np.array([sums_of(trace.answer_correct, one) for trace, one in zip(traces, settled, strict=True)])
        of_row = np.array(gathered.of_row, dtype=np.intp)
        scores = judge_scores(traces, settled, self.threshold)
        others = [one for one in (judged_accuracy(traces, self.threshold), agreement(traces)) if one is not None]
        tables = traces_table(traces, settled), error_types_table(traces, settled)
        return ScoredRows(
            rows=rows.table(),
            found_of_rows=_found_of_rows(rows, gathered, settled, self.threshold),
            case="trace",
            sums=sums[of_row],
            measures=MEASURES,
            dropped=_dropped(gathered, settled),
            notes=(*notes(len(rows.records), traces, settled), *scores.notes),
            comparisons=(*scores.comparisons, *others),
            main_tables=tables,
            found={table.name: list(table.records) for table in tables},
            units=of_row,
            bad=tuple(gathered.contradicting.values()),
        )


def _dropped(gathered: Gathered, settled: Sequence[Annotation | None]) -> NDArray[np.object_]:
    unknown = [
        trace.answer_correct is None and annotation is None
        for trace, annotation in zip(gathered.traces, settled, strict=True)
    ]
    dropped = np.array([_NOTHING_KNOWN if unknown[number] else None for number in gathered.of_row], dtype=object)
    dropped[list(gathered.contradicting)] = BAD_ROW
    return dropped


def _found_of_rows(
    rows: Rows, gathered: Gathered, settled: Sequence[Annotation | None], threshold: float
) -> dict[str, list[int | str | bool | None]]:
    annotations = [settled[number] for number in gathered.of_row]
    judged = [
        None if record.get("judge") is None else first_error_at(judgement_of(record), threshold)
        for record in rows.records
    ]
    right = [
        None if record.get("judge") is None or one is None else said == one.first_error
        for record, one, said in zip(rows.records, annotations, judged, strict=True)
    ]
    return {
        "step_count": [len(gathered.traces[number].steps) for number in gathered.of_row],
        "settled_first_error": [None if one is None else one.first_error for one in annotations],
        "settled_error_type": [None if one is None else one.error_type for one in annotations],
        "judged_first_error": list(judged),
        "judge_right": list(right),
    }
