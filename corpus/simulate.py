"""Writes the simulated package: nine datasets, six solvers, 20,498 rows, the same bytes each time.

    python corpus/simulate.py              into corpus/simulated
    python corpus/simulate.py --out DIR    somewhere else

Programs are really audited and run; what the solvers reply is drawn, so that nothing here measures a model.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from simulation.design import GENERATOR, SOLVERS, Assignment, assignments
from simulation.judgement import judgement_of
from simulation.rows import result_rows
from simulation.scaffolds import scaffold_text
from simulation.scripted_runs import ScriptedRuns

from cgr_audit.records.lines import write_atomically, write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Item, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.writing import (
    coverage,
    write_document,
    write_manifest,
    write_programs,
    write_solvers,
)
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.version import VERSION

__all__ = ["main", "write_package"]

SIMULATED = Path(__file__).resolve().parent / "simulated"
README = SIMULATED.with_name("simulation") / "README.md"
NAME = "simulated"
CONTRACT = "cgr"
CREATED = "2026-11-21"
DESCRIPTION = (
    "SIMULATED: items, solvers and answers are drawn by corpus/simulate.py to have the shape of a published package; "
    "no language model was measured."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=SIMULATED, metavar="DIR", help="the folder to write to")
    folder = parser.parse_args(arguments).out
    rows = write_package(folder, assignments())
    sys.stderr.write(f"{folder}: {rows} rows\n")
    return 0


def write_package(folder: Path, assigned: Sequence[Assignment]) -> int:
    """Write every file of the package; how many rows it has.

    Args:
        folder: where to.
        assigned: its items, each with its program and solvers; the published figures are those of all of them.
    """
    contract = load_contract(CONTRACT)
    _write_briefly(folder / "items.jsonl", (assignment.item for assignment in assigned))
    programs = [_program(assignment) for assignment in assigned]
    write_programs(folder, programs)
    _write_briefly(folder / "programs.jsonl", (program for program, _ in programs))
    write_solvers(folder, {name: _entry(name) for name in SOLVERS})
    write_document(folder / "config.json", _configuration(contract))
    rows = list(result_rows(assigned, ScriptedRuns(contract)))
    _write_briefly(folder / "results.jsonl", rows)
    covered = coverage({assignment.item.key: assignment.item for assignment in assigned}, rows)
    _write_manifest(folder, covered)
    judgement = judgement_of(open_package(folder), contract)
    write_lines(folder / "verdicts.jsonl", judgement.verdicts)
    write_lines(folder / "findings.jsonl", judgement.findings)
    _write_manifest(folder, covered)
    write_atomically(folder / "README.md", [README.read_bytes()])
    return len(rows)


def _program(assignment: Assignment) -> tuple[ProgramRecord, bytes]:
    item = assignment.item
    data = scaffold_text(assignment.scaffold, assignment.letter).encode()
    record = ProgramRecord(
        program_id=f"{GENERATOR}/{item.dataset}/{item.item_id}.0.py",
        dataset=item.dataset,
        item_id=item.item_id,
        generator=GENERATOR,
        sample=0,
        sha256=hashlib.sha256(data).hexdigest(),
    )
    return record, data


def _entry(name: str) -> SolverEntry:
    return SolverEntry(registered=True, provider="simulated", model_id=f"{name} (simulated, no model)", parameters={})


def _configuration(contract: Contract) -> Mapping[str, Any]:
    return {
        "versions": {"cgr-audit": VERSION},
        "component": None,
        "limits": {},
        "seed": 0,
        "solver_parameters": {name: {} for name in SOLVERS},
        "prompts": {"direct": contract.direct.prompt},
        "attempts": {"max": contract.attempts.max, "retry_on": list(contract.attempts.retry_on)},
    }


def _write_briefly(path: Path, values: Iterable[Item | ProgramRecord | ResultRow]) -> None:
    """Write records without blanks and without null fields, so that the package stays small.

    Answers are always there, null where they are missing.
    """
    answers = {"solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans"}
    records = (
        {name: field for name, field in to_record(value).items() if field is not None or name in answers}
        for value in values
    )
    write_atomically(path, (json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records))


def _write_manifest(folder: Path, covered: Sequence[Mapping[str, Any]]) -> None:
    write_manifest(folder, name=NAME, contract=CONTRACT, created=CREATED, coverage=covered)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    write_document(path, {"name": manifest.pop("name"), "description": DESCRIPTION, **manifest})


if __name__ == "__main__":
    raise SystemExit(main())
