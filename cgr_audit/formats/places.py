"""Where a program stands, as a URI that other tools understand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import quote

__all__ = ["Place", "place_of"]

_ROW = re.compile(r"^(?P<file>.+\.(?:jsonl|jsonl\.gz|parquet)):(?P<row>\d+)$", re.IGNORECASE | re.DOTALL)
_ENTRY = re.compile(r"^(?P<file>.+\.(?:zip|ipynb)):(?P<entry>.+)$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """The file a program is in, and whether it is the whole of it."""

    program_id: str
    uri: str
    is_relative: bool
    """Whether the URI counts from the folder in which the audit was run."""
    is_file: bool
    """Whether the program is the file, so that its lines are the file's."""
    row: int | None = None
    """The line of a JSONL file that holds the program."""


def place_of(program_id: str, path: str) -> Place:
    """The place of a program, from the path it was collected with."""
    row = _ROW.match(path)
    if row is not None:
        uri, is_relative = _uri(row["file"])
        number = int(row["row"]) if row["file"].lower().endswith(".jsonl") else None
        return Place(program_id, uri, is_relative, is_file=False, row=number)
    entry = _ENTRY.match(path)
    uri, is_relative = _uri(path if entry is None else entry["file"])
    return Place(program_id, uri, is_relative, is_file=entry is None and path != "-")


def _uri(path: str) -> tuple[str, bool]:
    """The URI of a path, and whether it is relative. Standard input is ``stdin``."""
    if path == "-":
        return "stdin", True
    windows = PureWindowsPath(path)
    if windows.drive:
        return "file:///" + _quoted(windows.as_posix()), False
    posix = PurePosixPath(path)
    if posix.is_absolute():
        return "file://" + _quoted(str(posix)), False
    return _quoted(str(posix)), True


def _quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogatepass"), safe="/")
