"""``terminal``: what a person sees: each finding with the lines it is about, marked, and the steps that led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from rich.color import ColorSystem
from rich.style import Style

from cgr_audit.audit.excerpt import Excerpt
from cgr_audit.audit.finding import Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.marked_lines import Mark, MarkedLine, marked_lines
from cgr_audit.formats.places import named_place
from cgr_audit.formats.remarks import RULE_CRASHED, UNREADABLE, remarks
from cgr_audit.plural import counted

__all__ = ["STYLES", "Paint", "TerminalFormat", "marked_text", "painter", "why_not_counted"]

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_PROBLEMS = {RULE_CRASHED: "failed", UNREADABLE: "unreadable"}

Paint = Callable[[str, str], str]
"""Gives a text a style by its name."""


class TerminalFormat(Format):
    """Text for people."""

    name = "terminal"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:
        """Each finding in full; what does not count, in one line; at the end what could not be read or analysed."""
        paint = painter(view)
        explained: set[str] = set()
        unlisted = 0
        for program in audit.as_found():
            listed = view.listed(program)
            unlisted += sum(one.status is FindingStatus.ACTIVE and one not in listed for one in program.findings)
            for finding in listed:
                if finding.status is not FindingStatus.ACTIVE:
                    yield _headline(program, finding, paint, note=why_not_counted(finding)) + "\n\n"
                    continue
                yield _active(program, finding, paint)
                if finding.code not in explained:
                    explained.add(finding.code)
                    yield paint(f"   cgr-audit explain {finding.code}", "dim") + "\n"
                yield "\n"
        if unlisted:
            said = counted(unlisted, "finding that may follow", "findings that may follow")
            yield f"{said} from the contract not listed; --format concise lists every one\n\n"
        for remark in filter(lambda one: one.is_problem, remarks(audit)):
            where = paint(escape_control_characters(remark.path), "bold")
            yield f"{where}  {paint(_PROBLEMS[remark.kind], 'bold red')}  {escape_control_characters(remark.message)}\n"


def _active(program: ProgramAudit, finding: Finding, paint: Paint) -> str:
    lines = [_headline(program, finding, paint), "   " + escape_control_characters(finding.message)]
    lines += (f"   {line}" for line in _source_lines(finding, program.excerpts, paint))
    return "\n".join(lines) + "\n"


def marked_text(finding: Finding, excerpts: Iterable[Excerpt]) -> str:
    """The lines that a finding is about, with marks below them."""
    return "\n".join(_source_lines(finding, excerpts, _plain))


def _source_lines(finding: Finding, excerpts: Iterable[Excerpt], paint: Paint) -> Iterator[str]:
    shown = marked_lines(finding, excerpts)
    width = max((len(str(line.number)) for line in shown), default=0)
    for line in shown:
        yield from _source_line(line, width, finding.severity, paint)


def _source_line(line: MarkedLine, width: int, severity: Severity, paint: Paint) -> Iterator[str]:
    yield f"{paint(f'{line.number:>{width}} │', 'blue')} {line.text}".rstrip()
    for mark in line.marks:
        yield f"{' ' * width} {paint('│', 'blue')} {_marker(mark, severity, paint)}".rstrip()


def _marker(mark: Mark, severity: Severity, paint: Paint) -> str:
    style = STYLES[severity] if mark.is_primary else "blue"
    said = f" {escape_control_characters(mark.message)}" if mark.message else ""
    return " " * mark.offset + paint(("^" if mark.is_primary else "-") * mark.width + said, style)


def _headline(program: ProgramAudit, finding: Finding, paint: Paint, note: str = "") -> str:
    severity = paint(finding.severity.value, STYLES[finding.severity])
    where = paint(escape_control_characters(named_place(program, finding)), "bold")
    return f"{where}  {severity}  {finding.rule}{note}"


def why_not_counted(finding: Finding) -> str:
    """That a finding is suppressed or baselined, and why; nothing of one that counts."""
    if finding.status is FindingStatus.ACTIVE:
        return ""
    reason = f": {escape_control_characters(finding.reason)}" if finding.reason else ""
    return f"  ({finding.status.value}{reason})"


def painter(view: View) -> Paint:
    """What gives a text a style, or leaves it as it is."""
    return _painted if view.colour else _plain


def _plain(text: str, _style: str) -> str:
    return text


def _painted(text: str, style: str) -> str:
    return _style(style).render(text, color_system=ColorSystem.STANDARD)


@cache
def _style(name: str) -> Style:
    return Style.parse(name)
