"""Trace packages: a folder of items, programs, result rows and solver calls, checked when it is opened.

``open_package`` reads the whole folder once: every line against its schema, every file against its digest in
the manifest, every reference against what it refers to. After that nothing needs to be checked again, and
large files stream.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.records.checks import Consistency, check_consistency
from cgr_audit.records.lines import RecordError, read_document, read_lines
from cgr_audit.records.rows import CallRow, Item, ItemKey, ProgramRecord, ResultRow, SolverEntry, from_record

__all__ = ["FILES", "Manifest", "TracePackage", "file_sha256", "is_package", "open_package"]

FILES: Mapping[str, str] = {
    "items.jsonl": "item",
    "programs.jsonl": "program",
    "results.jsonl": "result",
    "calls.jsonl": "call",
    "verdicts.jsonl": "verdict",
    "findings.jsonl": "finding",
    "probes.jsonl": "probe",
}
"""The files of lines, in the order in which they are checked, and the schema of each."""

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Manifest:
    """``manifest.json``: what the package is."""

    name: str
    contract: str
    """A built-in contract, or a TOML file inside the package."""
    created: str | None
    sha256: Mapping[str, str]
    """The digest of every file by its path with forward slashes."""
    record: Mapping[str, Any] = field(repr=False, compare=False)
    """The manifest as it was read, with what it holds beside that."""
    digest: str = ""
    """The manifest's own sha256."""


@dataclass(frozen=True)
class TracePackage:
    """An opened package: what is small is here, what may be large streams."""

    folder: Path
    manifest: Manifest
    config: Mapping[str, Any]
    """The run configuration; empty where the package has none."""
    items: Mapping[ItemKey, Item]
    solvers: Mapping[str, SolverEntry]
    programs: tuple[ProgramRecord, ...]
    """Sorted by program id."""
    consistency: Consistency = field(repr=False)
    """What is worth knowing and no reason to refuse the package."""
    unlisted: tuple[str, ...] = field(default=(), repr=False)
    """Files of the package, and files among its programs, whose digests the manifest does not hold, sorted."""

    @cached_property
    def contract(self) -> str:
        """What ``load_contract`` takes: a built-in contract's name, or the path of the package's own file."""
        own = self.folder / self.manifest.contract
        return str(own) if self.manifest.contract.endswith(".toml") and own.is_file() else self.manifest.contract

    def has(self, name: str) -> bool:
        """Whether a file, such as ``verdicts.jsonl``, is there."""
        return (self.folder / name).is_file()

    def program_path(self, program: ProgramRecord) -> Path:
        """Where the bytes of a program are."""
        return self.folder / "programs" / program.program_id

    def program_bytes(self, program: ProgramRecord) -> bytes:
        """The exact bytes of a program.

        Raises:
            RecordError: they cannot be read, or are not those of the record's digest.
        """
        path = self.program_path(program)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
        if hashlib.sha256(data).hexdigest() != program.sha256:
            raise RecordError(f"{path}: not the bytes that programs.jsonl names ({program.sha256[:12]}...)")
        return data

    def results(self) -> Iterator[ResultRow]:
        """The result rows in the file's order."""
        return (from_record(ResultRow, record) for record in self._lines("results.jsonl"))

    def calls(self) -> Iterator[CallRow]:
        """The solver calls in the file's order."""
        return (from_record(CallRow, record) for record in self._lines("calls.jsonl"))

    def verdicts(self) -> Iterator[dict[str, Any]]:
        """The verdicts in the file's order."""
        return self._lines("verdicts.jsonl")

    def findings(self) -> Iterator[dict[str, Any]]:
        """The findings in the file's order."""
        return self._lines("findings.jsonl")

    def probes(self) -> Iterator[dict[str, Any]]:
        """The probes in the file's order."""
        return self._lines("probes.jsonl")

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        if self.has(name):
            for _, record in read_lines(self.folder / name, FILES[name], checked=False):
                yield record


def is_package(folder: Path) -> bool:
    """Whether a path is a trace package: a folder with a ``manifest.json``."""
    return (folder / "manifest.json").is_file()


