"""The rows table: result rows joined with gold, verdicts and findings, one line per key.

Nothing here reads files: records come in, a pandas table goes out. Missing values are ``NA`` of pandas'
nullable types, so that they are null in Parquet and JSON and an empty field in CSV; never NaN, never an empty string.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from cgr_audit.records.rows import Item, ItemKey, ProgramRecord, ResultRow, SolverEntry

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHANNELS", "AnswerStatus", "answer_status", "rows_table", "status_by_outcome"]

CHANNELS = ("direct", "assisted", "generator")
"""The three channels, in the order of every table."""


class AnswerStatus(StrEnum):
    """What a channel's answer is. Only an answered one can be right."""

    ANSWERED = "answered"
    EXTRACTION_FAILED = "extraction_failed"
    """Nothing could be extracted from the response."""
    NO_OPTION = "no_option"
    """Something that is no option of the item."""
    MISSING = "missing"
    """There is no answer, and none of the reasons below: the run did not complete, or the channel was not recorded."""
    HARNESS_FAILURE = "harness_failure"
    """The harness failed: the row is left out of every figure, in every channel, and never counted as wrong."""
    REFUSED = "refused"
    """The gate refused the program, so that it was never executed."""
    NOT_RUN = "not_run"
    """The program is only observed, and was not executed."""


_COLUMNS: Mapping[str, str] = {
    "dataset": "string",
    "item_id": "string",
    "solver": "string",
    "generator": "string",
    "sample": "Int64",
    "program_id": "string",
    "program_sha256": "string",
    "registered": "boolean",
    "verdict": "string",
    "reasons": "string",
    "codes": "string",
    "correct_ans": "string",
    "solverLLM_baseline_ans": "string",
    "solverLLM_assisted_ans": "string",
    "genLLM_ans": "string",
    "genLLM_difficulty": "string",
    "direct_status": "string",
    "assisted_status": "string",
    "generator_status": "string",
    "direct_correct": "boolean",
    "assisted_correct": "boolean",
    "generator_correct": "boolean",
    "origin": "string",
    "outcome": "string",
    "attempts": "Int64",
    "direct_calls": "Int64",
    "assisted_calls": "Int64",
    "fuel": "Int64",
    "wall_s": "Float64",
    "executed_provenance": "string",
    "sensitivity": "string",
    "probe_fallback": "string",
    "recorded_assisted_ans": "string",
    "recorded_assisted_correct": "boolean",
    "error": "string",
}
"""The columns in order, and the pandas type of each.

Lists (``reasons``, ``codes``, several right answers) are joined with a blank.
"""


def rows_table(
    results: Iterable[ResultRow],
    *,
    items: Mapping[ItemKey, Item],
    solvers: Mapping[str, SolverEntry],
    programs: Iterable[ProgramRecord],
    verdicts: Iterable[Mapping[str, Any]],
    findings: Iterable[Mapping[str, Any]],
    failure_value: str | None,
    probes: Iterable[Mapping[str, Any]] = (),
) -> pd.DataFrame:
    """Join result rows with what is known of their item, program and solver, sorted by key.

    Args:
        results: the result rows.
        items: with the gold answers.
        solvers: which of them are registered.
        programs: to find a row's program by its key.
        verdicts: records of ``verdicts.jsonl``; empty where nothing was judged.
        findings: records of ``findings.jsonl``.
        failure_value: what the contract's extraction helper returns where it finds nothing.
        probes: records of ``probes.jsonl``; empty where nothing was probed.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    program_ids = {(it.dataset, it.item_id, it.generator, it.sample): it.program_id for it in programs}
    verdict_of = {record["program_id"]: record for record in verdicts}
    probe_of = {(record["program_id"], record.get("item_id")): record for record in probes}
    codes_of: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        codes_of[finding["program_id"]].add(finding["code"])
    lines = []
    for row in sorted(results, key=lambda row: row.key):
        program_id = program_ids.get((row.dataset, row.item_id, row.generator, row.sample))
        verdict = verdict_of.get(program_id or "", {})
        probe = probe_of.get((program_id, row.item_id), {})
        entry = solvers.get(row.solver)
        line: dict[str, Any] = {
            "program_id": program_id,
            "registered": entry is not None and entry.registered,
            "verdict": verdict.get("verdict"),
            "reasons": " ".join(verdict.get("reasons", ())) or None,
            "codes": " ".join(sorted(codes_of.get(program_id or "", ()))) or None,
            "sensitivity": probe.get("sensitivity"),
            "probe_fallback": probe.get("fallback"),
            "genLLM_difficulty": None if row.genLLM_difficulty is None else str(row.genLLM_difficulty),
        }
        line |= _answers(row, items[row.item_key], failure_value)
        line |= {name: getattr(row, name) for name in _COLUMNS if name not in line}
        lines.append({name: _encodable(value) for name, value in line.items()})
    table = pd.DataFrame(lines, columns=list(_COLUMNS))
    return table.astype(dict(_COLUMNS)).reset_index(drop=True)


def answer_status(
    answer: str | None, option_ids: Iterable[str], failure_value: str | None, *, extraction_failed: bool | None = None
) -> AnswerStatus:
    """What an answer is; ``extraction_failed`` is what the row itself says, where it says anything."""
    options = tuple(option_ids)
    if extraction_failed or (answer is not None and answer == failure_value and answer not in options):
        return AnswerStatus.EXTRACTION_FAILED
    if answer is None:
        return AnswerStatus.MISSING
    return AnswerStatus.ANSWERED if not options or answer in options else AnswerStatus.NO_OPTION


def status_by_outcome(channel: str, outcome: str | None, answer: str | None) -> AnswerStatus | None:
    """What the outcome of a row alone says of a channel's answer; nothing where the answer itself decides.

    A program that was not executed has no assisted answer, and no generator answer where none was recorded.
    """
    if outcome == "host_failure":
        return AnswerStatus.HARNESS_FAILURE
    if outcome in {"refused", "not_run"} and (channel == "assisted" or (channel == "generator" and answer is None)):
        return AnswerStatus(outcome)
    return None


def _encodable(value: Any) -> Any:
    """Text without lone surrogates, which neither CSV nor Parquet can hold; everything else as it is."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _answers(row: ResultRow, item: Item, failure_value: str | None) -> dict[str, Any]:
    answers = {
        "direct": row.solverLLM_baseline_ans,
        "assisted": row.solverLLM_assisted_ans,
        "generator": row.genLLM_ans,
    }
    failed = row.extraction_failed or {}
    columns: dict[str, Any] = {"correct_ans": " ".join(item.correct_ids) or None}
    for channel, answer in answers.items():
        status = status_by_outcome(channel, row.outcome, answer) or answer_status(
            answer, item.option_ids, failure_value, extraction_failed=failed.get(channel)
        )
        columns[f"{channel}_status"] = status.value
        columns[f"{channel}_correct"] = status is AnswerStatus.ANSWERED and answer in item.correct_ids
    recorded = row.recorded_assisted_ans
    columns["recorded_assisted_correct"] = None if recorded is None else recorded in item.correct_ids
    return columns
