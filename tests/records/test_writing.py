from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import to_record
from cgr_audit.records.writing import copy_sources, coverage, write_manifest, write_solvers


def write_again(source: Path, target: Path) -> None:
    package = open_package(source)
    copy_sources(package, target)
    write_solvers(target, package.solvers)
    write_lines(target / "results.jsonl", (to_record(row) for row in package.results()))
    write_lines(target / "calls.jsonl", (to_record(call) for call in package.calls()))
    write_manifest(
        target,
        name="again",
        contract=package.manifest.contract,
        created="2026-01-01",
        coverage=coverage(package.items, package.results()),
        derived_from=package.manifest,
    )


def test_a_package_that_was_written_opens_and_holds_the_same(draft: Any, tmp_path: Path) -> None:
    draft.lines["items.jsonl"][1]["colour"] = "red"
    write_again(draft.write(), tmp_path / "again")
    source, again = open_package(draft.folder), open_package(tmp_path / "again")
    assert again.items == source.items
    assert again.items["d", "i2"].extra == {"colour": "red"}
    assert again.programs == source.programs
    assert list(again.results()) == list(source.results())
    assert list(again.calls()) == list(source.calls())
    assert again.manifest.record["derived_from"] == {
        "name": "small",
        "manifest_sha256": source.manifest.digest,
    }


def test_the_manifest_counts_covers_and_lists_every_file(draft: Any, tmp_path: Path) -> None:
    write_again(draft.write(), tmp_path / "again")
    manifest = json.loads((tmp_path / "again/manifest.json").read_text())
    assert manifest["counts"] == {"items": 2, "programs": 2, "results": 2, "calls": 2}
    assert manifest["coverage"] == [{"dataset": "d", "solver": "s", "items": 2, "items_with_rows": 2, "rows": 2}]
    assert list(manifest["sha256"]) == [
        "solvers.json",
        "items.jsonl",
        "programs.jsonl",
        "results.jsonl",
        "calls.jsonl",
        "programs/g/d/i1.0.py",
        "programs/g/d/i2.0.py",
    ]


def test_the_same_package_is_written_in_the_same_bytes(draft: Any, tmp_path: Path) -> None:
    draft.write()
    for name in ("one", "two"):
        write_again(draft.folder, tmp_path / name)
    written = [
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "one", tmp_path / "two")
    ]
    assert written[0] == written[1]
