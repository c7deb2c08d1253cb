"""Audit 10,088 Program-of-Thoughts scripts, then gate, run and join those about tables with choices.

    python -m benchmarks.pot [--data FOLDER] [--jobs N] [--out FOLDER]
    python -m benchmarks.pot --science 1000 [--seed N] [--data FOLDER] [--jobs N]

The executed answers stand beside the predictions that were published with the programs; every row in which the two
differ is counted under what explains it. Without ``--out`` the packages are written to a temporary folder.

With ``--science`` it runs that many programs that use sympy instead; ``benchmarks/pot_science.py`` says how their
answers are compared.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.pot_science import run_science
from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.join_files import write_join
from cgr_audit.accuracy.tables import headline_table
from cgr_audit.audit.collection_audit import audit_all
from cgr_audit.audit.registry import Registry, load_registry
from cgr_audit.audit.report import Audit
from cgr_audit.audit.workers import Assignment, GuestCheck, ProcessWorkers
from cgr_audit.execution.package_verdicts import judge_package
from cgr_audit.execution.plan import PackageRun, RunSettings
from cgr_audit.execution.session import run_package
from cgr_audit.execution.solver_choice import choose_solver
from cgr_audit.execution.verdict_checks import Digests, check_verdicts
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Item, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.tables.markdown import markdown

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
GENERATOR = "pot"
NO_SOLVER = "none"
"""These programs query no solver; their rows need a name nevertheless."""


def main() -> int:
    """Print counts by code, accuracy of executed and published answers, and what explains each difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--science", type=int, metavar="N", help="run at least N programs that use sympy instead")
    parser.add_argument("--seed", type=int, default=0, help="which questions are drawn with --science")
    options = parser.parse_args()
    path = options.data / "pot" / "programs.jsonl"
    if not path.is_file():
        print(f"{path}: no such file; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    contract, registry = load_contract("pot"), load_registry()
    if options.science is not None:
        run_science(path, contract, registry, least=options.science, seed=options.seed, jobs=options.jobs)
        return 0
    complete = audit_rows(path, contract, registry, options.jobs)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.out or Path(temporary)
        write_package(folder / "package", [row for row in rows if row["dataset"] == "tabmwp_mcq"])
        run_and_compare(folder, contract, registry, options.jobs)
    return 0 if complete else 4


def audit_rows(path: Path, contract: Contract, registry: Registry, jobs: int) -> bool:
    """Audit every row and print what was found; whether nothing was left out."""
    started = time.perf_counter()
    with Audit(contract, registry.rules, registry.digest) as audit:
        audit_all(collect([str(path)]), workers(contract, registry, jobs), audit)
        seconds = time.perf_counter() - started
        summary = audit.summary
        statuses = ", ".join(f"{count} {status.value}" for status, count in sorted(summary.by_status.items()))
        print(f"{summary.programs} rows audited in {seconds:.1f} s ({jobs} jobs): {statuses}; ", end="")
        print(f"{len(audit.unreadable)} unreadable, {summary.rule_failures} crashes of rules")
        for code, count in sorted(summary.by_code.items()):
            print(f"  {code} {registry.find(code).meta.slug}: {count}")
        return audit.is_complete


def workers(contract: Contract, registry: Registry, jobs: int) -> ProcessWorkers:
    """Children that audit with every rule."""
    guest = GuestCheck(functools.partial(GuestCompiler, contract.imports.profile))
    return ProcessWorkers(Assignment(contract, tuple(rule.meta.code for rule in registry.rules), None, guest), jobs)


def write_package(folder: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Make a trace package of rows: options are their own ids, and the published prediction is the recorded answer."""
    items, programs, results = [], [], []
    for row in rows:
        item = Item(
            item_id=row["id"],
            dataset=row["dataset"],
            question=row["question"],
            options=tuple({"id": option, "text": option} for option in row["options"]),
            correct_ids=(row["gold"],),
            source="TIGER-AI-Lab/Program-of-Thoughts",
            licence="MIT",
        )
        data = row["source"].encode()
        program = ProgramRecord(
            program_id=f"{GENERATOR}/{row['dataset']}/{quote(row['id'], safe='')}.0.py",
            dataset=row["dataset"],
            item_id=row["id"],
            generator=GENERATOR,
            sample=0,
            sha256=hashlib.sha256(data).hexdigest(),
        )
        predicted = answer_text(row["predicted"])
        key = program.row_key(NO_SOLVER)
        items.append(item)
        programs.append((program, data))
        results.append(ResultRow(*key, program_sha256=program.sha256, solverLLM_assisted_ans=predicted))
    write_items(folder, items)
    write_programs(folder, programs)
    write_solvers(folder, {NO_SOLVER: SolverEntry(registered=True)})
    write_lines(folder / "results.jsonl", map(to_record, results))
    write_manifest(folder, name="tabmwp_mcq", contract="pot", created=None)


def answer_text(value: object) -> str | None:
    """A published prediction as result rows write answers: text as it is, any other value as its Python literal."""
    if isinstance(value, str):
        return value or None
    return None if value is None else repr(value)


def run_and_compare(folder: Path, contract: Contract, registry: Registry, jobs: int) -> None:
    """Gate, run and join the package, and print executed answers beside published ones."""
    package = open_package(folder / "package")
    policy = load_policy(None, registry)
    with Audit(contract, registry.rules, registry.digest) as audit:
        gate = Gate(policy, registry.digest, contract.digest)
        judgement = judge_package(package, audit, workers(contract, registry, jobs), gate)
    digests = Digests(registry.digest, contract.digest, policy.digest)
    sandbox = Sandbox(Interpreter(contract.imports.profile), Limits(), contract)
    settings = RunSettings(
        contract, digests, sandbox.limits, sandbox.interpreter.digest, include=frozenset({"approved", "observe"})
    )
    judged = check_verdicts(judgement.verdicts, package, digests, "today's verdicts")
    choice = choose_solver(f"replay:{package.folder}", contract)
    started = time.perf_counter()
    outcome = run_package(
        PackageRun(package, judged, (choice,), settings), judgement, sandbox, folder / "run", jobs=jobs
    )
    seconds = time.perf_counter() - started
    joined = join_package(open_package(folder / "run"), contract)
    write_join(joined, folder / "run")
    print(f"\n{len(outcome.rows)} tabmwp_mcq rows in {seconds:.1f} s: {_counts(row.outcome for row in outcome.rows)}")
    print(f"verdicts: {_counts(row.verdict for row in outcome.rows)}\n")
    print(markdown(headline_table(joined.summary)))
    compare(outcome.rows)


def compare(rows: Iterable[ResultRow]) -> None:
    """Print the accuracy of executed and published answers, and how many rows differ by what explains it."""
    rows = list(rows)
    for name, field in (("executed", "solverLLM_assisted_ans"), ("published", "recorded_assisted_ans")):
        right = sum(getattr(row, field) == row.correct_ans for row in rows)
        print(f"{name} answers: {right} of {len(rows)} right, {100 * right / len(rows):.2f} %")
    differing = [row for row in rows if row.solverLLM_assisted_ans != row.recorded_assisted_ans]
    neither = [row for row in rows if row.solverLLM_assisted_ans is None and row.recorded_assisted_ans is None]
    same = len(rows) - len(differing) - len(neither)
    print(f"{same} rows with the same answer, {len(neither)} with none here and there, {len(differing)} that differ")
    for title, some in (("none here and there", neither), ("differ", differing)):
        for reason, count in Counter(map(explanation, some)).most_common():
            print(f"  {title}: {count:5} {reason}")
    for row in differing[:10]:
        print(f"  e.g. {row.item_id}: executed {row.solverLLM_assisted_ans!r}, published {row.recorded_assisted_ans!r}")


def explanation(row: ResultRow) -> str:
    """What explains that the executed answer is none, or not the published one."""
    if row.outcome == "refused":
        return f"not executed: {(row.error or '').split(' in line')[0].split(';')[0]}"
    if row.outcome != "completed":
        return f"{row.outcome}: {(row.error or '').rpartition('line ')[2].partition(': ')[2].partition(':')[0]}"
    if row.recorded_assisted_ans is None:
        return "executed here, but no prediction was published"
    if row.solverLLM_assisted_ans is None:
        return "the program leaves no answer here"
    return "another value"


def _counts(values: Iterable[str | None]) -> str:
    return ", ".join(f"{count} {value}" for value, count in sorted(Counter(map(str, values)).items()))


if __name__ == "__main__":
    sys.exit(main())
