"""The Python files of a zip archive, read one by one and never unpacked to disk."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from cgr_audit.identifiers import identifier_fault
from cgr_audit.regular_file import open_regular
from cgr_audit.source.budget import Budget, BudgetSpentError, size_of
from cgr_audit.source.collected import PROGRAM_LIMIT, Unreadable, read_program, reason_of, too_large
from cgr_audit.source.program import Program

__all__ = ["programs_in_archive"]

_LONGEST_SHOWN = 200


def programs_in_archive(path: Path) -> Iterator[Program | Unreadable]:
    """Every ``*.py`` of a zip archive, sorted by name. Program ids are the names in the archive."""
    try:
        stream = open_regular(path)
    except OSError as error:
        yield Unreadable(path.as_posix(), reason_of(error))
        return
    with stream:
        try:
            archive = zipfile.ZipFile(stream)
        except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as error:
            yield Unreadable(path.as_posix(), f"not a zip archive that can be read: {error}")
            return
        with archive:
            yield from _programs(archive, path, Budget(size_of(stream)))


def _programs(archive: zipfile.ZipFile, path: Path, budget: Budget) -> Iterator[Program | Unreadable]:
    seen: set[str] = set()
    for entry in sorted(archive.infolist(), key=lambda entry: (entry.filename, entry.header_offset)):
        if entry.is_dir() or not entry.filename.endswith(".py"):
            continue
        where = f"{path.as_posix()}:{entry.filename[:_LONGEST_SHOWN]}"
        problem = _problem(entry, seen)
        seen.add(entry.filename)
        data = problem or _read(archive, entry, budget)
        yield Unreadable(where, data) if isinstance(data, str) else Program(entry.filename, where, data)


def _problem(entry: zipfile.ZipInfo, seen: set[str]) -> str | None:
    """Why an entry is not even opened."""
    name = entry.filename
    fault = identifier_fault(name)
    if fault is not None:
        return f"its name cannot name a program: {fault}"
    if PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive or ".." in name.replace("\\", "/").split("/"):
        return "its name leads out of the archive"
    if name in seen:
        return "the archive holds two entries of this name"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "a symbolic link, whose target an archive does not hold"
    if entry.flag_bits & 0x1:
        return "encrypted"
    return too_large() if entry.file_size > PROGRAM_LIMIT else None


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, budget: Budget) -> bytes | str:
    try:
        budget.take(min(entry.file_size, PROGRAM_LIMIT), records=1)
        with archive.open(entry) as stream:
            return read_program(stream)  # type: ignore[arg-type]
    except BudgetSpentError as error:
        return f"not read: the archive {error}"
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        return f"the archive is damaged here: {error}".splitlines()[0]
    except OSError as error:
        return reason_of(error)
