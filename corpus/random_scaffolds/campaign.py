"""Many random programs judged, and what that came to."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from corpus.random_scaffolds.claims import Claim
from corpus.random_scaffolds.execution import CALL_CAP
from corpus.random_scaffolds.oracle import Judgement, Oracle, random_cases
from corpus.random_scaffolds.program import Scaffold, write_scaffold
from corpus.random_scaffolds.pure_flow import write_pure_flow

__all__ = ["Failure", "Tally", "judge_many", "judge_one", "numbered_scaffold"]

_EVERY_FLOW = 10
"""One program in so many only lets a response flow."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A program that contradicts what was claimed of it."""

    name: str
    kind: Claim
    claim: str


@dataclass(slots=True)
class Tally:
    """What judging many programs came to. Two of them add up."""

    programs: int = 0
    lines: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    """By how they ended; all of a kind of exception as ``raised``."""
    bounds: Counter[str] = field(default_factory=Counter)
    """Programs by the kind of their bound."""
    reached: Counter[str] = field(default_factory=Counter)
    """Programs by the kind of their bound, where some run made as many calls as it allows, or as any run may."""
    sources: Counter[str] = field(default_factory=Counter)
    """Programs by the provenance of their answers."""
    tested: Counter[Claim] = field(default_factory=Counter)
    """Comparisons of a claim with a run, or with two, by kind."""
    productions: Counter[str] = field(default_factory=Counter)
    """Programs that a production was used in."""
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what other programs came to."""
        self.programs += other.programs
        self.lines += other.lines
        for name in ("runs", "bounds", "reached", "sources", "tested", "productions"):
            getattr(self, name).update(getattr(other, name))
        self.failures += other.failures

    def count(self, name: str, scaffold: Scaffold, judgement: Judgement) -> None:
        """Take in one program."""
        self.programs += 1
        self.lines += scaffold.text.count("\n")
        self.runs.update(_ending(run.ended) for run in judgement.observed)
        kind = str(judgement.bound.kind)
        self.bounds[kind] += 1
        self.reached[kind] += any(
            run.calls == (CALL_CAP if (limit := judgement.bound.at(len(run.case.options))) is None else limit)
            for run in judgement.observed
        )
        self.sources["+".join(judgement.provenance.answer) or "nothing returned"] += 1
        self.tested.update(judgement.tested)
        self.productions.update(set(scaffold.productions))
        found = {one.kind: Failure(name, one.kind, one.claim) for one in reversed(judgement.contradictions)}
        self.failures += found.values()


def judge_many(seed: str, first: int, count: int) -> Tally:
    """Judge the programs with these numbers, in a sandbox of their own."""
    oracle, tally = Oracle(), Tally()
    for number in range(first, first + count):
        name = f"{seed}.{number}"
        scaffold, judgement = judge_one(oracle, name)
        tally.count(name, scaffold, judgement)
    return tally


def judge_one(oracle: Oracle, name: str) -> tuple[Scaffold, Judgement]:
    """Judge the program of a name under the cases of that name."""
    scaffold = numbered_scaffold(name)
    return scaffold, oracle.judge(scaffold.text, random_cases(random.Random(f"cases {name}")), flows=scaffold.flows)


def numbered_scaffold(name: str) -> Scaffold:
    """The random program of a name such as ``0.17``."""
    source = random.Random(name)
    return write_pure_flow(source) if source.randrange(_EVERY_FLOW) == 0 else write_scaffold(source)


def _ending(ended: str) -> str:
    return ended if ended in ("completed", "stopped") else "raised"
