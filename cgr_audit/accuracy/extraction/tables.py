"""The comparison of extraction rules as tables."""

from __future__ import annotations

from dataclasses import replace

from cgr_audit.accuracy.basis import CHOICE, NOT_APPLIED, resting_on
from cgr_audit.accuracy.extraction.summary import Extraction, PublishedCheck
from cgr_audit.extractors.registry import EXTRACTORS
from cgr_audit.plural import counted
from cgr_audit.records.rows import CallStatus
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW, Column, Kind, Table

__all__ = ["extraction_tables"]

_LABELS = {rule.name: rule.label for rule in EXTRACTORS} | {"recorded": "recorded answers"}
_NONE = "The package holds no direct responses, so that no other rule can be applied: without calls.jsonl only the "
_NONE += "recorded answers are known."
_RESPONSES = (
    "Of responses, of registered solvers and without harness failures: a row that has none is in neither table, "
)
_RESPONSES += "whatever the choice about missing answers and the treatment of programs."


def extraction_tables(extraction: Extraction) -> tuple[Table, Table, Table]:
    """Direct accuracy by rule, how often two rules disagree, and what became of the calls.

    All are of responses, so that neither a treatment nor the choice about missing answers has any part in them.
    """
    tables = _accuracy(extraction), _disagreements(extraction)
    accuracy, disagreements, responses = (
        resting_on(None, table, {CHOICE: NOT_APPLIED})
        for table in (
            *(replace(table, note=f"{table.note} {_RESPONSES}") for table in tables),
            _statuses(extraction),
        )
    )
    return accuracy, disagreements, responses


def _accuracy(extraction: Extraction) -> Table:
    few = extraction.direct_responses < FEWEST_ROWS
    records = [
        {
            **rule.to_record(),
            "rule": _LABELS[rule.rule],
            "rows": rule.responses,
            "without": rule.responses - rule.found,
            "accuracy": None if few else rule.accuracy,
            TOO_FEW: few,
        }
        for rule in extraction.rules
    ]
    note = _NONE
    if extraction.direct_responses:
        note = (
            "Each rule on the same responses: the last call of each row's direct path. The published rule stays the "
            f"one that every other figure rests on. {_checked(extraction.published)} " + _meanings()
        )
    columns = (
        Column("rule", "rule"),
        Column("rows", "rows with a response", Kind.COUNT),
        Column("found", "answer found", Kind.COUNT),
        Column("without", "none found", Kind.COUNT),
        Column("correct", "correct", Kind.COUNT),
        Column("accuracy", "direct %", Kind.PERCENT),
    )
    return Table(
        "extraction",
        "Direct accuracy by extraction rule",
        note,
        columns,
        tuple(records) if extraction.direct_responses else (),
    )


def _disagreements(extraction: Extraction) -> Table:
    records = [
        {**pair.to_record(), "first": _LABELS[pair.first], "second": _LABELS[pair.second]}
        for pair in extraction.disagreements
        if pair.responses
    ]
    failed = sum(extraction.failed_calls.values())
    note = (
        f"{counted(extraction.direct_responses, 'direct response')}, one for each row; "
        f"{counted(extraction.assisted_responses, 'response')} to calls of programs, which extract by themselves, so "
        "that no rule replaces an assisted answer, and whose prompts need not ask for the answer, so that none is "
        "called right. Both: they find different answers; of these, how often which is right. "
        f"{counted(failed, 'call')} without a response."
    )
    columns = (
        Column("channel", "channel"),
        Column("first", "first rule"),
        Column("second", "second rule"),
        Column("responses", "responses", Kind.COUNT),
        Column("same", "same answer", Kind.COUNT),
        Column("differ", "differ", Kind.COUNT),
        Column("only_first", "only first", Kind.COUNT),
        Column("only_second", "only second", Kind.COUNT),
        Column("neither", "neither", Kind.COUNT),
        Column("differ_first_correct", "differ: first right", Kind.COUNT),
        Column("differ_second_correct", "differ: second right", Kind.COUNT),
        Column("differ_neither_correct", "differ: none right", Kind.COUNT),
        Column("only_first_correct", "only first: right", Kind.COUNT),
        Column("only_second_correct", "only second: right", Kind.COUNT),
    )
    return Table("extraction-disagreements", "Where extraction rules disagree", note, columns, tuple(records))


def _statuses(extraction: Extraction) -> Table:
    note = (
        "Recorded calls of registered solvers, whatever the choice about missing answers and the treatment of "
        "programs. A response that was truncated, filtered or without text is an answer of the model: a failed "
        "extraction on the direct path, while a program receives the text that there is. Calls without a response are "
        "service errors."
    )
    columns = (
        Column("channel", "channel"),
        Column("calls", "calls", Kind.COUNT),
        *(Column(status.value, status.value.replace("_", " "), Kind.COUNT) for status in CallStatus),
        Column("failed", "service error", Kind.COUNT),
    )
    records = []
    for channel, counts in extraction.statuses.items():
        failed = extraction.failed_calls[channel]
        calls = sum(counts.values()) + failed
        if calls:
            records.append({"channel": channel, "calls": calls, **counts, "failed": failed})
    return Table("responses", "Responses by status", note, columns, tuple(records))


def _checked(check: PublishedCheck) -> str:
    said = f"On {check.same:,} of {counted(check.responses, 'response')} it gives the recorded answer"
    if check.missing:
        said += f"; {check.missing} have no recorded answer"
    if check.other:
        first = "/".join(check.first_other or ())
        said += f"; on {check.other} it does not (first {first}): another rule, or another response, was taken there"
    return said + "."


def _meanings() -> str:
    return " ".join(f"{rule.label[:1].upper()}{rule.label[1:]} – {rule.meaning}" for rule in EXTRACTORS)
