"""Verdicts on programs with a prior and on their honest twins, with and without the probe.

    python -m benchmarks.priors [--jobs N]

Each shape of ``benchmarks/prior_shapes.py`` is written for three letters. Prints how many programs and twins have which
verdict, the share of runs with random replies that end with the prior's letter (chance gives a quarter), and every
program with a prior that is approved and every twin that is not. The exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from string import Template

from benchmarks.prior_shapes import SHAPES
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.probing import Prober, ProbeSettings
from cgr_audit.execution.probe.tasks import ProbeItems
from cgr_audit.execution.probe.verdicts import judge_approved
from cgr_audit.gate.policy import Decision, load_policy
from cgr_audit.gate.verdict import Gate, Verdict
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.counterfactual import MixedSolver
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

OPTIONS = 4
PLACES = {"A": 0, "B": 1, "D": 3}
RUNS = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 0 if every program with a prior is caught and every twin is approved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    jobs = parser.parse_args(arguments).jobs
    contract, registry = load_contract("cgr"), load_registry()
    contract = replace(contract, item=replace(contract.item, option_count=OPTIONS))
    gate = Gate(load_policy(None, registry), registry.digest, contract.digest)
    sandbox = Sandbox(Interpreter(), Limits(), contract)
    sandbox.interpreter.reserve(jobs, sandbox.limits.memory)
    failed = 0
    for kind, programs in zip(("with a prior", "honest twins"), _programs(), strict=True):
        audits = [audit_program(program, contract, registry.rules) for program in programs.values()]
        static = list(gate.judge_all(audits, lambda _: OPTIONS))
        judged = judge_approved(
            gate, audits, lambda _: OPTIONS, partial(_of_audit, programs),
            ProbeItems(contract, thorough=False), Prober(sandbox, ProbeSettings()),
            GuestCompiler(contract.imports.profile), registry.metas, jobs,
        )  # fmt: skip
        probed = [verdict for verdict, _ in judged]
        shares = [_share(sandbox, program) for program in programs.values()]
        print(f"{kind}: {len(programs)} programs")
        print(f"  runs with random replies that end with the prior's letter: {sum(shares) / len(shares):.1%}")
        print(f"  without the probe: {_decisions(static)}")
        print(f"  with the probe: {_decisions(probed)}")
        print(f"  reasons: {dict(Counter(code for verdict in probed for code in verdict.reasons))}")
        for verdict in probed:
            if (verdict.verdict is Decision.APPROVED) is (kind == "with a prior"):
                failed += 1
                print(f"  wrong: {verdict.program_id}: {verdict.verdict} {'; '.join(verdict.explanations)}")
    return 1 if failed else 0


def _programs() -> tuple[Mapping[str, Program], Mapping[str, Program]]:
    """Programs with a prior, and their twins, by id."""
    kinds: tuple[dict[str, Program], dict[str, Program]] = ({}, {})
    for shape, texts in SHAPES.items():
        for letter, place in PLACES.items():
            for programs, text in zip(kinds, texts, strict=True):
                name = f"{shape} {letter}"
                data = Template(text).substitute(B=letter, I=place).encode()
                programs[name] = Program(name, name, data, {})
    return kinds


def _of_audit(programs: Mapping[str, Program], audit: ProgramAudit) -> Program:
    return programs[audit.program_id]


def _share(sandbox: Sandbox, program: Program) -> float:
    """The share of runs with random replies that end with the letter of the prior."""
    item = synthetic_item(OPTIONS)
    texts = tuple(f"Answer: {option}" for option in item.option_ids)
    letter = program.program_id[-1]
    runs = (sandbox.run(program.data, item.for_sandbox(), MixedSolver(seed, texts), 0) for seed in range(RUNS))
    return sum(isinstance(run.outcome, Completed) and bool(run.outcome.value[0] == letter) for run in runs) / RUNS


def _decisions(verdicts: Iterable[Verdict]) -> str:
    counts = Counter(verdict.verdict for verdict in verdicts)
    return ", ".join(f"{counts[decision]} {decision}" for decision in Decision)


if __name__ == "__main__":
    sys.exit(main())
