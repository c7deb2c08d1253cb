"""A package that was recorded here, ways to change what it says, and its verification."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.execution.provenance import ExecutedProvenance
from cgr_audit.execution.session import run_package
from cgr_audit.execution.verdict_checks import Digests
from cgr_audit.execution.verify.package import open_recording, verify_package
from cgr_audit.execution.verify.recorded import recorded_limits
from cgr_audit.execution.verify.verification import Verification
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import Solver
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.source.contract import load_contract

Record = dict[str, Any]


class Recorder:
    """Records packages, changes them, and verifies them."""

    def __init__(self, bench: Any, interpreter: Interpreter) -> None:
        self.bench = bench
        self.interpreter = interpreter
        self.folder: Path = bench.folder / "recorded"
        self.judgement: tuple[Record, ...] = ()
        """The verdicts that the recording was made with."""

    def record(
        self,
        programs: Mapping[str, bytes],
        solver: Solver | None = None,
        verdicts: Mapping[str, str] | None = None,
        *,
        limits: Limits | None = None,
        results: list[Record] | None = None,
        **changes: Any,
    ) -> Path:
        """Run a package of these programs; the folder of the recording."""
        source = self.bench.package(programs, results)
        run, judgement = self.bench.run(source, solver or SeededSolver(3), verdicts, **changes)
        self.judgement = judgement.verdicts
        bounds = limits or Limits()
        run = replace(run, settings=replace(run.settings, limits=bounds))
        sandbox = Sandbox(self.interpreter, bounds, load_contract("cgr"))
        provenance = ExecutedProvenance(run.package, sandbox.contract)
        run_package(run, judgement, sandbox, self.folder, provenance=provenance)
        return self.folder

    def change(self, name: str, change: Callable[[list[Record]], list[Record] | None]) -> None:
        """Change the records of a file in place, or by another list; the manifest no longer holds digests."""
        path = self.folder / name
        records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        changed = change(records)
        records = records if changed is None else changed
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        self.forget_digests()

    def configure(self, **changes: Any) -> None:
        """Change ``config.json``; what is null is taken out."""
        path = self.folder / "config.json"
        config = json.loads(path.read_text()) | changes
        path.write_text(json.dumps({name: value for name, value in config.items() if value is not None}))
        self.forget_digests()

    def remove(self, name: str) -> None:
        """Take a file out of the package, and out of its manifest."""
        (self.folder / name).unlink()
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text())
        manifest["counts"].pop(name.removesuffix(".jsonl"), None)
        path.write_text(json.dumps(manifest))
        self.forget_digests()

    def forget_digests(self) -> None:
        """Leave the digests out of the manifest."""
        path = self.folder / "manifest.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"sha256": {}}))

    def verify(self, *, digests: Digests | None = None, refused: frozenset[str] = frozenset()) -> Verification:
        """Verify the recording; today every program is judged as it was then, but for those refused today."""
        package = open_package(self.folder)
        contract = load_contract("cgr")
        sandbox = Sandbox(self.interpreter, replace(recorded_limits(package, contract), wall=100.0), contract)
        return verify_package(
            open_recording(package),
            sandbox,
            digests or self.bench.digests,
            self._verdicts(package, refused),
            provenance=ExecutedProvenance(package, contract),
        )

    def _verdicts(self, package: TracePackage, refused: frozenset[str]) -> list[Record]:
        kept = {record["program_id"]: record for record in self.judgement}
        return [
            self.bench.verdict(program, "refused")
            if program.item_id in refused
            else kept.get(program.program_id, self.bench.verdict(program, "approved"))
            for program in package.programs
        ]


@pytest.fixture
def recorder(bench: Any, interpreter: Interpreter) -> Recorder:
    return Recorder(bench, interpreter)
