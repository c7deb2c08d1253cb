"""A package of scaffolds that is run in the real sandbox, and what is needed around it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.execution.plan import PackageRun, RunSettings, SolverChoice
from cgr_audit.execution.session import PackageVerdicts
from cgr_audit.execution.verdict_checks import Digests, check_verdicts
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Item, ProgramRecord, SolverEntry
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import Solver
from cgr_audit.source.contract import load_contract

OPTIONS = tuple({"id": letter, "text": f"option {letter}"} for letter in "ABC")
DIGESTS = Digests("sha256:" + "1" * 64, load_contract("cgr").digest, "sha256:" + "2" * 64)

ASKS_TWICE = b"""
def solve(question, options):
    first = extract_answer(llm_model(question, {}))
    second = extract_answer(llm_model("Really " + first + "? " + question, {"n": 1}))
    return second, "B", 4
"""


@pytest.fixture
def sandbox(interpreter: Interpreter) -> Sandbox:
    return Sandbox(interpreter, Limits(), load_contract("cgr"))


class Bench:
    """Writes a package of programs and makes runs of it."""

    digests = DIGESTS

    def __init__(self, folder: Path, interpreter: Interpreter) -> None:
        self.folder = folder
        self.interpreter = interpreter

    def package(self, programs: Mapping[str, bytes], results: list[dict[str, Any]] | None = None) -> Path:
        """One program per item; the item's id is the program's name, B is right."""
        folder = self.folder / "package"
        write_items(folder, [Item(name, "d", f"What is {name}?", OPTIONS, ("B",)) for name in programs])
        records = [
            (ProgramRecord(f"g/d/{name}.0.py", "d", name, "g", 0, hashlib.sha256(source).hexdigest()), source)
            for name, source in programs.items()
        ]
        write_programs(folder, records)
        write_solvers(folder, {"s": SolverEntry(registered=True)})
        if results is not None:
            write_lines(folder / "results.jsonl", results)
        write_manifest(folder, name="bench", contract="cgr", created="2026-01-01")
        return folder

    def run(
        self, folder: Path, solver: Solver, verdicts: Mapping[str, str] | None = None, **changes: Any
    ) -> tuple[PackageRun, PackageVerdicts]:
        package = open_package(folder)
        records = [
            self.verdict(program, (verdicts or {}).get(program.item_id, "approved")) for program in package.programs
        ]
        judged = check_verdicts(records, package, DIGESTS, "verdicts.jsonl")
        choice = SolverChoice("test", solver, "test", is_replay=changes.pop("is_replay", False))
        settings = RunSettings(load_contract("cgr"), DIGESTS, Limits(), self.interpreter.digest, **changes)
        return PackageRun(package, judged, (choice,), settings), PackageVerdicts(tuple(records))

    @staticmethod
    def verdict(program: ProgramRecord, verdict: str) -> dict[str, Any]:
        return {
            "program_id": program.program_id,
            "sha256": program.sha256,
            "verdict": verdict,
            "reasons": [] if verdict == "approved" else ["CGR201"],
            "rules": DIGESTS.rules,
            "contract": DIGESTS.contract,
            "policy": DIGESTS.policy,
            "option_count": 3,
        }


@pytest.fixture
def bench(tmp_path: Path, interpreter: Interpreter) -> Bench:
    return Bench(tmp_path, interpreter)


@pytest.fixture
def asks_twice() -> bytes:
    return ASKS_TWICE
