"""Where programs come from: files, folders, archives, rows of data files, trace packages and standard input.

Program ids. A file's is its name; a folder's file has its path below the folder, with ``/``; an archive's
entry its name there; a row the value of its id field, or its line (row) number where the field is absent; a
notebook's cell the notebook's name and the cell's number, ``notes.ipynb#cell-3``; a package's program the
package's id; standard input is ``-``. Where two paths give the same id, the later program's id has its path in
front, as given: ``new/a.py``; and should that be taken too, a number after it: ``new/a.py#2``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
from cgr_audit.source.notebooks import programs_in_notebook
from cgr_audit.source.packages import is_package, programs_in_package
from cgr_audit.source.program import Program
from cgr_audit.source.rows import RowFields, programs_in_jsonl, programs_in_parquet

__all__ = ["OnSkip", "Skipped", "Unreadable", "collect"]

STDIN = "-"


def collect(
    paths: Sequence[str | Path],
    *,
    source_field: str = "source",
    id_field: str = "id",
    stdin: BinaryIO | None = None,
    on_skip: OnSkip = ignore_skipped,
) -> Iterator[Program | Unreadable]:
    """Collect programs one by one: path by path in the order given, sorted inside folders and archives.

    Each file is collected once, however many of the paths lead to it. What cannot be read comes as
    :class:`Unreadable` in its place, and the rest goes on.

    Args:
        paths: files, folders (their ``*.py``), ``.zip``, ``.jsonl``, ``.jsonl.gz``, ``.parquet``, ``.ipynb``, trace
            packages, or ``-``.
        source_field: the field of a row that holds the program's text.
        id_field: the field of a row that holds its id.
        stdin: what ``-`` reads; the process's standard input by default.
        on_skip: told of what is left out on purpose, such as links that lead out of a folder.

    Raises:
        UsageError: at once, before anything is read: a path does not exist.
    """
    roots = [_root(str(path)) for path in paths]
    fields = RowFields(source_field, id_field)
    return map(_named, _distinct(roots, _Collector(fields, stdin, on_skip)))


@dataclass(frozen=True, slots=True)
class _Root:
    """One path as given."""

    given: str
    path: Path

    @property
    def is_stdin(self) -> bool:
        return self.given == STDIN


def _root(given: str) -> _Root:
    path = Path(given)
    try:
        exists = given == STDIN or path.exists()
    except (OSError, ValueError):
        exists = False
    if not given or not exists:
        raise UsageError(f"{given or repr(given)}: no such file or folder")
    return _Root(given, path)


def _named(found: Program | Unreadable) -> Program | Unreadable:
    """A program whose id can name it, or why it cannot."""
    fault = None if isinstance(found, Unreadable) else identifier_fault(found.program_id)
    return found if fault is None else Unreadable(found.path, f"its id cannot name a program: {fault}")


def _distinct(roots: Sequence[_Root], collector: _Collector) -> Iterator[Program | Unreadable]:
    """Everything the roots hold, with ids that differ."""
    if len(roots) == 1:
        yield from collector.below(roots[0])
        return
    taken: set[str] = set()
    for root in roots:
        for found in collector.below(root):
            if isinstance(found, Unreadable):
                yield found
                continue
            program = _renamed(found, root, taken)
            taken.add(program.program_id)
            yield program


def _renamed(program: Program, root: _Root, taken: set[str]) -> Program:
    if program.program_id not in taken:
        return program
    in_front = root.path.parent if root.path.name == program.program_id else root.path
    longer = f"{in_front.as_posix()}/{program.program_id}"
    candidate, number = longer, 1
    while candidate in taken:
        number += 1
        candidate = f"{longer}#{number}"
    return replace(program, program_id=candidate)


class _Collector:
    """Reads roots one after another, and remembers which files it has read."""

    def __init__(self, fields: RowFields, stdin: BinaryIO | None, on_skip: OnSkip) -> None:
        self.fields = fields
        self.stdin = stdin
        self.on_skip = on_skip
        self.read: set[str] = set()

    def below(self, root: _Root) -> Iterator[Program | Unreadable]:
        """Everything that one path holds; of what cannot be read only so much as a person needs."""
        lost = 0
        for found in self._all_below(root):
            lost += isinstance(found, Unreadable)
            if lost > UNREADABLE_LIMIT:
                yield Unreadable(root.given, f"more than {UNREADABLE_LIMIT:,} programs in it cannot be read; stopped")
                return
            yield found

    def _all_below(self, root: _Root) -> Iterator[Program | Unreadable]:
        if root.is_stdin:
            if self._is_new(STDIN):
                yield self._standard_input()
        elif not root.path.is_dir():
            if self._is_new(os.path.realpath(root.path)):
                yield from self._file(root.path)
        elif is_package(root.path):
            if self._is_new(os.path.realpath(root.path)):
                yield from programs_in_package(root.path, self.on_skip)
        else:
            for found in python_files(root.path, self.on_skip):
                if isinstance(found, Unreadable):
                    yield found
                elif self._is_new(os.path.realpath(found.path)):
                    yield _read_file(found)

    def _is_new(self, identity: str) -> bool:
        known = identity in self.read
        self.read.add(identity)
        return not known

    def _file(self, path: Path) -> Iterator[Program | Unreadable]:
        name = path.name.lower()
        if name.endswith((".jsonl", ".jsonl.gz")):
            yield from programs_in_jsonl(path, self.fields)
        elif name.endswith(".parquet"):
            yield from programs_in_parquet(path, self.fields)
        elif name.endswith(".zip"):
            yield from programs_in_archive(path)
        elif name.endswith(".ipynb"):
            yield from programs_in_notebook(path, self.on_skip)
        else:
            yield _read_file(FoundFile(path, os.fsencode(path.name).decode("utf-8", "backslashreplace")))

    def _standard_input(self) -> Program | Unreadable:
        try:
            data = read_program(self.stdin or sys.stdin.buffer)
        except OSError as error:
            return Unreadable(STDIN, reason_of(error))
        if isinstance(data, str):
            return Unreadable(STDIN, data)
        kind = not_a_program("", data[:BEGINNING])
        return Program(STDIN, STDIN, data) if kind is None else Unreadable(STDIN, kind)


def _read_file(found: FoundFile) -> Program | Unreadable:
    shown = os.fsencode(found.path.as_posix()).decode("utf-8", "backslashreplace")
    try:
        with open_regular(found.path) as stream:
            kind = not_a_program(found.path.name, stream.read(BEGINNING))
            stream.seek(0)
            data = kind or read_program(stream)
    except OSError as error:
        return Unreadable(shown, reason_of(error))
    return Unreadable(shown, data) if isinstance(data, str) else Program(found.relative, shown, data)
