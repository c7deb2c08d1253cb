"""Trace packages: a folder of items, programs, result rows and solver calls, checked when it is opened.

``open_package`` reads the whole folder once: every line against its schema, every file against its digest in
the manifest, every reference against what it refers to. After that nothing needs to be checked again, and
large files stream.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cgr_audit.errors import UsageError
from cgr_audit.records.checks import Checked, Consistency, check_consistency
from cgr_audit.records.collection import paused_collection
from cgr_audit.records.controls import control_call
from cgr_audit.records.digests import check_inside, file_sha256
from cgr_audit.records.generations import Generation, check_generations
from cgr_audit.records.lines import RecordError, read_document, read_lines
from cgr_audit.records.presence import absent_files, is_there, require_files
from cgr_audit.records.rows import (
    CallRow,
    ControlRow,
    Item,
    ItemKey,
    ProgramRecord,
    ResultRow,
    SolverEntry,
    from_record,
)
from cgr_audit.records.shards import SHARDED, has_lines, places_in_shards, record_count, shard_place, shards_of
from cgr_audit.records.sources import read_facts
from cgr_audit.records.stated_counts import differing_counts
from cgr_audit.records.warning_kinds import PackageWarning
from cgr_audit.regular_file import read_regular
from cgr_audit.source.contract import Contract, load_contract

if TYPE_CHECKING:
    from cgr_audit.records.facts import ItemFacts, ProgramFacts
    from cgr_audit.records.parts import Ahead

__all__ = ["FILES", "Manifest", "TracePackage", "file_sha256", "is_package", "open_package", "own_contract"]

FILES: Mapping[str, str] = {
    "items.jsonl": "item",
    "programs.jsonl": "program",
    "generations.jsonl": "generation",
    "results.jsonl": "result",
    "calls.jsonl": "call",
    "controls.jsonl": "control",
    "control_calls.jsonl": "control_call",
    "verdicts.jsonl": "verdict",
    "findings.jsonl": "finding",
    "probes.jsonl": "probe",
}
"""The files of lines, in the order in which they are checked, and the schema of each."""


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
    """The manifest as it was read, with what it holds besides that."""
    digest: str = ""
    """The manifest's own sha256."""


