"""The Python files of a folder, sorted, however deep; links do not lead out of it, and never in circles."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cgr_audit.source.collected import OnSkip, Skipped, Unreadable, reason_of

__all__ = ["FoundFile", "python_files"]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A Python file below a folder."""

    path: Path
    relative: str
    """Its path below the folder, with ``/``; bytes that are not UTF-8 are written ``\\xff``."""


def python_files(
    root: Path, on_skip: OnSkip, excluding: Callable[[str], str | None] = lambda _relative: None
) -> Iterator[FoundFile | Unreadable]:
    """Every ``*.py`` below a folder, sorted by its relative path; one listing at a time is held in memory.

    A link to a folder is not followed: inside the root its files are found under their own names, and outside
    they are none of the root's. A link to a file is read where it leads to a file inside the root. ``excluding`` gives
    the pattern by which a path below the root is left out, with all that is below it.
    """
    inside = Path(os.path.realpath(root))
    listings = [_listing(root, "")]
    while listings:
        entry = next(listings[-1], None)
        if entry is None:
            listings.pop()
        elif isinstance(entry, Unreadable):
            yield entry
        elif (entry.is_folder or entry.relative.endswith(".py")) and (pattern := excluding(entry.relative)) is not None:
            on_skip(Skipped(entry.path.as_posix(), f"excluded by {pattern!r}", is_excluded=True))
        elif entry.is_folder:
            listings.append(_listing(entry.path, entry.relative + "/"))
        elif entry.is_link and entry.relative.endswith(".py") and not entry.path.exists():
            yield Unreadable(entry.path.as_posix(), "the link leads nowhere")
        elif entry.is_link and not _leads_inside(entry.path, inside):
            on_skip(Skipped(entry.path.as_posix(), "a link that leads out of the folder is not followed"))
        elif entry.is_link and entry.path.is_dir():
            on_skip(Skipped(entry.path.as_posix(), "a link to a folder is not followed"))
        elif entry.relative.endswith(".py"):
            yield FoundFile(entry.path, entry.relative)


@dataclass(frozen=True, slots=True)
class _Entry:
    path: Path
    relative: str
    is_folder: bool
    is_link: bool


def _listing(folder: Path, prefix: str) -> Iterator[_Entry | Unreadable]:
    """The entries of one folder, ordered so that a depth-first walk gives sorted relative paths."""
    try:
        with os.scandir(folder) as found:
            entries = [_entry(one, folder, prefix) for one in found]
    except OSError as error:
        yield Unreadable(folder.as_posix(), reason_of(error))
        return
    entries.sort(key=lambda entry: entry.relative + "/" if entry.is_folder else entry.relative)
    yield from entries


def _entry(found: os.DirEntry[str], folder: Path, prefix: str) -> _Entry:
    relative = prefix + os.fsencode(found.name).decode("utf-8", "backslashreplace")
    return _Entry(folder / found.name, relative, found.is_dir(follow_symlinks=False), found.is_symlink())


def _leads_inside(link: Path, inside: Path) -> bool:
    target = Path(os.path.realpath(link))
    return target != inside and target.is_relative_to(inside)
