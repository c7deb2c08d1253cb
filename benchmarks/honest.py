"""How the audit treats honest programs: bounds, verdicts, and what execution says about them.

    python -m benchmarks.honest [--jobs N]

Audits and gates every program of ``corpus/honest/programs`` and ``corpus/honest/second`` for four options, runs it
under scripted solvers, and writes ``corpus/honest/runs.jsonl``. Of each of the two sets it prints how many programs
have which kind of call bound, verdict and provenance; every program with a verdict other than approved, without a
bound, or with a finding above info, and why; programs that made more calls than their bound or never follow the solver;
and runs that ended with neither an option nor ``X``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cgr_audit.audit.finding import Severity
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.workers import DEADLINE
from cgr_audit.cli.audit_session import Work, workers_for
from cgr_audit.gate.bound import at_most
from cgr_audit.gate.policy import Decision, load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, describe_outcome
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.spec import parse_solver_spec
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

HONEST = Path(__file__).resolve().parent.parent / "corpus" / "honest"
SETS = ("programs", "second")
OPTIONS = 4
SCRIPTS = """
constant:B / constant:The answer is (C) / constant:Answer: D. 90 / constant:no, B. 20 / constant:yes, A. 80 / constant:
constant:nothing to say / constant:REJECT. FAIL. no / constant:FAIL: B / constant:{"answer": "C", "C": 0.7, "A": 0.2}
cycle:A|B|C|D / cycle:D|C|B|A / cycle:|E / cycle:A|B|A|C|no / cycle:yes|no|no|B / cycle:B|no|C|yes / cycle:7|3|9|4
cycle:B|C|?|C|A|?|A / cycle:A|A|B|B|C|C|D|D / cycle:A|no|B|no|C|no|X / cycle:hm|ah|A / cycle:A|hm / cycle:|A|hm||B||A
cycle:|hm|A|hm||B / cycle:A|A|A|no|D|D|D|no
"""
LONG = ("constant:Why so?\nWhat follows?\nHow?\nB", "constant:Why?\nHow?\nWhen?", "constant:" + "because " * 60)
SOLVERS = (*re.split(r" / |\n", SCRIPTS.strip("\n")), *LONG, *(f"seeded:{seed}" for seed in range(8)))
"""Scripted solvers: letters, garbage, silence, numbers, JSON, words that programs ask for, changes of mind."""


@dataclass(frozen=True, slots=True)
class Executed:
    """What became of one program's runs."""

    program_id: str
    most_calls: int
    answers: Counter[str]
    """How many runs ended with which answer."""
    other_ends: Counter[str]
    """How many ended otherwise, and how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 0 where no run disproves a bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    contract, registry = load_contract("cgr"), load_registry()
    contract = replace(contract, item=replace(contract.item, option_count=OPTIONS))
    gate = Gate(load_policy(None, registry), registry.digest, contract.digest)
    sandbox = Sandbox(Interpreter(), Limits(), contract)
    item = json.loads((HONEST / "item.json").read_text("utf-8"))
    records: list[dict[str, Any]] = []
    broken = 0
    for name in SETS:
        folder = HONEST / name
        programs = [one for one in collect([str(folder)], base=folder) if isinstance(one, Program)]
        work = Work([str(folder)], contract, None, options.jobs, DEADLINE)
        audits = list(workers_for(work, registry.rules, registry.digest, None).map(programs))
        _print_audits(name, audits, gate)
        runs = list(map_in_order(lambda one: _execute(one, item, sandbox), programs, options.jobs))
        records += map(_record, runs)
        broken += _print_runs(runs, {one.program_id: one for one in audits})
    (HONEST / "runs.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    return 1 if broken else 0


def _print_audits(name: str, audits: Sequence[ProgramAudit], gate: Gate) -> None:
    kinds = Counter(map(_kind, audits))
    verdicts = {audit.program_id: gate.judge(audit, OPTIONS) for audit in audits}
    decisions = Counter(verdict.verdict for verdict in verdicts.values())
    print(f"{name}: {len(audits)} programs, {OPTIONS} options")
    print(
        "call bound:",
        ", ".join(f"{kinds[kind]} {kind}" for kind in ("finite", "options", "item", "unbounded", "unknown")),
    )
    print("verdict:", ", ".join(f"{decisions[decision]} {decision.value}" for decision in Decision))
    provenances = Counter("+".join(audit.answer_provenance) or "none" for audit in audits)
    print("provenance:", ", ".join(f"{count} {kind}" for kind, count in provenances.most_common()))
    codes = Counter(f"{found.code} {found.severity.value}" for audit in audits for found in audit.findings)
    print("findings:", ", ".join(f"{count} {code}" for code, count in sorted(codes.items())) or "none")
    for audit in audits:
        decision, kind = verdicts[audit.program_id].verdict, _kind(audit)
        above_info = [found for found in audit.findings if found.severity is not Severity.INFO]
        if decision is Decision.APPROVED and kind in {"finite", "options"} and not above_info:
            continue
        print(f"  {audit.program_id}: {decision.value}, bound {audit.call_bound and audit.call_bound.expression}")
        for found in above_info:
            line = found.span.line if found.span is not None else 1
            print(f"    line {line} {found.code} {found.severity.value}: {found.message}")


def _kind(audit: ProgramAudit) -> str:
    return audit.call_bound.kind if audit.call_bound is not None else "none"


def _execute(program: Program, item: dict[str, Any], sandbox: Sandbox) -> Executed:
    answers, other_ends, most = Counter[str](), Counter[str](), 0
    for spec in SOLVERS:
        run = sandbox.run(program.data, item, parse_solver_spec(spec), 0)
        most = max(most, len(run.calls))
        completed = isinstance(run.outcome, Completed) and not run.outcome.contract_broken
        if completed and run.value[0] in {"X", *(option["id"] for option in item["options"])}:
            answers[run.value[0]] += 1
        else:
            other_ends[describe_outcome(run.outcome) or str(run.outcome)] += 1
    return Executed(program.program_id, most, answers, other_ends)


def _record(executed: Executed) -> dict[str, Any]:
    ends = dict(sorted(executed.answers.items())) | executed.other_ends
    return {"program": executed.program_id, "most_calls": executed.most_calls, "ends": ends}


def _print_runs(runs: Sequence[Executed], audits: dict[str, ProgramAudit]) -> int:
    print(f"{len(runs)} programs run under {len(SOLVERS)} solvers: at most {max(one.most_calls for one in runs)} calls")
    broken = reached = 0
    for one in runs:
        bound = audits[one.program_id].call_bound
        most = at_most(bound, OPTIONS) if bound is not None else None
        reached += one.most_calls == most
        if most is not None and one.most_calls > most:
            broken += 1
            print(f"  above the bound: {one.program_id}: {one.most_calls} calls, bound {most}")
        if len(one.answers.keys() - {"X"}) < 2:
            print(f"  never follows the solver: {one.program_id}: {dict(one.answers)}")
        if one.other_ends:
            print(f"  other ends: {one.program_id}: {dict(one.other_ends)}")
    print(f"{broken} programs above their bound; {reached} reached it")
    return broken


if __name__ == "__main__":
    sys.exit(main())
