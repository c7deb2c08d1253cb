"""``concise``: one line for each finding, as compilers print them, for editors and for searching."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import FindingStatus
from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.places import named_place
from cgr_audit.formats.remarks import remarks
from cgr_audit.formats.terminal import STYLES, painter, why_not_counted

__all__ = ["ConciseFormat"]


class ConciseFormat(Format):
    """``path:line:column: severity: CODE slug: message``."""

    name = "concise"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:
        """The findings in the order of the programs, then what could not be read or analysed."""
        paint = painter(view)
        for program in audit.as_found():
            for finding in program.findings:
                if finding.status is FindingStatus.BASELINED and not view.show_baselined:
                    continue
                where = paint(escape_control_characters(named_place(program, finding)), "bold")
                severity = paint(finding.severity.value, STYLES[finding.severity])
                said = f"{finding.rule}: {escape_control_characters(finding.message)}"
                yield f"{where}: {severity}: {said}{why_not_counted(finding)}\n"
        for remark in remarks(audit):
            if remark.is_problem:
                where = paint(escape_control_characters(remark.path), "bold")
                yield f"{where}: {paint(remark.kind, 'bold red')}: {escape_control_characters(remark.message)}\n"
