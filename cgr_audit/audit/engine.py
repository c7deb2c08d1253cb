"""The audit of one program: decode, parse, run every rule, and say what is known of it.

A rule that crashes is recorded and named, and the others go on; this is one of the two places with a broad ``except``.
"""

from __future__ import annotations

import hashlib
import traceback
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from cgr_audit.analysis.facts import Facts
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.rule import BaseRule, Context, Rule, TextContext, TextRule
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, ParseFailure, Trees, parse
from cgr_audit.source.positions import Positions, Span
from cgr_audit.source.program import Program
from cgr_audit.source.text import SourceText, decode, split_lines
from cgr_audit.source.unwrap import PLAIN, Unwrapped, unwrap

__all__ = ["AuditStatus", "CallBoundRecord", "EntryRecord", "ProgramAudit", "RuleFailure", "audit_program"]


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
    context = _read(program, contract, accepts)
    findings, failures = _run_rules(context, rules)
    analysed = isinstance(context, Context)
    status = AuditStatus.FAILED if failures else AuditStatus.ANALYSED if analysed else AuditStatus.NOT_ANALYSABLE
    record = ProgramAudit(
        program_id=program.program_id,
        path=program.path,
        sha256=program.sha256,
        status=status,
        lines=_line_count(context.source.text),
        findings=with_fingerprints(findings, context.positions),
        failures=tuple(failures),
    )
    return _with_facts(record, context) if isinstance(context, Context) else record


def with_fingerprints(findings: Iterable[Finding], positions: Positions) -> tuple[Finding, ...]:
    """The findings, sorted, each with a fingerprint.

    The fingerprint is a digest of code, program id, the span's text with white space folded, and an ordinal among equals.
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
        try:
            if isinstance(rule, TextRule):
                findings.extend(rule.check(context))
            elif isinstance(rule, Rule) and isinstance(context, Context):
                findings.extend(rule.check(context))
        except Exception as error:  # noqa: BLE001  a crash is a record, never the end of the run
            said = f"{type(error).__name__}: {error}".splitlines()[0]
            failures.append(RuleFailure(rule.meta.code, rule.meta.slug, said, traceback.format_exc()))
    return findings, failures


def _with_facts(record: ProgramAudit, context: Context) -> ProgramAudit:
    facts = context.facts
    entry = facts.entry
    bound = facts.call_bound
    return replace(
        record,
        entry=None if entry is None else EntryRecord(entry.name, context.span(entry.node).line, entry.choice.value),
        solver_call_sites=len(facts.solver_calls.sites),
        call_bound=CallBoundRecord(bound.kind, bound.max, bound.expression),
        answer_provenance=facts.provenance.answer,
    )


def _line_count(text: str) -> int:
    lines = split_lines(text)
    return len(lines) - (lines[-1] == "")


def _order(finding: Finding) -> tuple[Span, str, str]:
    return (finding.span or Span(0, 0, 0, 0), finding.code, finding.message)
