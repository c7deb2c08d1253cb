"""Records of programs as plain values: tuples, text and numbers, which are quickly kept and brought back.

A record may also be kept *nameless*, without the program's id and path, so that it holds for every program of the same
bytes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from cgr_audit.audit.excerpt import Excerpt
from cgr_audit.audit.finding import Confidence, Evidence, Finding, FindingStatus, Severity
from cgr_audit.audit.fingerprints import fingerprint, named_texts
from cgr_audit.audit.program_audit import AuditStatus, CallBoundRecord, EntryRecord, ProgramAudit, RuleFailure
from cgr_audit.source.positions import Positions, Span
from cgr_audit.source.program import Program
from cgr_audit.source.text import decode

__all__ = ["PlainRecord", "from_nameless", "from_plain", "to_nameless", "to_plain"]

PlainRecord: TypeAlias = tuple[Any, ...]
"""Made of tuples, strings, numbers and nothing else."""

_STATUSES = {status.value: status for status in AuditStatus}


def to_plain(record: ProgramAudit) -> PlainRecord:
    """A record taken apart."""
    entry, bound = record.entry, record.call_bound
    return (
        record.program_id,
        record.path,
        record.sha256,
        record.status.value,
        record.lines,
        None if entry is None else (entry.name, entry.line, entry.choice),
        record.solver_call_sites,
        None if bound is None else (str(bound.kind), bound.max, str(bound.expression)),
        tuple(map(str, record.answer_provenance)),
        tuple(_plain_finding(finding, record) for finding in record.findings),
        tuple((failure.code, failure.slug, failure.error, failure.trace) for failure in record.failures),
        tuple((line.line, line.column, line.text, line.cut) for line in record.excerpts),
    )


def from_plain(plain: PlainRecord) -> ProgramAudit:
    """The record that was taken apart."""
    (
        program_id, path, sha256, status, lines, entry, sites, bound, provenance, findings, failures, excerpts
    ) = plain  # fmt: skip
    return ProgramAudit(
        program_id,
        path,
        sha256,
        _STATUSES[status],
        lines,
        None if entry is None else EntryRecord(*entry),
        sites,
        None if bound is None else CallBoundRecord(*bound),
        provenance,
        tuple(_finding(finding, program_id, path) for finding in findings),
        tuple(RuleFailure(*failure) for failure in failures),
        tuple(Excerpt(*line) for line in excerpts),
    )


def to_nameless(program: Program, record: ProgramAudit) -> PlainRecord:
    """A record as the engine made it, taken apart; in place of fingerprints stands what they are made of."""
    plain = to_plain(record)[3:]
    if not record.findings:
        return plain
    text = decode(program.data).text
    names = tuple(named_texts(record.findings, Positions(text, text)))
    return (*plain, names)


def from_nameless(plain: PlainRecord, program: Program) -> ProgramAudit:
    """The record as the engine would make it of this program, which has the same bytes."""
    known = (program.program_id, program.path, program.sha256)
    status, lines, entry, sites, bound, provenance, findings, failures, excerpts, *names = plain
    if names:
        findings = tuple(
            (*finding[:7], fingerprint(finding[0], program.program_id, text, ordinal), *finding[8:])
            for finding, (text, ordinal) in zip(findings, names[0], strict=True)
        )
    return from_plain((*known, status, lines, entry, sites, bound, provenance, findings, failures, excerpts))


def _plain_finding(finding: Finding, record: ProgramAudit) -> PlainRecord:
    return (
        finding.code,
        finding.slug,
        finding.severity.value,
        finding.confidence.value,
        None if finding.span is None else _numbers(finding.span),
        str(finding.message),
        tuple((_numbers(step.span), str(step.message)) for step in finding.evidence),
        finding.fingerprint,
        finding.status.value,
        finding.reason,
        None if finding.program_id == record.program_id else finding.program_id,
        None if finding.path == record.path else finding.path,
    )


def _finding(plain: PlainRecord, program_id: str, path: str) -> Finding:
    code, slug, severity, confidence, span, message, evidence, name, status, reason, own_id, own_path = plain
    return Finding(
        code,
        slug,
        Severity(severity),
        Confidence(confidence),
        program_id if own_id is None else own_id,
        path if own_path is None else own_path,
        None if span is None else Span(*span),
        message,
        tuple(Evidence(Span(*place), said) for place, said in evidence),
        name,
        FindingStatus(status),
        reason,
    )


def _numbers(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column