@dataclass(frozen=True)
class TracePackage:
    """An opened package: what is small is here, what may be large streams."""

    folder: Path
    manifest: Manifest
    config: Mapping[str, Any]
    """The run configuration; empty where the package has none."""
    solvers: Mapping[str, SolverEntry]
    item_facts: Mapping[ItemKey, ItemFacts] = field(repr=False)
    """What tables need of the items; ``items`` has all of them."""
    program_facts: tuple[ProgramFacts, ...] = field(repr=False)
    """What tables need of the programs, sorted by program id; ``programs`` has all of them."""
    checked: Checked = field(repr=False)
    """What was read while all of it was checked."""
    unlisted: tuple[str, ...] = field(default=(), repr=False)
    """Files of the package, and files among its programs, whose digests the manifest does not hold, sorted."""
    absent: tuple[str, ...] = field(default=(), repr=False)
    """Files that are not there and count as empty."""

    @property
    def consistency(self) -> Consistency:
        """What is worth knowing and no reason to refuse the package."""
        return self.checked.consistency

    @cached_property
    def items(self) -> Mapping[ItemKey, Item]:
        """The items, read when they are first asked for."""
        items = (from_record(Item, record) for record in self._lines("items.jsonl"))
        return {item.key: item for item in items}

    @cached_property
    def programs(self) -> tuple[ProgramRecord, ...]:
        """The programs sorted by program id, read when they are first asked for."""
        programs = (from_record(ProgramRecord, record) for record in self._lines("programs.jsonl"))
        return tuple(sorted(programs, key=lambda program: program.program_id))

    @cached_property
    def digest(self) -> str:
        """Of everything in the package: of the manifest, which has digests of files, and of files that it lacks."""
        unlisted = "".join(f"{name} {file_sha256(self.folder / name)}\n" for name in self.unlisted)
        return hashlib.sha256(f"{self.manifest.digest}\n{unlisted}".encode("utf-8", "surrogateescape")).hexdigest()

    @cached_property
    def contract(self) -> str:
        """What ``load_contract`` takes: a built-in contract's name, or the path of the package's own file."""
        return _contract_of(self.folder, self.manifest)

    def has(self, name: str) -> bool:
        """Whether a file, such as ``verdicts.jsonl``, is there."""
        return has_lines(self.folder / name)

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
            data = read_regular(path)
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

    def controls(self) -> Iterator[ControlRow]:
        """The control rows in the file's order."""
        return (from_record(ControlRow, record) for record in self._lines("controls.jsonl"))

    def control_calls(self) -> Iterator[CallRow]:
        """The calls of control rows in the file's order; those of no program have an empty generator."""
        return (control_call(record) for record in self._lines("control_calls.jsonl"))

    def verdicts(self) -> Iterator[dict[str, Any]]:
        """The verdicts in the file's order."""
        return self._lines("verdicts.jsonl")

    def findings(self) -> Iterator[dict[str, Any]]:
        """The findings in the file's order."""
        return self._lines("findings.jsonl")

    def probes(self) -> Iterator[dict[str, Any]]:
        """The probes in the file's order."""
        return self._lines("probes.jsonl")

    def generations(self) -> Iterator[Generation]:
        """The attempts to write programs in the file's order."""
        return (from_record(Generation, record) for record in self._lines("generations.jsonl"))

    def judged(self, name: str) -> Iterator[dict[str, Any]]:
        """The records of ``verdicts.jsonl``, ``findings.jsonl`` or ``probes.jsonl``: the fields that tables need.

        They were kept when the package was opened, so that the file is not read again.
        """
        columns = self.checked.judged.get(name, {})
        return (dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True))

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
        UsageError: there is no such folder, it is not a trace package, or lacks a file that every one needs.
        RecordError: a file cannot be read, a line does not satisfy its schema, a file is not what the
            manifest says, a record is there twice, or refers to what is not there. Nothing is opened in part.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: {_no_folder(folder)}")
    if not is_package(folder):
        if (folder / "ledger.jsonl").is_file():
            said = "unfinished run; rerun the same command to resume, or give join or report --partial"
            raise UsageError(f"{folder}: {said}")
        raise UsageError(f"{folder}: not a trace package: it has no manifest.json")
    manifest = _read_manifest(folder)
    require_files(folder)
    for name in FILES:
        is_there(folder / name)
    absent = absent_files(folder)
    from cgr_audit.records.call_counts import calls_of_part  # noqa: PLC0415  these import numpy and pyarrow
    from cgr_audit.records.parts import reading_ahead  # noqa: PLC0415
    from cgr_audit.records.result_reading import columns_of_part  # noqa: PLC0415

    large = {"results.jsonl": columns_of_part, "calls.jsonl": calls_of_part}
    try:
        with paused_collection(), reading_ahead(folder, manifest.sha256, large) as ahead:
            return _open(folder, manifest, absent, ahead)
    except RecordError as error:
        raise RecordError(places_in_shards(str(error), folder)) from error


def _no_folder(path: Path) -> str:
    if path.name == "manifest.json" and path.is_file():
        return f"a file of a trace package; give its folder, {path.parent}"
    expected = "a trace package is expected, which is a folder with a manifest.json in it"
    return f"a file; {expected}" if path.exists() else "no such folder"


