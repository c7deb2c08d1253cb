"""The audit of one program: decode, parse, run every rule, and say what is known of it.

A rule that crashes is recorded and named, and the others go on; this is one of the two places with a broad ``except``.
A program that nests too deeply, or grows too large, for an analysis is no fault of a rule: it is not analysable.
"""

from __future__ import annotations

import hashlib
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import TypeVar

from cgr_audit.analysis.facts import Facts
from cgr_audit.audit.excerpt import Excerpt, excerpts
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import BaseRule, Context, Rule, TextContext, TextRule
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, ParseFailure, Trees, parse
from cgr_audit.source.positions import Positions, Span
from cgr_audit.source.program import Program
from cgr_audit.source.text import SourceText, decode, split_lines
from cgr_audit.source.unwrap import PLAIN, unwrap

__all__ = [
    "AuditStatus",
    "CallBoundRecord",
    "EntryRecord",
    "ProgramAudit",
    "RuleFailure",
    "audit_program",
    "failed",
    "not_analysable",
    "with_fingerprints",
]

T = TypeVar("T")

SYNTAX_ERROR = ("CGR001", "syntax-error")
"""Code and slug: what a program is reported as that no analysis gets through."""

ENGINE = ("engine", "engine")
"""What stands in the place of a rule's code and slug where the failure is no rule's."""


class AuditStatus(StrEnum):
    """How far the audit of a program came."""

    ANALYSED = "analysed"
    NOT_ANALYSABLE = "not_analysable"
    """It is no program, or reading it killed or outlasted a worker: a finding, and refused."""
    FAILED = "failed"
    """The toolkit's own fault: it could not be read, or a rule crashed."""


@dataclass(frozen=True, slots=True)
class CallBoundRecord:
    """The call bound as it is written out."""

    kind: str
    """``finite``, ``options``, ``unbounded`` or ``unknown``."""
    max: int | None
    expression: str


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """The entry as it is written out."""

    name: str
    line: int
    choice: str
    """``named``, or ``last_uncalled`` where nothing matched the contract's pattern."""


@dataclass(frozen=True, slots=True)
class RuleFailure:
    """A rule that crashed on a program."""

    code: str
    """``engine`` where it was no rule, but what rules stand on."""
    slug: str
    error: str
    """The exception in one line."""
    trace: str
    """The traceback, for ``--debug``."""


