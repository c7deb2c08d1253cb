"""``html``: one page of findings that needs nothing else, neither a package nor a network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.audit.documentation import documentation
from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.places import named_place
from cgr_audit.formats.remarks import remarks
from cgr_audit.formats.summary_line import summary_line
from cgr_audit.formats.terminal import marked_text, why_not_counted

__all__ = ["MOST_LISTED", "HtmlFormat"]

MOST_LISTED = 1_000
"""So many programs are listed; a page of more is slow in a browser."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding as the page shows it."""

    place: str
    finding: Finding
    message: str
    lines: str
    """The lines that it is about, marked."""
    note: str
    """Why it does not count, where that is so."""


class HtmlFormat(Format):
    """HTML in which every text of a program is escaped, and which may load and run nothing."""

    name = "html"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:
        """The page, in one piece."""
        from cgr_audit.page.rendering import rendered  # noqa: PLC0415  other formats need not wait for it

        listed: list[tuple[str, list[ShownFinding]]] = []
        left_out = 0
        for program in audit.with_findings():
            findings = view.listed(program)
            if findings and len(listed) < MOST_LISTED:
                listed.append(
                    (escape_control_characters(program.path), [_shown(program, finding) for finding in findings])
                )
            else:
                left_out += bool(findings)
        content = {
            "summary": view.summary or summary_line(audit),
            "contract": audit.contract.name,
            "remarks": [
                (one.kind, escape_control_characters(one.path), escape_control_characters(one.message))
                for one in remarks(audit)
            ],
            "listed": listed,
            "left_out": left_out,
            "rules": [documentation(rule) for rule in audit.rules if audit.summary.by_code[rule.meta.code]],
        }
        yield rendered("findings.html.jinja", ("page.css", "programs.css", "print.css"), (), (), content)


def _shown(program: ProgramAudit, finding: Finding) -> ShownFinding:
    lines = marked_text(finding, program.excerpts)
    place = escape_control_characters(named_place(program, finding))
    return ShownFinding(
        place, finding, escape_control_characters(finding.message), lines, why_not_counted(finding).strip()
    )
