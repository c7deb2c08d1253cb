"""Per channel, what the answer of every row is, and whether it is right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.records.answer_sets import TextSets, Truths, is_among, text_sets
from cgr_audit.records.facts import ItemFacts
from cgr_audit.records.result_columns import Numbers, ResultColumns, encoded
from cgr_audit.records.rows import Item

__all__ = ["answer_columns"]

_FIELDS = dict(zip(CHANNELS, ("solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans"), strict=True))
_RECORDED = "recorded_assisted_ans"
_STATUSES = tuple(AnswerStatus)


def answer_columns(
    rows: ResultColumns, items: Sequence[Item | ItemFacts], failure_value: str | None
) -> dict[str, pa.Array]:
    """Answers, ``{channel}_status`` and ``{channel}_correct`` for each row, and the gold answer.

    Texts are dictionaries. A program that was not executed has no assisted answer, and no generator answer where none
    was recorded; a row that the harness failed has none at all.

    Args:
        rows: the result rows.
        items: for each of the programs that rows are about, its item.
        failure_value: what the contract's extraction helper returns where it finds nothing.
    """
    options = text_sets(item.option_ids for item in items)
    golds = text_sets(item.correct_ids for item in items)
    gold = [" ".join(known) or None for known in golds.different]
    columns = {"correct_ans": encoded(golds.of[rows.program], gold)}
    for name, answer in rows.answer.items():
        columns[name] = encoded(answer, rows.answers)
    for channel, field in _FIELDS.items():
        status = _status(rows, channel, rows.answer[field], options, failure_value)
        right = is_among(rows.program, rows.answer[field], rows.answers, golds)
        columns[f"{channel}_status"] = encoded(status, _STATUSES)
        columns[f"{channel}_correct"] = pa.array(right & (status == _number(AnswerStatus.ANSWERED)))
    recorded = rows.answer[_RECORDED]
    right = is_among(rows.program, recorded, rows.answers, golds)
    columns["recorded_assisted_correct"] = pa.array(right, mask=recorded < 0)
    status = _answer_status(rows, recorded, np.zeros(len(recorded), dtype=bool), options, failure_value)
    columns["recorded_assisted_status"] = encoded(np.where(recorded < 0, -1, status), _STATUSES)
    return columns


def _status(
    rows: ResultColumns, channel: str, answer: Numbers, options: TextSets, failure_value: str | None
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
    options: TextSets,
    failure_value: str | None,
) -> Numbers:
    """What the answers are where the outcome of the row leaves that to them."""
    failure = rows.answers.index(failure_value) if failure_value in rows.answers else len(rows.answers)
    is_option = is_among(rows.program, answer, rows.answers, options)
    any_options = np.array([bool(known) for known in options.different], dtype=bool)[options.of[rows.program]]
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
    said = rows.fields["outcome"].combine_chunks()
    places = [place for place, text in enumerate(said.dictionary.to_pylist()) if text == outcome]
    found: Truths = np.isin(said.indices.fill_null(-1).to_numpy(zero_copy_only=False), places)
    return found


def _number(status: AnswerStatus) -> int:
    return _STATUSES.index(status)
