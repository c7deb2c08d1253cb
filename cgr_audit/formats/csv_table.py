"""``csv``: one row per finding, for spreadsheets.

A cell that a spreadsheet would take for a formula gets an apostrophe in front, as the spreadsheets themselves write
text; programs that read exact values read ``json``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.remarks import remarks
from cgr_audit.spreadsheet import no_formula

__all__ = ["COLUMNS", "CsvFormat"]

COLUMNS = (
    *("program_id", "path", "sha256", "code", "slug", "severity", "confidence"),
    *("line", "column", "end_line", "end_column"),
    *("message", "evidence", "fingerprint", "status", "reason"),
)


class CsvFormat(Format):
    """Comma-separated values in UTF-8 with a header."""

    name = "csv"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:  # noqa: ARG002
        """The header, then a row for each finding, then one for each remark, whose status is its kind."""
        yield _row(COLUMNS)
        for program in audit.with_findings():
            for finding in program.findings:
                yield _row([_neutral(cell) for cell in _cells(program, finding)])
        for remark in remarks(audit):
            cells = {"path": remark.path, "message": remark.message, "status": remark.kind}
            yield _row([_neutral(cells.get(column, "")) for column in COLUMNS])


def _cells(program: ProgramAudit, finding: Finding) -> Sequence[str]:
    span = finding.span
    place = ("", "", "", "") if span is None else (span.line, span.column, span.end_line, span.end_column)
    evidence = "; ".join(f"{step.span.line}:{step.span.column} {step.message}" for step in finding.evidence)
    return [
        program.program_id,
        program.path,
        program.sha256,
        finding.code,
        finding.slug,
        finding.severity.value,
        finding.confidence.value,
        *map(str, place),
        finding.message,
        evidence,
        fingerprint(finding, program.program_id),
        finding.status.value,
        finding.reason or "",
    ]


def _neutral(cell: str) -> str:
    return escape_control_characters(no_formula(cell))


def _row(cells: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
