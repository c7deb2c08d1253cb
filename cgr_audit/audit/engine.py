"""The audit of one program: decode, parse, run every rule, and say what is known of it.

A rule that crashes is recorded and named, and the others go on; this is one of the two places with a broad ``except``.
A program that nests too deeply, or grows too large, for an analysis is no fault of a rule: it is not analysable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from cgr_audit.analysis.facts import Facts
from cgr_audit.audit.excerpt import excerpts
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.fingerprints import with_fingerprints
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord, EntryRecord, ProgramAudit, RuleFailure
from cgr_audit.audit.rule import BaseRule, Context, Rule, TextContext, TextRule
from cgr_audit.audit.unanalysed import ENGINE, SYNTAX_ERROR, failure_of, line_count, not_analysable
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, ParseFailure, Trees, parse
from cgr_audit.source.positions import Positions
from cgr_audit.source.program import Program
from cgr_audit.source.text import SourceText, decode
from cgr_audit.source.unwrap import PLAIN, unwrap

__all__ = ["AuditStatus", "CallBoundRecord", "EntryRecord", "ProgramAudit", "RuleFailure", "audit_program"]

T = TypeVar("T")


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
        return failure_of(code, slug, error)


def _check(rule: BaseRule, context: TextContext) -> list[Finding]:
    if isinstance(rule, TextRule):
        return list(rule.check(context))
    if isinstance(rule, Rule) and isinstance(context, Context):
        return list(rule.check(context))
    return []


def _record(context: TextContext, findings: list[Finding], failures: list[RuleFailure]) -> ProgramAudit:
    analysed = isinstance(context, Context)
    status = AuditStatus.FAILED if failures else AuditStatus.ANALYSED if analysed else AuditStatus.NOT_ANALYSABLE
    marked = with_fingerprints(findings, context.positions)
    return ProgramAudit(
        program_id=context.program.program_id,
        path=context.program.path,
        sha256=context.program.sha256,
        status=status,
        lines=line_count(context.source.text),
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
        call_bound=CallBoundRecord(bound.kind, bound.max, bound.expression or bound.kind),
        answer_provenance=facts.provenance.answer,
    )
