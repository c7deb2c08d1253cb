"""Programs and findings as they are written out: the records of ``schemas/audit.json`` and ``schemas/finding.json``."""

from __future__ import annotations

from typing import Any

from cgr_audit.audit.documentation import OBSERVED, family
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit, RuleFailure
from cgr_audit.audit.report import Audit
from cgr_audit.source.positions import Span
from cgr_audit.source.program import Program

__all__ = ["failure_record", "finding_record", "program_record", "summary_record"]


def program_record(audit: ProgramAudit) -> dict[str, Any]:
    """What is known of a program, without its findings."""
    bound, entry = audit.call_bound, audit.entry
    return {
        "program_id": audit.program_id,
        "path": audit.path,
        "sha256": audit.sha256,
        "status": audit.status.value,
        "lines": audit.lines,
        "entry": None if entry is None else {"name": entry.name, "line": entry.line, "choice": entry.choice},
        "solver_call_sites": audit.solver_call_sites,
        "call_bound": None if bound is None else {"kind": bound.kind, "max": bound.max, "expression": bound.expression},
        "answer_provenance": list(audit.answer_provenance),
    }


def finding_record(program: ProgramAudit | Program, finding: Finding) -> dict[str, Any]:
    """A finding in a program, with its evidence."""
    record: dict[str, Any] = {
        "code": finding.code,
        "slug": finding.slug,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "program_id": program.program_id,
        "path": program.path,
        "span": None if finding.span is None else span_record(finding.span),
        "message": finding.message,
        "evidence": [{"span": span_record(step.span), "message": step.message} for step in finding.evidence],
        "fingerprint": fingerprint(finding, program.program_id),
        "status": finding.status.value,
    }
    if family(finding.code) == OBSERVED:
        record["source"] = "observed"
    if finding.reason is not None:
        record["reason"] = finding.reason
    return record


def failure_record(audit: ProgramAudit, failure: RuleFailure) -> dict[str, Any]:
    """A rule that crashed on a program."""
    return {"program_id": audit.program_id, "code": failure.code, "slug": failure.slug, "error": failure.error}


def summary_record(audit: Audit) -> dict[str, Any]:
    """The sums over an audit; ``by_code`` counts active findings."""
    summary = audit.summary
    return {
        "programs": summary.programs,
        **{status.value: summary.by_status[status] for status in AuditStatus},
        "by_code": dict(sorted(summary.by_code.items())),
        "suppressed": summary.suppressed,
        "baselined": summary.baselined,
        "unreadable": len(audit.unreadable),
    }


def span_record(span: Span) -> dict[str, int]:
    """A span, 1-based, the end exclusive."""
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
