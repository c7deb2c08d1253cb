"""Whether controls at matched budget tell a gain of code from a gain of calls, where the truth is known.

    python -m benchmarks.controls [--replications 200] [--items 40] [--right 0.6] [--calls 5]

The simulated solver is right with one probability in every call, independently of all others, whatever it is asked,
and otherwise names one of the wrong options. So a program that asks it N times and takes the majority is worth exactly
as much as self-consistency with N calls, and a program that returns a literal is not. Each replication is a run of its
own: the programs in the sandbox, self-consistency after them with as many calls as each program made. What is printed
is the mean of assisted minus control, and how often its interval (Newcombe's, for proportions paired by row) contains
what is true: nothing for the voting program; for the literal, which is right for an item in four, a quarter less what
one call is worth.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from cgr_audit.accuracy.intervals.pair_gains import METHOD, paired_score_interval
from cgr_audit.execution.controls import parse_control
from cgr_audit.execution.plan import PackageRun, RunSettings, SolverChoice
from cgr_audit.execution.session import PackageVerdicts, run_package
from cgr_audit.execution.verdict_checks import CheckedVerdict, Digests
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import Item, ProgramRecord, RowKey
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.source.contract import load_contract

LEVEL = 0.95
LETTERS = "ABCD"
DIGEST = "sha256:" + "0" * 64
LITERAL = b'def solve(question):\n    return "A", None, 3\n'
VOTING = """
def solve(question, options, exp_config):
    votes = [extract_answer(llm_model(question, exp_config)) for number in range({calls})]
    return max(votes, key=votes.count), None, 3
"""


@dataclass(frozen=True)
class SimulatedSolver:
    """Right with one probability, independently in every call."""

    right: float
    gold: Mapping[str, str]
    replication: int

    def __call__(self, request: SolverRequest) -> str:
        """The right letter, or one of the others, all as likely."""
        origin = request.origin
        facts = (self.replication, *origin.key, str(origin.channel), origin.attempt, request.call_index)
        drawn = hashlib.sha256(repr(facts).encode()).digest()
        gold = self.gold[origin.key.item_id]
        if int.from_bytes(drawn[:7], "big") < self.right * 2**56:
            return gold
        return [letter for letter in LETTERS if letter != gold][int.from_bytes(drawn[8:12], "big") % (len(LETTERS) - 1)]


def main() -> int:
    """Run all replications and print a line for each program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replications", type=int, default=200)
    parser.add_argument("--items", type=int, default=40)
    parser.add_argument("--right", type=float, default=0.6, help="how likely a call is right")
    parser.add_argument("--calls", type=int, default=5, help="how many the voting program makes")
    options = parser.parse_args()
    started = time.perf_counter()
    contract = load_contract("cgr")
    sandbox = Sandbox(Interpreter(contract.imports.profile), Limits(calls=contract.solver.cap), contract)
    with tempfile.TemporaryDirectory() as folder:
        package = write_package(Path(folder) / "package", options.items, options.calls)
        runs = [
            replication(package, sandbox, options.right, number, Path(folder) / f"run{number}")
            for number in range(options.replications)
        ]
    for line in table(runs, {"voting": 0.0, "literal": 1 / len(LETTERS) - options.right}):
        print(line)
    print(f"{options.replications} replications of {options.items} items, {time.perf_counter() - started:.0f} s")
    print(f"intervals: {METHOD}, {100 * LEVEL:g} %")
    return 0


def write_package(folder: Path, items: int, calls: int) -> TracePackage:
    """Items whose right answers take turns, with a program that votes and one that returns a literal for each."""
    options = tuple({"id": letter, "text": f"option {letter}"} for letter in LETTERS)
    sources = {"voting": VOTING.format(calls=calls).encode(), "literal": LITERAL}
    asked = [Item(f"{number:04}", "d", f"{number}?", options, (LETTERS[number % 4],)) for number in range(items)]
    programs = [(record(item, name, data), data) for item in asked for name, data in sources.items()]
    write_items(folder, asked)
    write_programs(folder, programs)
    write_solvers(folder, {})
    write_manifest(folder, name="controls", contract="cgr", created=None)
    return open_package(folder)


def record(item: Item, name: str, data: bytes) -> ProgramRecord:
    """The record of a program that a generator of this name wrote for an item."""
    program_id, digest = f"{name}/d/{item.item_id}.0.py", hashlib.sha256(data).hexdigest()
    return ProgramRecord(program_id, "d", item.item_id, name, 0, digest)


def replication(
    package: TracePackage, sandbox: Sandbox, right: float, number: int, out: Path
) -> Mapping[str, Sequence[tuple[bool, bool]]]:
    """For each program whether its answer and that of its control are right, by item."""
    gold = {item.item_id: item.correct_ids[0] for item in package.items.values()}
    choice = SolverChoice("simulated", SimulatedSolver(right, gold, number), str(number), is_replay=False)
    settings = RunSettings(
        sandbox.contract,
        Digests(DIGEST, sandbox.contract.digest, DIGEST),
        sandbox.limits,
        sandbox.interpreter.digest,
        controls=(parse_control("self-consistency"),),
    )
    judged = {program.program_id: CheckedVerdict(program.program_id, "approved", ()) for program in package.programs}
    outcome = run_package(PackageRun(package, judged, (choice,), settings), PackageVerdicts(()), sandbox, out, jobs=2)
    controls: dict[RowKey, Any] = {
        RowKey(*row.key[:3], row.generator or "", row.sample or 0): row.right for row in open_package(out).controls()
    }
    found: dict[str, list[tuple[bool, bool]]] = {}
    for row in outcome.rows:
        is_right = row.solverLLM_assisted_ans == gold[row.item_id]
        found.setdefault(row.generator, []).append((is_right, controls[row.key]))
    return found


def table(runs: Sequence[Mapping[str, Sequence[tuple[bool, bool]]]], truths: Mapping[str, float]) -> Sequence[str]:
    """A line for each program: accuracies, the difference, and how often its interval holds the truth and nothing."""
    lines = ["| program | assisted % | control % | difference | true | interval holds the truth | interval holds 0 |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for name, truth in truths.items():
        pairs = np.array([run[name] for run in runs], dtype=bool)
        assisted, control = pairs[..., 0], pairs[..., 1]
        cells = [assisted & control, assisted & ~control, ~assisted & control, ~assisted & ~control]
        both, assisted_only, direct_only, neither = (cell.sum(axis=1).astype(float) for cell in cells)
        low, high = paired_score_interval(both, assisted_only, direct_only, neither, LEVEL)
        difference = 100 * (assisted.mean() - control.mean())
        held = [share((low <= value) & (value <= high)) for value in (truth, 0.0)]
        lines.append(
            f"| {name} | {100 * assisted.mean():.1f} | {100 * control.mean():.1f} | {difference:+.1f} | "
            f"{100 * truth:+.1f} | {held[0]} | {held[1]} |"
        )
    return lines


def share(held: np.ndarray[Any, np.dtype[np.bool_]]) -> str:
    """A share of replications with its standard error."""
    part = fmean(held.tolist())
    return f"{100 * part:.1f} ± {100 * math.sqrt(part * (1 - part) / len(held)):.1f} %"


if __name__ == "__main__":
    sys.exit(main())
