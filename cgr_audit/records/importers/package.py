"""Writing what was imported as a trace package."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from cgr_audit.errors import UsageError
from cgr_audit.records.importers.items import ImportedItems
from cgr_audit.records.importers.programs import ImportedPrograms
from cgr_audit.records.importers.results import ImportedResults
from cgr_audit.records.lines import write_atomically, write_shards
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import SolverEntry, to_record
from cgr_audit.records.writing import coverage, write_items, write_manifest, write_programs, write_solvers

__all__ = ["CONTRACT_FILE", "Imported", "require_new_folder", "write_imported"]

CONTRACT_FILE = "contract.toml"


@dataclass(frozen=True, slots=True)
class Imported:
    """Everything that goes into a package."""

    name: str
    items: ImportedItems
    programs: ImportedPrograms | None
    results: ImportedResults | None
    contract: str
    """The name of a built-in contract, or the text of one that becomes a file of the package."""
    is_own_contract: bool


def require_new_folder(out: Path) -> None:
    """Refuse a folder that holds anything.

    Raises:
        UsageError: it does.
    """
    if out.is_dir() and any(out.iterdir()):
        raise UsageError(f"{out}: it holds files already; import into a new folder, or remove it first")


def write_imported(out: Path, imported: Imported) -> TracePackage:
    """Write a package next to its place, check it as every package is checked, and only then put it there.

    Raises:
        RecordError: what was read makes no package; nothing is left behind.
        OSError: it cannot be written.
    """
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    folder = out.with_name(f".{out.name}.part")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        _write(folder, imported)
        open_package(folder)
        if out.is_dir():  # it is empty, and may be somebody's working folder
            for part in sorted(folder.iterdir(), key=lambda one: one.name == "manifest.json"):
                part.rename(out / part.name)
        else:
            folder.replace(out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return open_package(out)


def _write(folder: Path, imported: Imported) -> None:
    items = imported.items.items
    rows = imported.results.rows if imported.results is not None else ()
    write_items(folder, items.values())
    write_programs(folder, imported.programs.programs if imported.programs is not None else ())
    write_solvers(folder, {row.solver: SolverEntry(registered=True) for row in rows})
    if rows:
        write_shards(folder / "results.jsonl", map(to_record, rows))
    if imported.is_own_contract:
        write_atomically(folder / CONTRACT_FILE, [imported.contract.encode()])
    write_manifest(
        folder,
        name=imported.name,
        contract=CONTRACT_FILE if imported.is_own_contract else imported.contract,
        created=None,
        coverage=coverage(items, rows),
    )
