"""Writing a trace package: deterministic bytes, each file atomic, the manifest last."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cgr_audit.records.generations import FILE as GENERATIONS
from cgr_audit.records.lines import read_document, read_lines, write_atomically, write_lines
from cgr_audit.records.package import FILES, Manifest, TracePackage, file_sha256
from cgr_audit.records.rows import Item, ItemKey, ProgramKey, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.shards import has_lines, record_count, shards_of
from cgr_audit.records.warning_kinds import PackageWarning
from cgr_audit.source.file_names import path_part

__all__ = [
    "copy_sources",
    "coverage",
    "encode_document",
    "program_id_of",
    "renew_listing",
    "write_derived",
    "write_document",
    "write_items",
    "write_manifest",
    "write_programs",
    "write_solvers",
]


def encode_document(record: Mapping[str, Any]) -> bytes:
    """One JSON object over several lines, as people read it."""
    return (json.dumps(record, indent=2, ensure_ascii=True, allow_nan=False) + "\n").encode()


def write_document(path: Path, record: Mapping[str, Any]) -> None:
    """Write one JSON object atomically."""
    write_atomically(path, [encode_document(record)])


def write_items(folder: Path, items: Iterable[Item]) -> None:
    """Write ``items.jsonl``, sorted by dataset and id."""
    write_lines(folder / "items.jsonl", (to_record(item) for item in sorted(items, key=lambda item: item.key)))


def write_solvers(folder: Path, solvers: Mapping[str, SolverEntry]) -> None:
    """Write ``solvers.json``, sorted by name."""
    write_document(folder / "solvers.json", {name: to_record(entry) for name, entry in sorted(solvers.items())})


def program_id_of(key: ProgramKey) -> str:
    """The id of a program that we write: GENERATOR/DATASET/ITEM.SAMPLE.py, each part percent-encoded."""
    return "/".join(map(path_part, (key.generator, key.dataset, key.item_id))) + f".{key.sample}.py"


def write_programs(folder: Path, programs: Iterable[tuple[ProgramRecord, bytes]]) -> None:
    """Write ``programs.jsonl`` and the bytes of every program."""
    records = []
    for program, data in programs:
        path = folder / "programs" / program.program_id
        if not path.is_file() or path.read_bytes() != data:
            write_atomically(path, [data], durable=False)
        records.append(program)
    write_lines(
        folder / "programs.jsonl",
        (to_record(entry) for entry in sorted(records, key=lambda it: it.program_id)),
    )


def copy_sources(package: TracePackage, folder: Path) -> None:
    """Copy what a run does not change: items, programs, and how they were generated."""
    write_items(folder, package.items.values())
    write_programs(folder, ((program, package.program_bytes(program)) for program in package.programs))
    if package.has(GENERATIONS):
        write_lines(folder / GENERATIONS, map(to_record, package.generations()))


def write_derived(
    folder: Path, package: TracePackage, contract: str, rows: Iterable[ResultRow], warnings: Sequence[PackageWarning]
) -> None:
    """Complete the package that a run made of another one: what a run does not change, and the manifest."""
    copy_sources(package, folder)
    write_manifest(
        folder,
        name=package.manifest.name,
        contract=contract,
        created=package.manifest.created,
        coverage=coverage(package.items, rows),
        derived_from=package.manifest,
        warnings=warnings,
    )


def write_manifest(
    folder: Path,
    *,
    name: str,
    contract: str,
    created: str | None,
    coverage: Iterable[Mapping[str, Any]] = (),
    derived_from: Manifest | None = None,
    warnings: Sequence[PackageWarning] = (),
) -> None:
    """Write ``manifest.json`` with the digest of every file of the package and the count of its records.

    Files that are no part of a package are not listed: a ledger, a report, a program that ``programs.jsonl`` lacks.
    """
    names = [known for known in ("config.json", "solvers.json") if (folder / known).is_file()]
    files = [shard for known in FILES for shard in shards_of(folder / known)]
    names += [file.relative_to(folder).as_posix() for file in files]
    if (folder / contract).is_file():
        names.append(contract)
    programs = read_lines(folder / "programs.jsonl", "program", checked=False)
    names += sorted(f"programs/{record['program_id']}" for _, record in programs)
    held = [folder / known for known in FILES if has_lines(folder / known)]
    shards = [file for file in files if file.parent != folder]
    counted = [(file.relative_to(folder).as_posix(), record_count(file)) for file in (*held, *shards)]
    counts = {known.removesuffix(".jsonl"): count for known, count in counted}
    record: dict[str, Any] = {
        "name": name,
        "created": created,
        "contract": contract,
        "counts": counts,
        "coverage": list(coverage),
        "sha256": {known: file_sha256(folder / known) for known in names},
    }
    if derived_from is not None:
        record["derived_from"] = {"name": derived_from.name, "manifest_sha256": derived_from.digest}
    if warnings:
        record["warnings"] = [note.to_record() for note in warnings]
    write_document(folder / "manifest.json", record)


def renew_listing(path: Path) -> bool:
    """Renew what the manifest of a package lists of a file that was written again: its digest, and its count.

    Returns:
        Whether it lists the file.
    """
    manifest = path.parent / "manifest.json"
    record = read_document(manifest, "manifest")
    if path.name not in record["sha256"]:
        return False
    record["sha256"][path.name] = file_sha256(path)
    if path.stem in record.get("counts", {}):
        record["counts"][path.stem] = record_count(path)
    write_document(manifest, record)
    return True


def coverage(items: Mapping[ItemKey, Item], rows: Iterable[ResultRow]) -> list[dict[str, Any]]:
    """Source items against rows, by dataset and solver, sorted."""
    totals = Counter(key.dataset for key in items)
    row_counts: Counter[tuple[str, str]] = Counter()
    covered: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        pair = (row.dataset, row.solver)
        row_counts[pair] += 1
        covered.setdefault(pair, set()).add(row.item_id)
    return [
        {
            "dataset": dataset,
            "solver": solver,
            "items": totals[dataset],
            "items_with_rows": len(covered[dataset, solver]),
            "rows": row_counts[dataset, solver],
        }
        for dataset, solver in sorted(row_counts)
    ]
