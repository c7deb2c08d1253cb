"""Records the demo package anew: every program against both simulated solvers, without a gate.

    python corpus/record_demo.py            the whole package
    python corpus/record_demo.py --no-runs  only what needs no sandbox: the lists and the manifest

The same bytes come out every time under the same sandbox component.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from simulated_solvers import PROFILES

from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import ProgramRecord, SolverEntry, to_record
from cgr_audit.records.writing import coverage, write_document, write_manifest, write_solvers

DEMO = Path(__file__).resolve().parent / "demo"
NAME = "demo"
CONTRACT = "cgr"
CREATED = "2026-11-21"
DESCRIPTION = (
    "Items, programs and labels written for the project; the solvers tiny-1b and small-3b are simulated by "
    "corpus/simulated_solvers.py: no language model was measured."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the package's generated files in place."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-runs", action="store_true", help="leave results.jsonl and calls.jsonl as they are")
    options = parser.parse_args(arguments)
    write_lines(DEMO / "programs.jsonl", (to_record(program) for program in programs_in(DEMO / "programs")))
    write_solvers(DEMO, simulated_entries())
    _write_manifest(rows=False)
    if not options.no_runs:
        raise SystemExit("runs are not recorded yet")
    _write_manifest(rows=True)
    package = open_package(DEMO)
    sys.stderr.write(f"{DEMO}: {len(package.programs)} programs, {package.consistency.results} rows\n")
    return 0


def programs_in(folder: Path) -> list[ProgramRecord]:
    """The records of all programs, from their paths ``GENERATOR/DATASET/<item id>.<sample>.py``, sorted."""
    records = []
    for path in folder.rglob("*.py"):
        generator, dataset, name = path.relative_to(folder).parts
        item_id, sample, _ = name.rsplit(".", 2)
        records.append(
            ProgramRecord(
                program_id=path.relative_to(folder).as_posix(),
                dataset=dataset,
                item_id=unquote(item_id),
                generator=generator,
                sample=int(sample),
                sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
            )
        )
    return sorted(records, key=lambda record: record.program_id)


def simulated_entries() -> dict[str, SolverEntry]:
    """What ``solvers.json`` says of the solvers: registered, so that their rows count, and simulated."""
    return {
        name: SolverEntry(
            registered=True, provider="simulated", model_id=f"{name} (simulated, no model)", parameters={}
        )
        for name in PROFILES
    }


def _write_manifest(*, rows: bool) -> None:
    """The manifest, with a sentence that says what the package is; coverage once there are rows."""
    covered: list[dict[str, Any]] = []
    if rows:
        package = open_package(DEMO)
        covered = coverage(package.items, package.results())
    write_manifest(DEMO, name=NAME, contract=CONTRACT, created=CREATED, coverage=covered)
    path = DEMO / "manifest.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    write_document(path, {"name": record.pop("name"), "description": DESCRIPTION, **record})


if __name__ == "__main__":
    raise SystemExit(main())
