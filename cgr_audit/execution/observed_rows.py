"""What the runs behind a package's result rows show of its programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from cgr_audit.execution.observed import Observed, Seen, seen_in_calls
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import Channel, ResultRow, RowKey
from cgr_audit.sandbox.outcome import OutcomeKind
from cgr_audit.source.contract import AnswerKind, Contract

__all__ = ["seen_in_rows"]


def seen_in_rows(
    package: TracePackage, contract: Contract, bounds: Mapping[str, int | None]
) -> Mapping[str, tuple[Seen, ...]]:
    """What rules about runs report, by program id, in the order of the rows.

    Args:
        package: one that was executed here, with its calls.
        contract: with the budget.
        bounds: by program id, the static call bound for its item; nothing if it is not a number.
    """
    programs = {(one.dataset, one.item_id, one.generator, one.sample): one.program_id for one in package.programs}
    calls = _calls_by_attempt(package)
    seen: dict[str, list[Seen]] = defaultdict(list)
    for row in sorted(package.results(), key=lambda row: row.key):
        program_id = programs.get((row.dataset, row.item_id, row.generator, row.sample))
        if program_id is not None:
            options = package.items[row.item_key].option_ids
            seen[program_id] += _of_row(row, calls[row.key], contract, bounds.get(program_id), options)
    return {program_id: tuple(found) for program_id, found in seen.items()}


def _calls_by_attempt(package: TracePackage) -> Mapping[RowKey, Counter[int]]:
    calls: dict[RowKey, Counter[int]] = defaultdict(Counter)
    for call in package.calls():
        if call.channel == Channel.ASSISTED:
            calls[call.key][call.attempt] += 1
    return calls


def _of_row(
    row: ResultRow, calls: Mapping[int, int], contract: Contract, bound: int | None, options: tuple[str, ...]
) -> Iterator[Seen]:
    where = f"in the row of the solver {row.solver}"
    for attempt, number in sorted(calls.items()):
        yield from seen_in_calls(number, contract, bound, f"{where}, attempt {attempt}")
    said = row.error or row.outcome or ""
    match row.outcome:
        case OutcomeKind.GUEST_ERROR:
            line = _line_of(said)
            yield Seen(Observed.RUNTIME_ERROR, f"{_exception_of(said)} {line}", said, where, line)
        case OutcomeKind.CRASHED:
            yield Seen(Observed.RUNTIME_ERROR, "crashed", f"the interpreter inside the sandbox died: {said}", where)
        case OutcomeKind.LIMIT_EXCEEDED:
            yield Seen(Observed.LIMIT_EXCEEDED, said.partition(" ")[0], said, where)
        case OutcomeKind.COMPLETED if row.contract_broken:
            yield Seen(Observed.CONTRACT_BROKEN, "contract", said, where)
        case OutcomeKind.COMPLETED:
            yield from _of_answer(row.solverLLM_assisted_ans, contract, options, where)


def _of_answer(answer: str | None, contract: Contract, options: tuple[str, ...], where: str) -> Iterator[Seen]:
    failure = contract.extraction.failure_value
    if answer is not None and answer == failure and answer not in options:
        said = f"the answer is {failure!r}, which says that none could be extracted"
        yield Seen(Observed.EXTRACTION_FAILED, "answer", said, where)
    elif contract.returns.answer is AnswerKind.LETTER and answer is not None and options and answer not in options:
        yield Seen(Observed.EXTRACTION_FAILED, "answer", f"the answer {answer!r} is not an option of the item", where)


def _line_of(error: str) -> int | None:
    """The line of an error as rows hold it: ``line 5: KeyError: 'x'``."""
    place, colon, _ = error.partition(": ")
    number = place.removeprefix("line ")
    return int(number) if colon and place.startswith("line ") and number.isdecimal() else None


def _exception_of(error: str) -> str:
    parts = error.split(": ")
    return parts[1] if _line_of(error) is not None and len(parts) > 1 else parts[0]
