"""A program that contradicts what is claimed of it, made small, with what it was run with."""

from __future__ import annotations

import random
from collections.abc import Sequence

from corpus.random_scaffolds.campaign import numbered_scaffold
from corpus.random_scaffolds.claims import Claim, Contradiction
from corpus.random_scaffolds.execution import Case
from corpus.random_scaffolds.oracle import Oracle, random_cases
from corpus.random_scaffolds.shrinking import shrink

__all__ = ["describe_failure", "smallest"]


def describe_failure(name: str) -> str:
    """The first contradiction of a numbered program as a commented program; says so where there is none."""
    oracle, scaffold = Oracle(), numbered_scaffold(name)
    cases = random_cases(random.Random(f"cases {name}"))
    judgement = oracle.judge(scaffold.text, cases, flows=scaffold.flows)
    if not judgement.contradictions:
        return f"# nothing contradicts what is claimed of {name}\n{scaffold.text}"
    text, found = smallest(oracle, scaffold.text, judgement.contradictions[0], flows=scaffold.flows)
    return f"# {name}: {found.kind}\n# {found.claim}\n{_observed(found)}\n{text}"


def smallest(oracle: Oracle, text: str, found: Contradiction, *, flows: bool = False) -> tuple[str, Contradiction]:
    """The smallest program found that is contradicted in the same way by the same cases, and how it is."""
    cases = [run.case for run in found.observed]

    def again(smaller: str) -> Contradiction | None:
        return _same(oracle, smaller, cases, found.kind, flows=flows)

    small = shrink(text, lambda smaller: again(smaller) is not None)
    return small, again(small) or found


def _same(oracle: Oracle, text: str, cases: Sequence[Case], kind: Claim, *, flows: bool) -> Contradiction | None:
    try:
        judgement = oracle.judge(text, list(cases), flows=flows)
    except ValueError:
        return None
    return next((one for one in judgement.contradictions if one.kind == kind), None)


def _observed(found: Contradiction) -> str:
    return "\n".join(
        f"# under {list(run.case.script)}, about {run.case.question!r} with {list(run.case.options)}: "
        f"{run.calls} calls, {run.ended}, {run.channels} in line {run.line}"
        for run in found.observed
    )