def open_package(folder: Path) -> TracePackage:
    """Open a trace package after checking all of it.

    Raises:
        UsageError: there is no such folder, or it is no trace package.
        RecordError: a file cannot be read, a line does not satisfy its schema, a file is not what the
            manifest says, a record is there twice, or refers to what is not there. Nothing is opened in part.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder")
    if not is_package(folder):
        if (folder / "ledger.jsonl").is_file():
            raise UsageError(f"{folder}: a run that has not ended; the command that began it goes on with it")
        raise UsageError(f"{folder}: not a trace package: it has no manifest.json")
    manifest = _read_manifest(folder)
    _check_digests(folder, manifest)
    config = read_document(folder / "config.json", "config") if (folder / "config.json").is_file() else {}
    solver_records = read_document(folder / "solvers.json", "solvers")
    solvers = {name: from_record(SolverEntry, record) for name, record in sorted(solver_records.items())}
    items = _read_items(folder)
    programs = _read_programs(folder, items)
    consistency = check_consistency(folder, items, solvers, programs)
    unlisted = tuple(sorted(_held(folder, manifest) - manifest.sha256.keys()))
    return TracePackage(folder, manifest, config, items, solvers, programs, consistency, unlisted)


def file_sha256(path: Path) -> str:
    """The digest of a file, 64 hexadecimal digits."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    return digest.hexdigest()


def _read_manifest(folder: Path) -> Manifest:
    path = folder / "manifest.json"
    record = read_document(path, "manifest")
    if record["contract"].endswith(".toml"):
        _inside(record["contract"], f"{path}: /contract")
    return Manifest(
        name=record["name"],
        contract=record["contract"],
        created=record.get("created"),
        sha256=record["sha256"],
        record=record,
        digest=file_sha256(path),
    )


def _check_digests(folder: Path, manifest: Manifest) -> None:
    for name, expected in sorted(manifest.sha256.items()):
        path = folder / _inside(name, f"{folder / 'manifest.json'}: /sha256")
        if not path.is_file():
            raise RecordError(f"{path}: missing, but listed in manifest.json")
        if file_sha256(path) != expected:
            raise RecordError(f"{path}: changed since manifest.json was written (its sha256 is another)")


def _held(folder: Path, manifest: Manifest) -> set[str]:
    """The files that are part of a package, and whatever else lies among its programs."""
    known = {name for name in ("config.json", "solvers.json", manifest.contract, *FILES) if (folder / name).is_file()}
    programs = {path.relative_to(folder).as_posix() for path in (folder / "programs").rglob("*") if not path.is_dir()}
    return known | programs


def _read_items(folder: Path) -> dict[ItemKey, Item]:
    path = folder / "items.jsonl"
    items: dict[ItemKey, Item] = {}
    lines: dict[ItemKey, int] = {}
    for number, record in read_lines(path, "item"):
        item = from_record(Item, record)
        if item.key in items:
            raise RecordError(
                f"{path}:{number}: /item_id: {item.item_id!r} is there already, in line {lines[item.key]}"
            )
        missing = sorted(set(item.correct_ids) - set(item.option_ids))
        if missing and item.options:
            raise RecordError(f"{path}:{number}: /correct_ids: {missing[0]!r} is no option of the item")
        items[item.key], lines[item.key] = item, number
    return items


def _read_programs(folder: Path, items: Mapping[ItemKey, Item]) -> tuple[ProgramRecord, ...]:
    path = folder / "programs.jsonl"
    programs: dict[str, ProgramRecord] = {}
    keys: dict[tuple[str, str, str, int], int] = {}
    for number, record in read_lines(path, "program"):
        program = from_record(ProgramRecord, record)
        where = f"{path}:{number}"
        _inside(program.program_id, f"{where}: /program_id")
        if program.program_id in programs:
            raise RecordError(f"{where}: /program_id: {program.program_id!r} is there already")
        if program.item_key not in items:
            raise RecordError(f"{where}: /item_id: items.jsonl has no {program.item_id!r} of {program.dataset!r}")
        key = (program.dataset, program.item_id, program.generator, program.sample)
        if key in keys:
            raise RecordError(f"{where}: /sample: the same dataset, item, generator and sample as line {keys[key]}")
        programs[program.program_id], keys[key] = program, number
        source = folder / "programs" / program.program_id
        if not source.is_file():
            raise RecordError(f"{source}: missing, but named in {where}")
        if not source.resolve().is_relative_to((folder / "programs").resolve()):
            raise RecordError(f"{source}: a link that leads out of the package")
        if file_sha256(source) != program.sha256:
            raise RecordError(f"{source}: not the bytes that {where} names (its sha256 is another)")
    return tuple(programs[name] for name in sorted(programs))


def _inside(name: str, where: str) -> PurePosixPath:
    """A relative path that stays inside the package."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name or not path.parts:
        raise RecordError(f"{where}: {name!r} is no path inside the package")
    return path
