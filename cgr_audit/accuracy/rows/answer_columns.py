"""Per channel, what the answer of every row is, and whether it is right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.records.answer_sets import Truths, is_among
from cgr_audit.records.result_columns import Numbers, ResultColumns, text_array
from cgr_audit.records.rows import Item

__all__ = ["answer_columns"]

_FIELDS = dict(zip(CHANNELS, ("solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans"), strict=True))
_RECORDED = "recorded_assisted_ans"
_STATUSES = tuple(AnswerStatus)


def answer_columns(rows: ResultColumns, items: Sequence[Item], failure_value: str | None) -> dict[str, pa.Array]:
    """Answers, ``{channel}_status`` and ``{channel}_correct`` for each row, and the gold answer.

    The same as ``status_by_outcome`` and ``answer_status`` say of each single row.

    Args:
        rows: the result rows.
        items: for each of the programs that rows are about, its item.
        failure_value: what the contract's extraction helper returns where it finds nothing.
    """
    options = [item.option_ids for item in items]
    golds = [item.correct_ids for item in items]
    vocabulary = text_array(rows.answers)
    columns = {"correct_ans": text_array([" ".join(gold) or None for gold in golds]).take(rows.program)}
    for name, answer in rows.answer.items():
        columns[name] = vocabulary.take(pa.array(answer, mask=answer < 0))
    for channel, field in _FIELDS.items():
        status = _status(rows, channel, rows.answer[field], options, failure_value)
        right = is_among(rows.program, rows.answer[field], rows.answers, golds)
        columns[f"{channel}_status"] = pa.array(_STATUSES, pa.large_string()).take(pa.array(status))
        columns[f"{channel}_correct"] = pa.array(right & (status == _number(AnswerStatus.ANSWERED)))
    recorded = rows.answer[_RECORDED]
    right = is_among(rows.program, recorded, rows.answers, golds)
    columns["recorded_assisted_correct"] = pa.array(right, mask=recorded < 0)
    status = _answer_status(rows, recorded, np.zeros(len(recorded), dtype=bool), options, failure_value)
    columns["recorded_assisted_status"] = pa.array(_STATUSES, pa.large_string()).take(
        pa.array(status, mask=recorded < 0)
    )
    return columns


def _status(
    rows: ResultColumns, channel: str, answer: Numbers, options: Sequence[Sequence[str]], failure_value: str | None
) -> Numbers:
    """The place of each row's status in ``AnswerStatus``."""
    missing = answer < 0
    not_executed = missing if channel == "generator" else np.full(len(missing), channel == "assisted")
    said_failed = pc.fill_null(rows.fields[f"{channel}_failed"], fill_value=False).to_numpy(zero_copy_only=False)
    cases: Sequence[tuple[Truths, AnswerStatus]] = (
        (_is_outcome(rows, "host_failure"), AnswerStatus.HARNESS_FAILURE),
        (_is_outcome(rows, "refused") & not_executed, AnswerStatus.REFUSED),
        (_is_outcome(rows, "not_run") & not_executed, AnswerStatus.NOT_RUN),
    )
    status: Numbers = np.select(
        [chosen for chosen, _ in cases],
        [_number(status) for _, status in cases],
        default=_answer_status(rows, answer, said_failed, options, failure_value),
    )
    return status


def _answer_status(
    rows: ResultColumns,
    answer: Numbers,
    said_failed: Truths,
    options: Sequence[Sequence[str]],
    failure_value: str | None,
) -> Numbers:
    """What the answers are where the outcome of the row leaves that to them."""
    failure = rows.answers.index(failure_value) if failure_value in rows.answers else len(rows.answers)
    is_option = is_among(rows.program, answer, rows.answers, options)
    any_options = np.array([bool(known) for known in options], dtype=bool)[rows.program]
    cases: Sequence[tuple[Truths, AnswerStatus]] = (
        (said_failed | ((answer == failure) & ~is_option), AnswerStatus.EXTRACTION_FAILED),
        (answer < 0, AnswerStatus.MISSING),
        (is_option | ~any_options, AnswerStatus.ANSWERED),
    )
    status: Numbers = np.select(
        [chosen for chosen, _ in cases],
        [_number(status) for _, status in cases],
        default=_number(AnswerStatus.NO_OPTION),
    )
    return status


def _is_outcome(rows: ResultColumns, outcome: str) -> Truths:
    found = pc.equal(rows.fields["outcome"], outcome)
    truths: Truths = pc.fill_null(found, fill_value=False).to_numpy(zero_copy_only=False)
    return truths


def _number(status: AnswerStatus) -> int:
    return _STATUSES.index(status)
