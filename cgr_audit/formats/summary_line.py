"""The one line that ends an audit."""

from __future__ import annotations

from cgr_audit.audit.finding import Severity
from cgr_audit.audit.program_audit import AuditStatus
from cgr_audit.audit.report import Audit
from cgr_audit.plural import counted

__all__ = ["summary_line"]


def summary_line(audit: Audit, seconds: float | None = None) -> str:
    """How many programs, how far the audit came, what it found, and, where that is known, how long it took."""
    summary = audit.summary
    parts = [f"{counted(summary.programs, 'program')}: {_statuses(audit)}", _findings(audit)]
    if summary.unbounded:
        parts.append(f"{summary.unbounded:,} can call the solver without bound")
    if summary.unknown_provenance:
        parts.append(f"{summary.unknown_provenance:,} of unknown provenance")
    if audit.unreadable:
        parts.append(f"{len(audit.unreadable):,} could not be read")
    if seconds is not None:
        parts.append(f"{seconds:.1f} s")
    return " · ".join(parts)


def _statuses(audit: Audit) -> str:
    by_status = audit.summary.by_status
    parts = [f"{by_status[AuditStatus.ANALYSED]:,} analysed"]
    for status, words in ((AuditStatus.NOT_ANALYSABLE, "not analysable"), (AuditStatus.FAILED, "failed")):
        if by_status[status]:
            parts.append(f"{by_status[status]:,} {words}")
    return ", ".join(parts)


def _findings(audit: Audit) -> str:
    summary = audit.summary
    nouns = ((Severity.ERROR, "error"), (Severity.WARNING, "warning"))
    parts = [counted(summary.by_severity[severity], noun) for severity, noun in nouns]
    if summary.by_severity[Severity.INFO]:
        parts.append(f"{summary.by_severity[Severity.INFO]:,} info")
    if summary.suppressed:
        parts.append(f"{summary.suppressed:,} suppressed")
    if summary.baselined:
        parts.append(f"{summary.baselined:,} baselined")
    return ", ".join(parts)
