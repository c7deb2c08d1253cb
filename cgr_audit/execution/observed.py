"""What a run shows that a rule about runs reports (CGR901 to CGR909), and findings made of many such sightings.

The same thing seen in many runs of one program is one finding: it says in how many, and where it was seen first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.rule import Meta
from cgr_audit.plural import counted
from cgr_audit.sandbox.outcome import Completed, Crashed, GuestError, LimitExceeded, Run, describe_outcome
from cgr_audit.source.contract import Contract
from cgr_audit.source.positions import Span
from cgr_audit.source.program import Program
from cgr_audit.source.text import decode, split_lines

__all__ = ["Observed", "Seen", "observed_findings", "seen_in_calls", "seen_in_run"]


class Observed(StrEnum):
    """The codes of what running shows."""

    SOLVER_INSENSITIVE = "CGR901"
    BUDGET_OVERRUN = "CGR902"
    EXTRACTION_FAILED = "CGR903"
    RUNTIME_ERROR = "CGR904"
    LIMIT_EXCEEDED = "CGR905"
    CONTRACT_BROKEN = "CGR906"
    BOUND_BROKEN = "CGR907"
    CONSTANT_HINT = "CGR908"
    DOMINANT_ANSWER = "CGR909"


_PER_ITEM = frozenset({Observed.SOLVER_INSENSITIVE, Observed.CONSTANT_HINT, Observed.DOMINANT_ANSWER})
"""What only all runs on an item show together."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing seen in one run."""

    code: Observed
    cause: str
    """What makes two sightings one finding."""
    message: str
    where: str
    """Which run it was: under which solver, or in which row."""
    line: int | None = None
    """The program's line, counted from 1, where it is known."""


def seen_in_run(run: Run, contract: Contract, bound: int | None, where: str) -> Iterator[Seen]:
    """What one run shows, but for its answer.

    Args:
        run: the run.
        contract: with the budget.
        bound: the static call bound for its item, where that is a number.
        where: which run it was.
    """
    yield from seen_in_calls(len(run.calls), contract, bound, where)
    match run.outcome:
        case GuestError(type_name, _, line):
            said = describe_outcome(run.outcome) or type_name
            yield Seen(Observed.RUNTIME_ERROR, f"{type_name} {line}", said, where, line)
        case Crashed(trap):
            yield Seen(Observed.RUNTIME_ERROR, "crashed", f"the interpreter inside the sandbox died: {trap}", where)
        case LimitExceeded(limit):
            said = describe_outcome(run.outcome) or limit.value
            yield Seen(Observed.LIMIT_EXCEEDED, limit.value, said, where)
        case Completed(contract_broken=str() as reason):
            yield Seen(Observed.CONTRACT_BROKEN, "contract", reason, where)


def seen_in_calls(calls: int, contract: Contract, bound: int | None, where: str) -> Iterator[Seen]:
    """What the number of calls of one attempt shows."""
    budget = contract.solver.budget
    if budget is not None and calls > budget:
        yield Seen(Observed.BUDGET_OVERRUN, "budget", f"{calls} solver calls; the contract allows {budget}", where)
    if bound is not None and calls > bound:
        said = f"{calls} solver calls; the static bound is {bound}: internal error, please report it"
        yield Seen(Observed.BOUND_BROKEN, "bound", said, where)


def observed_findings(program: Program, seen: Iterable[Seen], metas: Mapping[str, Meta]) -> tuple[Finding, ...]:
    """One finding for each cause, sorted by code; the first sighting gives message and place.

    Args:
        program: what was run.
        seen: everything that was seen in its runs, in their order.
        metas: the rules' facts by code; what no rule is about is left out.
    """
    groups: dict[tuple[str, str], list[Seen]] = defaultdict(list)
    for one in seen:
        if one.code in metas:
            groups[one.code, one.cause].append(one)
    lines = split_lines(decode(program.data).text) if any(group[0].line for group in groups.values()) else []
    ordinals: dict[str, int] = defaultdict(int)
    findings = []
    for (code, _), group in sorted(groups.items(), key=lambda entry: entry[0][0]):
        findings.append(_finding(group, metas[code], lines, ordinals[code]))
        ordinals[code] += 1
    return tuple(findings)


def _finding(group: list[Seen], meta: Meta, lines: list[str], ordinal: int) -> Finding:
    first = group[0]
    others = len(group) - 1
    unit = "more item" if first.code in _PER_ITEM else "more run"
    more = f"; {counted(others, unit)}" if others else ""
    return Finding(
        code=meta.code,
        slug=meta.slug,
        severity=meta.severity,
        confidence=meta.confidence,
        span=_line_span(first.line, lines),
        message=f"{first.message} ({first.where}{more})",
        subject=first.cause,
        ordinal=ordinal,
    )


def _line_span(line: int | None, lines: list[str]) -> Span | None:
    """The statement's line without its indentation."""
    if line is None or not 1 <= line <= len(lines):
        return None
    text = lines[line - 1]
    start = len(text) - len(text.lstrip())
    return Span(line, start + 1, line, max(len(text.rstrip()), start + 1) + 1)