@dataclass(frozen=True, slots=True)
class ProgramAudit:
    """What is known of one program after its audit. It can cross between processes."""

    program_id: str
    path: str
    sha256: str
    status: AuditStatus
    lines: int
    entry: EntryRecord | None = None
    solver_call_sites: int | None = None
    call_bound: CallBoundRecord | None = None
    answer_provenance: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    failures: tuple[RuleFailure, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    """The lines that the findings point at."""


def audit_program(
    program: Program, contract: Contract, rules: Sequence[BaseRule], accepts: Accepts | None = None
) -> ProgramAudit:
    """Audit one program with ``rules``.

    Args:
        program: the bytes and where they came from.
        contract: what the program must look like and may call.
        rules: the rules to run, in the registry's order.
        accepts: the compiler inside the sandbox, asked where the host's own compiler objects.
    """
    try:
        context = _read(program, contract, accepts)
        findings, failures = _run_rules(context, rules)
        record = _record(context, findings, failures)
        return _with_facts(record, context) if isinstance(context, Context) else record
    except (RecursionError, MemoryError) as error:
        reason = "it nests too deeply" if isinstance(error, RecursionError) else "it is too large"
        reported = any(rule.meta.code == SYNTAX_ERROR[0] for rule in rules)
        return not_analysable(program, f"other: {reason} to be analysed", reported=reported)


def not_analysable(program: Program, message: str, *, reported: bool) -> ProgramAudit:
    """The record of a program that no analysis gets through, with a finding if that is among the rules wanted."""
    code, slug = SYNTAX_ERROR
    findings: tuple[Finding, ...] = ()
    text = decode(program.data).text
    if reported:
        place = Span(1, 1, 1, 1)
        names = program.program_id, program.path
        finding = Finding(code, slug, Severity.ERROR, Confidence.HIGH, *names, place, message)
        findings = with_fingerprints([finding], Positions(text, text))
    return ProgramAudit(
        program_id=program.program_id,
        path=program.path,
        sha256=program.sha256,
        status=AuditStatus.NOT_ANALYSABLE,
        lines=_line_count(text),
        findings=findings,
    )


def failed(program: Program, error: BaseException) -> ProgramAudit:
    """The record of a program on which the toolkit itself failed outside any rule."""
    return ProgramAudit(
        program_id=program.program_id,
        path=program.path,
        sha256=program.sha256,
        status=AuditStatus.FAILED,
        lines=_line_count(decode(program.data).text),
        failures=(_failure(*ENGINE, error),),
    )


def with_fingerprints(findings: Iterable[Finding], positions: Positions) -> tuple[Finding, ...]:
    """The findings, sorted, each with a fingerprint.

    The fingerprint is a digest of code, program id, the span's text with white space folded, and an ordinal among
    equals.
    """
    counts: dict[tuple[str, str], int] = defaultdict(int)
    marked = []
    for finding in sorted(findings, key=_order):
        text = " ".join(positions.text(finding.span).split()) if finding.span is not None else ""
        ordinal = counts[finding.code, text]
        counts[finding.code, text] += 1
        parts = (finding.code, finding.program_id, text, str(ordinal))
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
        marked.append(replace(finding, fingerprint=digest[:32]))
    return tuple(marked)


def _read(program: Program, contract: Contract, accepts: Accepts | None) -> TextContext:
    source = decode(program.data)
    parsed = _parse(source, accepts)
    unwrapped, positions = PLAIN, Positions(source.text, source.text)
    if isinstance(parsed, ParseFailure) and source.problem is None:
        unwrapped = unwrap(source.text, lambda piece: isinstance(parse(piece, accepts), Trees))
        sole = unwrapped.sole
        if sole is not None:
            parsed = parse(sole.text, accepts)
            positions = Positions(source.text, sole.text, sole.first_line, sole.indent)
    if isinstance(parsed, ParseFailure):
        return TextContext(program, source, unwrapped, parsed, positions, contract)
    return Context(program, source, unwrapped, parsed, positions, contract, Facts(parsed.tree, contract))


def _parse(source: SourceText, accepts: Accepts | None) -> Trees | ParseFailure:
    if source.problem is not None:
        return ParseFailure(source.detail, 1, 1, by_compiler=False)
    return parse(source.text, accepts)


def _run_rules(context: TextContext, rules: Sequence[BaseRule]) -> tuple[list[Finding], list[RuleFailure]]:
    findings: list[Finding] = []
    failures: list[RuleFailure] = []
    for rule in rules:
        found = _attempt(partial(_check, rule, context), rule.meta.code, rule.meta.slug)
        if isinstance(found, RuleFailure):
            failures.append(found)
        else:
            findings.extend(found)
    return findings, failures


def _attempt(action: Callable[[], T], code: str, slug: str) -> T | RuleFailure:
    """What an action gives, or the record of its crash."""
    try:
        return action()
    except (RecursionError, MemoryError):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  a crash is a record, never the end of the run
        return _failure(code, slug, error)


def _check(rule: BaseRule, context: TextContext) -> list[Finding]:
    if isinstance(rule, TextRule):
        return list(rule.check(context))
    if isinstance(rule, Rule) and isinstance(context, Context):
        return list(rule.check(context))
    return []


def _failure(code: str, slug: str, error: BaseException) -> RuleFailure:
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    return RuleFailure(code, slug, said, "".join(traceback.format_exception(error)))


def _record(context: TextContext, findings: list[Finding], failures: list[RuleFailure]) -> ProgramAudit:
    analysed = isinstance(context, Context)
    status = AuditStatus.FAILED if failures else AuditStatus.ANALYSED if analysed else AuditStatus.NOT_ANALYSABLE
    marked = with_fingerprints(findings, context.positions)
    return ProgramAudit(
        program_id=context.program.program_id,
        path=context.program.path,
        sha256=context.program.sha256,
        status=status,
        lines=_line_count(context.source.text),
        findings=marked,
        failures=tuple(failures),
        excerpts=excerpts(marked, context.positions.lines),
    )


def _with_facts(record: ProgramAudit, context: Context) -> ProgramAudit:
    """The record with what is known beside findings; where that crashes, it says so and keeps its findings."""
    known = _attempt(lambda: _described(record, context), *ENGINE)
    if isinstance(known, RuleFailure):
        return replace(record, status=AuditStatus.FAILED, failures=(*record.failures, known))
    return known


def _described(record: ProgramAudit, context: Context) -> ProgramAudit:
    facts = context.facts
    entry, bound = facts.entry, facts.call_bound
    line = 0 if entry is None else context.span(entry.node).line
    return replace(
        record,
        entry=None if entry is None else EntryRecord(entry.name, line, entry.choice.value),
        solver_call_sites=len(facts.solver_calls.sites),
        call_bound=CallBoundRecord(bound.kind, bound.max, bound.expression),
        answer_provenance=facts.provenance.answer,
    )


def _line_count(text: str) -> int:
    lines = split_lines(text)
    return len(lines) - (lines[-1] == "")


def _order(finding: Finding) -> tuple[Span, str, str]:
    return (finding.span or Span(0, 0, 0, 0), finding.code, finding.message)
