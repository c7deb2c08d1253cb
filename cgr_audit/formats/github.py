"""``github``: workflow commands, which GitHub Actions shows as annotations next to the lines.

The form is that of GitHub's documentation, *Workflow commands for GitHub Actions*: in a message percent signs and ends
of lines are escaped, in a property colons and commas too.
"""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.places import annotated_line, named_place
from cgr_audit.formats.remarks import remarks

__all__ = ["GitHubFormat"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


class GitHubFormat(Format):
    """A command for each active finding; of others there is only their number."""

    name = "github"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:  # noqa: ARG002
        """The commands, a line each. A program in a data file is annotated at its row, in an archive at line 1."""
        for program in audit.with_findings():
            for finding in program.findings:
                if finding.status is FindingStatus.ACTIVE:
                    yield _annotation(program, finding)
        for remark in remarks(audit):
            command = "error" if remark.is_problem else "warning"
            said = f"{remark.path}: {remark.message}" if remark.path else remark.message
            place = {"file": remark.path} if remark.path and not remark.is_problem else {}
            yield _command(command, place | {"title": f"cgr-audit: {remark.kind}"}, said)


def _annotation(program: ProgramAudit, finding: Finding) -> str:
    path, line = annotated_line(program, finding)
    place = {"file": path, "line": str(line)}
    span = finding.span
    if program.container is None and span is not None:
        place |= {"col": str(span.column), "endLine": str(span.end_line), "endColumn": str(span.end_column)}
    said = f"{named_place(program, finding)}: {finding.rule}: {finding.message}"
    return _command(_COMMANDS[finding.severity], place | {"title": finding.rule}, said)


def _command(name: str, properties: dict[str, str], message: str) -> str:
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {written}::{_data(message)}\n"


def _data(text: str) -> str:
    return escape_control_characters(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
