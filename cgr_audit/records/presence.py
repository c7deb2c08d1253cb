"""Which files a package cannot do without, and which it may lack."""

from __future__ import annotations

from pathlib import Path

from cgr_audit.errors import UsageError
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.shards import has_lines

__all__ = ["absent_files", "is_there", "require_files"]

_REQUIRED = {
    "items.jsonl": "the questions with their options and gold answers, one to a line",
    "solvers.json": "each solver's name, and whether it is registered",
    "programs.jsonl": "the programs, one to a line; empty where there are only result rows",
}
"""By name, what each holds."""
_EMPTY_WITHOUT = ("config.json", "results.jsonl", "calls.jsonl", "verdicts.jsonl", "findings.jsonl")
"""What comes into being while a package is run and judged, and is taken as empty until then."""


def is_there(path: Path) -> bool:
    """Whether a file is there, which a package may do without.

    Raises:
        RecordError: something else is there in its place.
    """
    if has_lines(path):
        return True
    if path.exists() or path.is_symlink():
        raise RecordError(f"{path}: not a file")
    return False


def require_files(folder: Path) -> None:
    """See that a package has what it cannot do without.

    Raises:
        UsageError: a file is not there: its path, and what it should hold.
        RecordError: something else is there in its place.
    """
    for name, holds in _REQUIRED.items():
        if not is_there(folder / name):
            raise UsageError(f"{folder / name}: no such file, which every trace package needs: {holds}")


def absent_files(folder: Path) -> tuple[str, ...]:
    """The names of the files that are not there and count as empty.

    Raises:
        RecordError: something else is there in the place of one.
    """
    return tuple(name for name in _EMPTY_WITHOUT if not is_there(folder / name))