def _open(folder: Path, manifest: Manifest, absent: tuple[str, ...], ahead: Ahead) -> TracePackage:
    config = {} if "config.json" in absent else read_document(folder / "config.json", "config")
    solver_records = read_document(folder / "solvers.json", "solvers")
    solvers = {name: from_record(SolverEntry, record) for name, record in sorted(solver_records.items())}
    held = _files_below(folder / "programs", "programs")
    known = {name for name in ("config.json", "solvers.json", manifest.contract) if (folder / name).is_file()}
    known |= {shard.relative_to(folder).as_posix() for name in FILES for shard in shards_of(folder / name)}
    unlisted = tuple(sorted((known | held.keys()) - manifest.sha256.keys()))
    items, lines, programs = read_facts(folder, manifest.sha256, held)
    del held
    generations = check_generations(folder, items, programs)
    contract = _known_contract(folder, manifest)
    checked = check_consistency(folder, items, solvers, programs, lines, contract=contract, ahead=ahead)
    counts = {"items.jsonl": len(items), "programs.jsonl": len(programs), "generations.jsonl": generations}
    checked = replace(checked, consistency=_with_counts(checked, folder, manifest, counts))
    return TracePackage(folder, manifest, config, solvers, items, programs, checked, unlisted, absent)


def _with_counts(checked: Checked, folder: Path, manifest: Manifest, counts: Mapping[str, int]) -> Consistency:
    """What is worth knowing, and that the manifest counts otherwise where it does."""
    consistency = checked.consistency
    counted = {
        **counts,
        "results.jsonl": consistency.results,
        "calls.jsonl": consistency.calls,
        **checked.controls,
        **{name: len(columns["program_id"]) for name, columns in checked.judged.items()},
    }
    held = {name: counted.get(name) if has_lines(folder / name) else None for name in FILES}
    shards = [shard for name in FILES for shard in shards_of(folder / name) if shard.parent != folder]
    held |= {shard.relative_to(folder).as_posix(): record_count(shard) for shard in shards}
    notes = (*consistency.notes, *differing_counts(manifest.record.get("counts", {}), held))
    return replace(consistency, notes=tuple(_in_shard(note, folder) for note in notes))


def _in_shard(note: PackageWarning, folder: Path) -> PackageWarning:
    """A warning with the place in the shard, where its file consists of these."""
    if note.line is None or note.file not in SHARDED or (folder / note.file).is_file():
        return note
    shard, line = shard_place(folder / note.file, note.line)
    return replace(note, file=shard.relative_to(folder).as_posix(), line=line)


def own_contract(folder: Path) -> tuple[str, str]:
    """A package's own contract: as its manifest names it, and as ``load_contract`` takes it.

    Raises:
        RecordError: the manifest cannot be read, or is none.
    """
    manifest = _read_manifest(folder)
    return manifest.contract, _contract_of(folder, manifest)


def _contract_of(folder: Path, manifest: Manifest) -> str:
    own = folder / manifest.contract
    return str(own) if manifest.contract.endswith(".toml") and own.is_file() else manifest.contract


def _known_contract(folder: Path, manifest: Manifest) -> Contract | None:
    """What answers are; a contract that is wrong is refused where it is needed."""
    try:
        return load_contract(_contract_of(folder, manifest))
    except UsageError:
        return None


def _read_manifest(folder: Path) -> Manifest:
    path = folder / "manifest.json"
    record = read_document(path, "manifest")
    if record["contract"].endswith(".toml"):
        check_inside(record["contract"], f"{path}: /contract")
    return Manifest(
        name=record["name"],
        contract=record["contract"],
        created=record.get("created"),
        sha256=record["sha256"],
        record=record,
        digest=file_sha256(path),
    )


def _files_below(folder: Path | str, name: str) -> dict[str, bool]:
    """Everything below a folder that is none: its path with forward slashes, and whether it is a plain file."""
    found = {}
    if os.path.isdir(folder):  # noqa: PTH112
        with os.scandir(folder) as entries:
            for entry in entries:
                inner = f"{name}/{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    found.update(_files_below(entry.path, inner))
                elif entry.is_file(follow_symlinks=False):
                    found[inner] = True
                elif not os.path.isdir(entry.path):  # noqa: PTH112  a loop of links is not one
                    found[inner] = False
    return found
