"""Where a program is, as a URI that other tools understand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import quote

from cgr_audit.audit.finding import Finding
from cgr_audit.audit.program_audit import ProgramAudit

__all__ = ["Place", "annotated_line", "file_place", "named_place", "place_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """A file, or a program in one."""

    uri: str
    is_relative: bool
    """Whether the URI counts from the folder in which the audit was run."""


def place_of(program: ProgramAudit) -> Place:
    """The place of a program. One in a row, an archive or a notebook is named as if its file were a folder."""
    if program.container is None:
        return file_place(program.path)
    inside = program.path.removeprefix(program.container)
    is_row = inside.startswith(":")  # by its number, where an archive's entry or a notebook's cell has a name
    inside = program.program_id.removeprefix(f"{program.container}/") if is_row else inside[1:]
    if not inside.endswith(".py"):
        inside += ".py"
    leads_elsewhere = any(part in {"", ".", ".."} for part in inside.split("/"))
    file = file_place(program.container)
    return Place(f"{file.uri}/{_quoted(inside, safe='' if leads_elsewhere else '/')}", file.is_relative)


def named_place(program: ProgramAudit, finding: Finding) -> str:
    """``path:line:column``, and the program's id where the path does not show it."""
    place = "" if finding.span is None else f":{finding.span.line}:{finding.span.column}"
    named = "" if program.path.endswith(program.program_id) else f" [{program.program_id}]"
    return f"{program.path}{place}{named}"


def annotated_line(program: ProgramAudit, finding: Finding) -> tuple[str, int]:
    """The file that a service shows next to a finding, and the line: in a file of JSON rows it is the program's row."""
    if program.container is None:
        return program.path, 1 if finding.span is None else finding.span.line
    row = program.path.removeprefix(f"{program.container}:")
    return program.container, int(row) if row.isdecimal() and program.container.endswith(".jsonl") else 1


def file_place(path: str) -> Place:
    """The place of a file. Standard input is ``stdin``."""
    if path == "-":
        return Place("stdin", is_relative=True)
    windows = PureWindowsPath(path)
    if windows.drive:
        return Place("file:///" + _quoted(windows.as_posix()), is_relative=False)
    posix = PurePosixPath(path)
    if posix.is_absolute():
        return Place("file://" + _quoted(str(posix)), is_relative=False)
    return Place(_quoted(str(posix)), is_relative=True)


def _quoted(path: str, safe: str = "/") -> str:
    return quote(path.encode("utf-8", "surrogatepass"), safe=safe)
