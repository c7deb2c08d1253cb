"""Traces of a package: every attempt of a scaffold, whose steps are its solver calls, as rows to be annotated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from cgr_audit.accuracy.join import table_of
from cgr_audit.accuracy.rows.answer_status import AnswerStatus
from cgr_audit.errors import NothingCollectedError
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import CallRow, Channel, ResultRow, RowKey
from cgr_audit.source.contract import Contract

__all__ = ["PackageTraces", "package_traces"]

CALLS = "calls.jsonl"

_EXECUTED_NEVER = ("refused", "not_run")


@dataclass(frozen=True, slots=True)
class PackageTraces:
    """The traces of a package."""

    rows: tuple[dict[str, Any], ...]
    """By ``schemas/retraceqa_row.json``, without annotation, in the order of the result rows."""
    without_attempt: int
    """Result rows of which no attempt is known: not executed, or without attempts and calls."""
    incomplete: int
    """Result rows that say that they made more calls than there are; their traces would lack steps."""


def package_traces(package: TracePackage, channel: Channel, contract: Contract) -> PackageTraces:
    """Make a row of each attempt of each result row.

    A step is one call, prompt and response together. ``answer_correct`` belongs to the attempt that gave the row's
    answer, which is the last; of earlier ones, which were repeated because they gave none, it is null.

    Args:
        package: with its calls.
        channel: the scaffold's calls, or those of the direct path.
        contract: says what marks a failed extraction.

    Raises:
        NothingCollectedError: the package has no ``calls.jsonl``, or none of its rows has a trace.
    """
    path = package.folder / CALLS
    if not package.has(CALLS):
        raise NothingCollectedError(f"{path}: is not there, so that there are no traces")
    steps = _steps(package, channel)
    known = _known(package, channel, contract)
    rows: list[dict[str, Any]] = []
    without = incomplete = 0
    for result in package.results():
        called = steps.get(result.key, {})
        attempts = _attempts(result, channel, called)
        made = result.assisted_calls if channel is Channel.ASSISTED else result.direct_calls
        if not attempts:
            without += 1
        elif made is not None and made != sum(map(len, called.values())):
            incomplete += 1
        else:
            rows.extend(_rows(result, channel, called, attempts, known[result.key]))
    if not rows:
        raise NothingCollectedError(f"{path}: no attempt of any row has its calls there, so that there are no traces")
    return PackageTraces(tuple(rows), without, incomplete)


class _Step(NamedTuple):
    place: int
    text: str


class _Known(NamedTuple):
    """What the rows table says of a result row."""

    correct: bool | None
    program_id: str | None


_Called = Mapping[int, list[_Step]]
"""By attempt, the steps."""


def _steps(package: TracePackage, channel: Channel) -> dict[RowKey, dict[int, list[_Step]]]:
    steps: dict[RowKey, dict[int, list[_Step]]] = defaultdict(lambda: defaultdict(list))
    for call in package.calls():
        if call.channel == channel:
            steps[call.key][call.attempt].append(_Step(call.call_index, _text(call)))
    return steps


def _text(call: CallRow) -> str:
    response = f"(the call failed: {call.error})" if call.response is None else call.response
    return f"Prompt: {call.prompt or ''}\n\nResponse: {response}"


def _attempts(result: ResultRow, channel: Channel, called: _Called) -> int:
    """How many attempts there were; only those of the assisted path are counted in result rows."""
    if channel is Channel.ASSISTED and result.outcome in _EXECUTED_NEVER:
        return 0
    stated = result.attempts if channel is Channel.ASSISTED else None
    return max([stated or 0, *called])


def _rows(
    result: ResultRow, channel: Channel, called: _Called, attempts: int, known: _Known
) -> Iterator[dict[str, Any]]:
    for attempt in range(1, attempts + 1):
        names = (result.item_id, result.generator, str(result.sample), channel.value, str(attempt))
        yield {
            # Quoted, so that the blanks and strokes of one name cannot make it another's.
            "id": "/".join(quote(name, safe="") for name in names),
            "dataset": result.dataset,
            "model": result.solver,
            "steps": [step.text for step in sorted(called.get(attempt, ()))],
            "answer_correct": known.correct if attempt == attempts else None,
            "first_error": None,
            "error_type": None,
            "annotator": None,
            "judge": None,
            "predicted_first_error": None,
            "program_id": known.program_id,
            "item_id": result.item_id,
            "generator": result.generator,
            "sample": result.sample,
            "channel": channel.value,
            "attempt": attempt,
        }


def _known(package: TracePackage, channel: Channel, contract: Contract) -> dict[RowKey, _Known]:
    """Whether each answer is right, as the accuracy tables say, and the row's program.

    The former is ``None`` where the harness failed, and where the item has no right answer.
    """
    import pandas as pd  # noqa: PLC0415  it costs start-up time

    table = table_of(package, contract)
    no_answer = (table[f"{channel}_status"] == AnswerStatus.HARNESS_FAILURE) | table["correct_ans"].isna()
    correct = table[f"{channel}_correct"].mask(no_answer.to_numpy(dtype=bool, na_value=False))
    keys = zip(*(table[name] for name in RowKey._fields), strict=True)
    return {
        RowKey(*key): _Known(None if pd.isna(right) else bool(right), None if pd.isna(program) else str(program))
        for key, right, program in zip(keys, correct, table["program_id"], strict=True)
    }
