"""Where programs come from: files, folders, archives, rows of data files, trace packages and standard input.

Program ids. A file's id is its path from the base folder (by default the working folder), with ``/``, whatever way the
path was given: links are resolved, and a file outside has ``..`` in front, or on Windows its whole path where it is on
another drive. An archive's entry has the archive's path in front: ``data/x.zip/a.py``; a notebook's cell has the
notebook's path and the cell's number: ``notes.ipynb#cell-3``; what a message of a log of Inspect holds has the log's
path, sample, epoch and message: ``log.eval/q1.1#message-2``. A row has the value of its id field, or its line (row)
number where the field is absent; a package's program has the package's id; standard input is ``-``. A row or a
package's program whose id another program has too gets the path of its file or package in front: ``data/rows.jsonl/7``.
That holds for both of two rows, so that ids do not depend on the order of the paths.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import BinaryIO

from cgr_audit.errors import UsageError
from cgr_audit.identifiers import identifier_fault
from cgr_audit.regular_file import open_regular
from cgr_audit.source.archives import programs_in_archive
from cgr_audit.source.collected import (
    UNREADABLE_LIMIT,
    OnSkip,
    Skipped,
    Unreadable,
    ignore_skipped,
    read_program,
    reason_of,
)
from cgr_audit.source.file_kinds import BEGINNING, not_a_program
from cgr_audit.source.folders import FoundFile, python_files
from cgr_audit.source.inspect_log import is_log, programs_in_log
from cgr_audit.source.notebooks import programs_in_notebook
from cgr_audit.source.packages import is_package, programs_in_package
from cgr_audit.source.program import Program
from cgr_audit.source.rows import RowFields, programs_in_jsonl, programs_in_parquet
from cgr_audit.source.seen_ids import SeenIds
from cgr_audit.source.shards import parquet_shards

__all__ = ["OnSkip", "Skipped", "Unreadable", "collect", "matches"]

STDIN = "-"


def collect(
    paths: Sequence[str | Path],
    *,
    source_field: str = "source",
    id_field: str = "id",
    base: Path | None = None,
    exclude: Sequence[str] = (),
    stdin: BinaryIO | None = None,
    on_skip: OnSkip = ignore_skipped,
) -> Iterator[Program | Unreadable]:
    """Collect programs one by one: path by path in the order given, sorted inside folders and archives.

    Each file is collected once, however many of the paths lead to it. What cannot be read comes as
    :class:`Unreadable` in its place, and the rest goes on.

    Args:
        paths: files, folders (their ``*.py``, or their ``*.parquet`` as one table), ``.zip``, ``.jsonl``,
            ``.jsonl.gz``, ``.parquet``, ``.ipynb``, ``.eval``, trace packages, or ``-``.
        source_field: the field of a row that holds the program's text.
        id_field: the field of a row that holds its id.
        base: the folder from which the ids of files count; the working folder by default.
        exclude: patterns of files and folders that are left out of the folders among the paths. A pattern is compared
            with a path from ``base``, one without ``/`` also with a name alone. What is given itself is never left out.
        stdin: what ``-`` reads; the process's standard input by default.
        on_skip: told of what is left out on purpose, such as links that lead out of a folder.

    Raises:
        UsageError: at once, before anything is read: a path does not exist.
    """
    here = os.path.realpath(os.curdir)
    folders = _Folders(here, here if base is None else os.path.realpath(base))
    roots = [_root(str(path), folders) for path in paths]
    fields = RowFields(source_field, id_field)
    collector = _Collector(fields, folders, stdin, on_skip, tuple(exclude))
    return map(_named, _distinct(roots, fields, collector))


def matches(path: str, pattern: str) -> bool:
    """Whether a pattern such as ``old/*`` means a path, or one without ``/`` its last part."""
    pattern = pattern.rstrip("/")
    return fnmatchcase(path, pattern) or ("/" not in pattern and fnmatchcase(path.rpartition("/")[2], pattern))


@dataclass(frozen=True, slots=True)
class _Folders:
    """From where paths are written. Both are real paths."""

    working: str
    base: str

    def shown(self, path: str) -> str:
        """A real path as people see it."""
        return _from(self.working, path)

    def program_id(self, path: str) -> str:
        """The id of the file at a real path."""
        return _from(self.base, path)


def _from(folder: str, path: str) -> str:
    r"""A path from a folder, with ``/``. Bytes that are not UTF-8 are written ``\xff``, and a backslash twice."""
    try:
        relative = os.path.relpath(path, folder)
    except ValueError:  # on another drive
        relative = path
    return os.fsencode(Path(relative).as_posix()).replace(b"\\", b"\\\\").decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class _Root:
    """One path as given."""

    path: Path
    shown: str
    program_id: str
    """The file's id; of what holds several programs, what stands in front of theirs."""
    is_stdin: bool = False

    @property
    def is_archive(self) -> bool:
        return self.path.name.lower().endswith(".zip")

    @property
    def is_notebook(self) -> bool:
        return self.path.name.lower().endswith(".ipynb")

    @property
    def is_log(self) -> bool:
        return not self.is_stdin and is_log(self.path)

    @property
    def is_data(self) -> bool:
        return self.path.name.lower().endswith((".jsonl", ".jsonl.gz", ".parquet"))

    @property
    def has_own_ids(self) -> bool:
        """Whether the ids of its programs say nothing of where they are."""
        return is_package(self.path) or bool(self.shards) if self.path.is_dir() else self.is_data

    @property
    def shards(self) -> tuple[Path, ...]:
        """The files of a folder that is one table."""
        return () if self.is_stdin or is_package(self.path) else parquet_shards(self.path)

    @property
    def can_be_read_twice(self) -> bool:
        """Whether it is not a stream."""
        return not self.is_stdin and (self.path.is_file() or self.path.is_dir())

    def place(self, path: str) -> str:
        """A path below this one, or a row of it, as people see it."""
        rest = f"/{path}" if self.path == Path() else path.removeprefix(self.path.as_posix().rstrip("/"))
        return rest[1:] if self.shown == "." else self.shown + rest


def _root(given: str, folders: _Folders) -> _Root:
    if given == STDIN:
        return _Root(Path(), STDIN, STDIN, is_stdin=True)
    path = Path(given)
    try:
        exists = path.exists()
    except (OSError, ValueError):
        exists = False
    if not given or not exists:
        raise UsageError(f"{given or repr(given)}: no such file or folder")
    real = os.path.realpath(path)
    if not os.path.exists(real):  # noqa: PTH110  a pipe, which has a name only as it was given
        real = os.path.abspath(path)  # noqa: PTH100
    return _Root(path, folders.shown(real), folders.program_id(real))


def _named(found: Program | Unreadable) -> Program | Unreadable:
    """A program whose id can name it, or why it cannot."""
    fault = None if isinstance(found, Unreadable) else identifier_fault(found.program_id)
    return found if fault is None else Unreadable(found.path, f"its id cannot name a program: {fault}")


def _distinct(roots: Sequence[_Root], fields: RowFields, collector: _Collector) -> Iterator[Program | Unreadable]:
    """Everything the roots hold, with ids that differ."""
    if len(roots) == 1:
        yield from collector.below(roots[0])
        return
    shared = _shared(roots, fields, collector.folders, collector.exclude)
    taken = SeenIds()
    for root in roots:
        for found in collector.below(root):
            if isinstance(found, Unreadable):
                yield found
                continue
            program_id = found.program_id
            if program_id in shared and root.has_own_ids:
                program_id = f"{root.program_id}/{program_id}"
            yield replace(found, program_id=_numbered(program_id, taken))


def _shared(roots: Sequence[_Root], fields: RowFields, folders: _Folders, exclude: tuple[str, ...]) -> SeenIds:
    """The ids that more than one program has; only where there are rows or packages, and all is read for it."""
    taken, shared = SeenIds(), SeenIds()
    if any(root.has_own_ids for root in roots):
        collector = _Collector(fields, folders, None, ignore_skipped, exclude)
        for root in roots:
            for found in collector.below(root) if root.can_be_read_twice else ():
                if isinstance(found, Program):
                    (shared if found.program_id in taken else taken).setdefault(found.program_id, 0)
    return shared


def _numbered(program_id: str, taken: SeenIds) -> str:
    """An id that is not taken yet: a row's id may be made like that of another file's row."""
    candidate, number = program_id, 1
    while candidate in taken:
        number += 1
        candidate = f"{program_id}#{number}"
    taken.setdefault(candidate, 0)
    return candidate


class _Collector:
    """Reads roots one after another, and remembers which files it has read."""

    def __init__(
        self,
        fields: RowFields,
        folders: _Folders,
        stdin: BinaryIO | None,
        on_skip: OnSkip,
        exclude: tuple[str, ...],
    ) -> None:
        self.fields = fields
        self.folders = folders
        self.stdin = stdin
        self.on_skip = on_skip
        self.exclude = exclude
        self.read: set[str] = set()

    def below(self, root: _Root) -> Iterator[Program | Unreadable]:
        """Everything that one path holds; of what cannot be read only so much as a person needs."""
        lost = 0
        for found in self._read(root):
            lost += isinstance(found, Unreadable)
            if lost > UNREADABLE_LIMIT:
                yield Unreadable(root.shown, f"more than {UNREADABLE_LIMIT:,} programs in it cannot be read; stopped")
                return
            yield found

    def _read(self, root: _Root) -> Iterator[Program | Unreadable]:
        for found in self._found(root):
            if isinstance(found, FoundFile):
                real = os.path.realpath(found.path)
                if self._is_new(real):
                    yield _read_file(found.path, self.folders.shown(real), self.folders.program_id(real))
            elif root.is_stdin:
                yield found
            else:
                yield replace(found, path=root.place(found.path))

    def _found(self, root: _Root) -> Iterator[Program | Unreadable | FoundFile]:
        """What there is, with paths as given."""
        if root.is_stdin:
            if self._is_new(STDIN):
                yield self._standard_input()
        elif not root.path.is_dir():
            if self._is_new(os.path.realpath(root.path)):
                yield from self._file(root)
        elif is_package(root.path):
            if self._is_new(os.path.realpath(root.path)):
                yield from programs_in_package(root.path, self._skip(root))
        elif shards := [path for path in root.shards if self._is_new(os.path.realpath(path))]:
            for found in programs_in_parquet(shards, self.fields):
                yield replace(found, container=root.shown) if isinstance(found, Program) else found
        else:
            yield from python_files(root.path, self._skip(root), lambda below: self._excluding(root, below))

    def _excluding(self, root: _Root, below: str) -> str | None:
        """The pattern that leaves out a path below a root."""
        path = below if root.program_id == "." else f"{root.program_id}/{below}"
        return next((pattern for pattern in self.exclude if matches(path, pattern)), None)

    def _is_new(self, identity: str) -> bool:
        known = identity in self.read
        self.read.add(identity)
        return not known

    def _skip(self, root: _Root) -> OnSkip:
        return lambda skipped: self.on_skip(replace(skipped, path=root.place(skipped.path)))

    def _file(self, root: _Root) -> Iterator[Program | Unreadable]:
        path = root.path
        if root.is_data:
            is_table = path.name.lower().endswith(".parquet")
            rows = programs_in_parquet([path], self.fields) if is_table else programs_in_jsonl(path, self.fields)
            for found in rows:
                yield replace(found, container=root.shown) if isinstance(found, Program) else found
        elif root.is_log:
            for found in programs_in_log(path, self._skip(root)):
                if isinstance(found, Program):
                    yield replace(found, program_id=f"{root.program_id}/{found.program_id}", container=root.shown)
                else:
                    yield found
        elif root.is_archive:
            for found in programs_in_archive(path):
                if isinstance(found, Program):
                    entry = found.program_id
                    place = f"{path.as_posix()}/{entry}"
                    yield replace(found, program_id=f"{root.program_id}/{entry}", path=place, container=root.shown)
                else:
                    yield found
        elif root.is_notebook:
            for found in programs_in_notebook(path, self._skip(root)):
                if isinstance(found, Program):
                    program_id = root.program_id + found.program_id.removeprefix(path.name)
                    yield replace(found, program_id=program_id, container=root.shown)
                else:
                    yield found
        else:
            yield _read_file(path, path.as_posix(), root.program_id)

    def _standard_input(self) -> Program | Unreadable:
        try:
            data = read_program(self.stdin or sys.stdin.buffer)
        except OSError as error:
            return Unreadable(STDIN, reason_of(error))
        if isinstance(data, str):
            return Unreadable(STDIN, data)
        kind = not_a_program("", data[:BEGINNING])
        return Program(STDIN, STDIN, data) if kind is None else Unreadable(STDIN, kind)


def _read_file(path: Path, shown: str, program_id: str) -> Program | Unreadable:
    try:
        with open_regular(path) as stream:
            kind = not_a_program(path.name, stream.read(BEGINNING))
            stream.seek(0)
            data = kind or read_program(stream)
    except OSError as error:
        return Unreadable(shown, reason_of(error))
    return Unreadable(shown, data) if isinstance(data, str) else Program(program_id, shown, data)
