"""Compare what the analysis claims of the adversarial programs with what they do in the sandbox.

    python -m benchmarks.adversarial [--jobs N] [--list] [--record] [NAME ...]

A name is a class, a program such as ``containers/counter_add``, or the beginning of one. The exit code is 1 if any run
contradicts a claim. With ``--list`` every program has a line: its bound, the most calls that a run made with five
options, the provenance of its answer.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter

from benchmarks.random_programs import shares
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.workers import Assignment, ProcessWorkers
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program
from corpus.adversarial.suite import CASES, AdversarialProgram, adversarial_programs, write_recording
from corpus.random_scaffolds.claims import Claim, Contradiction
from corpus.random_scaffolds.execution import Observation
from corpus.random_scaffolds.oracle import Judgement, Oracle

MOST_OPTIONS = max(len(case.options) for case in CASES)


def main() -> int:
    """Print every figure on a line of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chosen", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="print a line for every program")
    parser.add_argument("--record", action="store_true", help="record the runs, for the tests")
    options = parser.parse_args()
    if options.record and options.chosen:
        parser.error("--record takes all programs; leave the names out")
    programs = adversarial_programs(tuple(options.chosen) or ("",))
    if not programs:
        parser.error(f"no adversarial program has a name that begins with {' or '.join(options.chosen)}")
    oracle = Oracle()
    judgements = {one.name: oracle.judge(one.text, CASES) for one in programs}
    if options.record:
        write_recording({one: judgements[one.name].observed for one in programs})
    if options.list:
        for name, judgement in judgements.items():
            print(f"{name}: {described(judgement)}")
    show(judgements)
    show_verdicts(programs, options.jobs)
    return 1 if any(judgement.contradictions for judgement in judgements.values()) else 0


def most_calls(judgement: Judgement) -> int:
    """The most calls that any run made with the most options."""
    return max((run.calls for run in judgement.observed if len(run.case.options) == MOST_OPTIONS), default=0)


def is_exact(judgement: Judgement) -> bool:
    """Whether some run made as many calls as the bound allows."""
    return most_calls(judgement) == judgement.bound.at(MOST_OPTIONS)


def described(judgement: Judgement) -> str:
    """The claims about one program, and what it did."""
    answer = "+".join(judgement.provenance.answer) or "nothing"
    return f"bound {judgement.bound.expression}, {most_calls(judgement)} calls, answer from {answer}"


def described_run(run: Observation) -> str:
    """What one run was about, and what it did."""
    script = f"{list(run.case.script)!r:.60}"
    return f"{len(run.case.options)} options under {script}: {run.calls} calls, {run.ended}, {run.channels}"


def by_kind(judgement: Judgement) -> dict[Claim, Contradiction]:
    """The first contradiction of each kind."""
    return {one.kind: one for one in reversed(judgement.contradictions)}


def show(judgements: dict[str, Judgement]) -> None:
    """Print what the programs came to, and every contradiction."""
    found = {name: by_kind(judgement) for name, judgement in judgements.items() if judgement.contradictions}
    for name, contradictions in found.items():
        for one in contradictions.values():
            print(f"CONTRADICTED {name}: {one.claim} ({one.kind}): {'; '.join(map(described_run, one.observed))}")
    runs = sum(len(judgement.observed) for judgement in judgements.values())
    print(f"{len(judgements)} programs, {runs} runs")
    print(f"bounds: {shares(Counter(str(one.bound.kind) for one in judgements.values()))}")
    bounded = [one for one in judgements.values() if one.bound.at(MOST_OPTIONS) is not None]
    print(f"bounds that some run reached: {sum(map(is_exact, bounded))} of {len(bounded)}")
    print(f"answers from: {shares(Counter('+'.join(one.provenance.answer) for one in judgements.values()))}")
    for claim in Claim:
        print(f"programs that contradict that {claim}: {sum(claim in kinds for kinds in found.values())}")
    print(f"UNSOUND: {len(found)}")


def show_verdicts(programs: list[AdversarialProgram], jobs: int) -> None:
    """Print how many programs the gate approves, observes and refuses, by the default policy."""
    registry, contract = load_registry(), load_contract("cgr")
    gate = Gate(load_policy(None, registry), registry.digest, contract.digest)
    workers = ProcessWorkers(Assignment(contract, tuple(rule.meta.code for rule in registry.rules)), jobs=jobs)
    audits = workers.map([Program(one.name, one.name, one.text.encode()) for one in programs])
    print(f"verdicts: {shares(Counter(str(gate.judge(audit).verdict) for audit in audits))}")


if __name__ == "__main__":
    sys.exit(main())
