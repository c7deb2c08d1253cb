"""The programs of a trace package: ``programs.jsonl`` lists them, ``programs/`` holds their bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from cgr_audit.identifiers import identifier_fault
from cgr_audit.regular_file import open_regular, read_regular
from cgr_audit.source.collected import OnSkip, Skipped, Unreadable, read_program, reason_of
from cgr_audit.source.folders import FoundFile, python_files
from cgr_audit.source.program import Program
from cgr_audit.source.rows import json_lines
from cgr_audit.source.seen_ids import SeenIds

__all__ = ["is_package", "programs_in_package"]

_LIST = "programs.jsonl"
_FOLDER = "programs"


def is_package(folder: Path) -> bool:
    """Whether a folder is a trace package: it has a ``manifest.json``, and should have the list of its programs."""
    manifest = folder / "manifest.json"
    if not os.path.lexists(manifest):
        return False
    return os.path.lexists(folder / _LIST) or _describes_a_package(manifest)


def _describes_a_package(manifest: Path) -> bool:
    """Whether a manifest is that of a package, which lacks its list of programs."""
    try:
        text = read_regular(manifest)
    except OSError:
        return False
    return b'"sha256"' in text and b'"contract"' in text


def programs_in_package(root: Path, on_skip: OnSkip) -> Iterator[Program | Unreadable]:
    """The programs that a package lists, in the order of its list, with the package's ids.

    A program whose bytes are not those that the list records is unreadable; a file that the list does not
    name is told to ``on_skip``.
    """
    seen = SeenIds()
    for line in json_lines(root / _LIST):
        if isinstance(line, Unreadable):
            yield line
            continue
        place = f"{(root / _LIST).as_posix()}:{line.number}"
        program_id = line.row.get("program_id")
        if not isinstance(program_id, str) or not _is_inside(program_id):
            yield Unreadable(place, "field 'program_id' must be a path below programs/")
        elif (fault := identifier_fault(program_id)) is not None:
            yield Unreadable(place, f"field 'program_id' cannot name a program: {fault}")
        elif (first := seen.setdefault(program_id, line.number)) != line.number:
            yield Unreadable(place, f"its id {program_id!r} is already that of line {first}; ids must differ")
        else:
            yield _program(root, program_id, line.row, place)
    _tell_unlisted(root, seen, on_skip)


def _is_inside(program_id: str) -> bool:
    path = PurePosixPath(program_id)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\0" not in program_id


def _program(root: Path, program_id: str, row: Mapping[str, Any], place: str) -> Program | Unreadable:
    path = root / _FOLDER / program_id
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root / _FOLDER)):
        return Unreadable(place, f"{path.as_posix()}: a link that leads out of the package")
    try:
        with open_regular(path) as stream:
            data = read_program(stream)
    except OSError as error:
        return Unreadable(place, f"{path.as_posix()}: {reason_of(error)}")
    if isinstance(data, str):
        return Unreadable(place, f"{path.as_posix()}: {data}")
    derived_from = row.get("derived_from")
    program = Program(
        program_id,
        path.as_posix(),
        data,
        fields={name: value for name, value in row.items() if name != "program_id"},
        derived_from=derived_from if isinstance(derived_from, str) else None,
    )
    recorded = row.get("sha256")
    if recorded is not None and recorded != program.sha256:
        return Unreadable(place, f"{path.as_posix()}: its bytes have another sha256 than the package records")
    return program


def _tell_unlisted(root: Path, listed: SeenIds, on_skip: OnSkip) -> None:
    folder = root / _FOLDER
    if not folder.is_dir():
        return
    for found in python_files(folder, on_skip):
        if isinstance(found, FoundFile) and found.relative not in listed:
            on_skip(Skipped(found.path.as_posix(), f"{_LIST} does not list it"))
