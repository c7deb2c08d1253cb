"""``terminal``: what a person sees: each finding with the lines it is about, marked, and the steps that led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rich.color import ColorSystem
from rich.style import Style

from cgr_audit.audit.finding import Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.formats.interface import Format
from cgr_audit.formats.marked_lines import Mark, MarkedLine, marked_lines
from cgr_audit.visible import visible

__all__ = ["TerminalFormat"]

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}

Paint = Callable[[str, str], str]
"""Gives a text a style by its name."""


class TerminalFormat(Format):
    """Text for people."""

    name = "terminal"

    def render(self, audit: Audit, *, colour: bool = False) -> Iterator[str]:
        """Each finding in full; what does not count, in one line; at the end what could not be read or analysed."""
        paint = _painted if colour else _plain
        explained: set[str] = set()
        for program in audit.as_found():
            for finding in program.findings:
                if finding.status is not FindingStatus.ACTIVE:
                    yield _headline(program, finding, paint, note=_why_not_counted(finding)) + "\n\n"
                    continue
                yield _active(program, finding, paint)
                if finding.code not in explained:
                    explained.add(finding.code)
                    yield paint(f"   cgr-audit explain {finding.code}", "dim") + "\n"
                yield "\n"
        for program in audit.as_found() if audit.summary.rule_failures else ():
            for failure in program.failures:
                where = paint(visible(program.path), "bold")
                said = f"{failure.code} {failure.slug} crashed: {visible(failure.error)}"
                yield f"{where}  {paint('failed', 'bold red')}  {said}\n"
        for lost in audit.unreadable:
            where = paint(visible(lost.path), "bold")
            yield f"{where}  {paint('unreadable', 'bold red')}  {visible(lost.reason)}\n"


def _active(program: ProgramAudit, finding: Finding, paint: Paint) -> str:
    lines = [_headline(program, finding, paint), "   " + visible(finding.message)]
    shown = marked_lines(finding, program.excerpts)
    width = max((len(str(line.number)) for line in shown), default=0)
    for line in shown:
        lines.extend(_source_line(line, width, finding.severity, paint))
    return "\n".join(lines) + "\n"


def _source_line(line: MarkedLine, width: int, severity: Severity, paint: Paint) -> Iterator[str]:
    yield f"   {paint(f'{line.number:>{width}} │', 'blue')} {line.text}".rstrip()
    for mark in line.marks:
        yield f"   {' ' * width} {paint('│', 'blue')} {_marker(mark, severity, paint)}".rstrip()


def _marker(mark: Mark, severity: Severity, paint: Paint) -> str:
    style = STYLES[severity] if mark.is_primary else "blue"
    said = f" {visible(mark.message)}" if mark.message else ""
    return " " * mark.offset + paint(("^" if mark.is_primary else "-") * mark.width + said, style)


def _headline(program: ProgramAudit, finding: Finding, paint: Paint, note: str = "") -> str:
    severity = paint(finding.severity.value, STYLES[finding.severity])
    return f"{paint(_location(program, finding), 'bold')}  {severity}  {finding.code} {finding.slug}{note}"


def _location(program: ProgramAudit, finding: Finding) -> str:
    """``path:line:column``, and the program's id where the path does not show it."""
    place = "" if finding.span is None else f":{finding.span.line}:{finding.span.column}"
    named = "" if program.path.endswith(program.program_id) else f" [{program.program_id}]"
    return visible(f"{program.path}{place}{named}")


def _why_not_counted(finding: Finding) -> str:
    reason = f": {visible(finding.reason)}" if finding.reason else ""
    return f"  ({finding.status.value}{reason})"


def _plain(text: str, _style: str) -> str:
    return text


def _painted(text: str, style: str) -> str:
    return _style(style).render(text, color_system=ColorSystem.STANDARD)


@cache
def _style(name: str) -> Style:
    return Style.parse(name)
