"""Records the demo package anew: every program against both simulated solvers, without a gate.

    python corpus/record_demo.py            the whole package
    python corpus/record_demo.py --no-runs  only what needs no sandbox: the lists and the manifest

It stands for somebody's harness that ran whatever it was given. What depends on machine and build (times, fuel, the
component's digest) is left out, so that the same bytes come out wherever it is run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from simulated_solvers import PROFILES, SimulatedSolver

from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import assisted_path, direct_path
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import CallRow, Item, Origin, ProgramRecord, ResultRow, RowKey, SolverEntry
from cgr_audit.records.rows import to_record as record_of
from cgr_audit.records.writing import coverage, write_document, write_manifest, write_solvers
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.version import VERSION

DEMO = Path(__file__).resolve().parent / "demo"
NAME = "demo"
CONTRACT = "cgr"
CREATED = "2026-11-21"
SEED = 0
DESCRIPTION = (
    "Items, programs and labels written for the project; the solvers tiny-1b and small-3b are simulated by "
    "corpus/simulated_solvers.py: no language model was measured."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the package's generated files in place."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-runs", action="store_true", help="leave results.jsonl and calls.jsonl as they are")
    options = parser.parse_args(arguments)
    contract = load_contract(CONTRACT)
    write_lines(DEMO / "programs.jsonl", map(record_of, programs_in(DEMO / "programs")))
    write_solvers(DEMO, simulated_entries())
    write_document(DEMO / "config.json", configuration(contract))
    if not options.no_runs:
        for name in ("results.jsonl", "calls.jsonl"):
            (DEMO / name).unlink(missing_ok=True)
        _write_manifest()
        recorded = sorted(record(open_package(DEMO), contract), key=lambda one: one[0].key)
        write_lines(DEMO / "results.jsonl", (record_of(row) for row, _ in recorded))
        write_lines(DEMO / "calls.jsonl", (record_of(call) for _, calls in recorded for call in calls))
    _write_manifest()
    package = open_package(DEMO)
    sys.stderr.write(f"{DEMO}: {len(package.programs)} programs, {package.consistency.results} rows\n")
    return 0


def record(package: TracePackage, contract: Contract) -> Iterator[tuple[ResultRow, list[CallRow]]]:
    """Follow both paths of every program under every solver; the row of each, and its calls."""
    sandbox = Sandbox(Interpreter(contract.imports.profile), Limits(), contract)
    items = [record_of(item) for item in package.items.values()]
    for name, profile in PROFILES.items():
        solver = SimulatedSolver(profile, items)
        for program in package.programs:
            item, key = package.items[program.item_key], program.row_key(name)
            direct = direct_path(contract, item, solver, key)
            assisted = assisted_path(sandbox, package.program_bytes(program), item, solver, key, seed=SEED)
            yield recorded_row(key, program, item, direct, assisted), recorded_calls(direct, assisted)


def recorded_row(
    key: RowKey, program: ProgramRecord, item: Item, direct: PathResult, assisted: PathResult
) -> ResultRow:
    """The row as a harness of its own would have written it: answers and counts, nothing about the sandbox."""
    return ResultRow(
        *key,
        program_sha256=program.sha256,
        correct_ans=item.correct_answer,
        solverLLM_baseline_ans=direct.answer,
        solverLLM_assisted_ans=assisted.answer,
        genLLM_ans=assisted.generator_answer,
        genLLM_difficulty=assisted.difficulty,
        origin=Origin.RECORDED.value,
        outcome=assisted.outcome,
        attempts=assisted.attempts,
        direct_calls=len(direct.calls),
        assisted_calls=len(assisted.calls),
        extraction_failed={"direct": direct.extraction_failed, "assisted": assisted.extraction_failed},
        error=assisted.error,
        value_literal=assisted.value_literal,
        contract_broken=assisted.contract_broken,
    )


def recorded_calls(direct: PathResult, assisted: PathResult) -> list[CallRow]:
    """The calls of a row, direct before assisted, without their latency."""
    return [replace(call, latency_s=None) for call in (*direct.calls, *assisted.calls)]


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


def configuration(contract: Contract) -> Mapping[str, Any]:
    """The content of ``config.json``."""
    return {
        "versions": {"cgr-audit": VERSION},
        "component": None,
        "limits": {},
        "seed": SEED,
        "solver_parameters": {name: {} for name in PROFILES},
        "prompts": {"direct": contract.direct.prompt},
        "attempts": {"max": contract.attempts.max, "retry_on": list(contract.attempts.retry_on)},
    }


def _write_manifest() -> None:
    """The manifest, with a sentence that says what the package is, and coverage as soon as there are rows."""
    path = DEMO / "manifest.json"
    write_manifest(DEMO, name=NAME, contract=CONTRACT, created=CREATED)
    package = open_package(DEMO)
    covered = coverage(package.items, package.results())
    write_manifest(DEMO, name=NAME, contract=CONTRACT, created=CREATED, coverage=covered)
    manifest = json.loads(path.read_text(encoding="utf-8"))
    write_document(path, {"name": manifest.pop("name"), "description": DESCRIPTION, **manifest})


if __name__ == "__main__":
    raise SystemExit(main())
