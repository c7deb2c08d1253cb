"""What a notebook shows of an audit, a verdict or an accuracy table: the piece of the page that is about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from cgr_audit.accuracy.join import Joined, joined_tables
from cgr_audit.audit.excerpt import Excerpt as Kept
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.gate.probe_result import probe_result_record
from cgr_audit.gate.verdict import Verdict
from cgr_audit.page.basis import notes
from cgr_audit.page.listed_programs import Excerpt, ListedFinding, ListedProgram, describe_probe
from cgr_audit.page.rendering import fragment
from cgr_audit.plural import counted
from cgr_audit.tables.table import Table

__all__ = ["notebook_html"]

MOST_LISTED = 100
"""So many programs of an audit are listed one by one."""
STYLES = ("page.css", "tables.css", "programs.css")


def notebook_html(value: Audit | Verdict | Joined | Table) -> str:
    """A value as a piece of HTML that needs nothing else."""
    match value:
        case Audit():
            return _audit(value)
        case Verdict():
            return _piece(programs=[_verdict(value)])
        case Joined():
            return _piece(lines=list(notes(value)), tables=joined_tables(value)[:1])
        case Table():
            return _piece(tables=[value])


def _piece(*, lines: Sequence[str] = (), programs: Sequence[ListedProgram] = (), tables: Sequence[Table] = ()) -> str:
    return fragment("notebook.jinja", STYLES, {"lines": lines, "programs": programs, "tables": tables})


def _audit(audit: Audit) -> str:
    summary = audit.summary
    findings = counted(summary.by_severity.total(), "finding")
    lines = [f"{counted(summary.programs, 'program')}: {findings}"]
    lines += [f"{lost.path}: {lost.reason}" for lost in audit.unreadable]
    programs = [_program(record) for record in islice(audit.with_findings(), MOST_LISTED + 1)]
    if len(programs) > MOST_LISTED:
        lines.append(f"The first {MOST_LISTED} programs with findings are listed.")
    return _piece(lines=lines, programs=programs[:MOST_LISTED])


def _program(record: ProgramAudit) -> ListedProgram:
    status = "" if record.status is AuditStatus.ANALYSED else record.status.value.replace("_", " ")
    failures = tuple(f"{failure.code} {failure.slug} crashed: {failure.error}" for failure in record.failures)
    findings = tuple(_finding(finding, record.excerpts) for finding in record.findings)
    return ListedProgram(record.program_id, status, failures, "", findings)


def _finding(finding: Finding, kept: Iterable[Kept]) -> ListedFinding:
    span = finding.span
    excerpt = None if span is None else next((one for one in kept if one.line == span.line), None)
    shown = None
    if span is not None and excerpt is not None:
        start = span.column - excerpt.column
        end = span.end_column - excerpt.column if span.end_line == span.line else len(excerpt.text)
        text = excerpt.text
        before, after = "…" if excerpt.column > 1 else "", "…" if excerpt.cut else ""
        shown = Excerpt(span.line, before + text[:start], text[start:end], text[end:] + after)
    return ListedFinding(finding.code, finding.slug, finding.severity.value, finding.message, shown)


def _verdict(verdict: Verdict) -> ListedProgram:
    probed = describe_probe(None if verdict.probed is None else probe_result_record(verdict.probed))
    return ListedProgram(verdict.program_id, verdict.verdict.value, verdict.explanations, probed, ())
