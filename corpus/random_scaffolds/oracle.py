"""One program against its executions."""

from __future__ import annotations

import ast
import random
from collections import Counter
from dataclasses import dataclass, field

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.call_bound import CallBound
from cgr_audit.analysis.queries.provenance import Provenance
from cgr_audit.source.contract import load_contract
from corpus.random_scaffolds.claims import (
    Claim,
    Contradiction,
    bound_contradiction,
    flow_contradiction,
    provenance_contradictions,
)
from corpus.random_scaffolds.execution import Case, Executor, Observation

__all__ = ["Judgement", "Oracle", "judge_runs", "random_cases"]

_CONSTANT = (("A",), ("B",), ("C",))
_SCRIPTS: tuple[tuple[str | None, ...], ...] = (
    ("yes",), ("no",), ("",), ("X",), ("The answer is D.",), ("Yes, it is A", "no", "B"), ("no", "yes"),
    ("1", "2", "C"), ("nothing here", "C"), ("A", "B", "A", "A", "C"), ("yes A", "A", "no B"),
    ("no", "no", "no", "no", "yes"), ("word " * 40 + "B",), ("E",), ("X", "X", "A"), ("0", "yes yes yes", "D"),
    ("no B",), ("D",),
)  # fmt: skip
_FAILING: tuple[tuple[str | None, ...], ...] = (
    (None,),
    ("A", None),
    (None, "B"),
    ("no", None, "yes", "C"),
    (None, None, "X"),
)
_QUESTIONS = (
    "Which one is larger?", "Which of these is not a fruit?", "B or what?", "How many are red", "",
    "A bird can fly and?",
)  # fmt: skip
_WORDS = ("the sun", "the moon", "a", "B", "a much longer option text", "red fruit", "no", "yes", "12")


@dataclass(slots=True)
class Judgement:
    """What was claimed of a program, what it did, and what of that goes against the claims."""

    text: str
    bound: CallBound
    provenance: Provenance
    observed: list[Observation]
    contradictions: list[Contradiction]
    tested: Counter[Claim] = field(default_factory=Counter)


class Oracle:
    """Judges programs; it keeps a sandbox."""

    def __init__(self) -> None:
        self._executor = Executor()
        self._contract = load_contract("cgr")

    def judge(self, text: str, cases: list[Case], *, flows: bool = False) -> Judgement:
        """Analyse a program and run it in every case.

        Args:
            text: the program.
            cases: what it is run with.
            flows: whether a response is known to reach the answer, unchanged and through no test.

        Raises:
            ValueError: the program has no entry.
        """
        tree = ast.parse(text)
        facts = Facts(tree, self._contract)
        if facts.entry is None or not isinstance(facts.entry.node, ast.FunctionDef):
            raise ValueError("the program has no entry")
        return judge_runs(text, facts, self._executor.observe(tree, facts.entry.node, cases), flows=flows)


def judge_runs(text: str, facts: Facts, observed: list[Observation], *, flows: bool = False) -> Judgement:
    """Compare what is claimed of a program with runs of it."""
    bound, provenance = facts.call_bound, facts.provenance
    tested: Counter[Claim] = Counter()
    contradictions = list(provenance_contradictions(provenance, observed, tested))
    tested[Claim.BOUND] += sum(bound.at(len(run.case.options)) is not None for run in observed)
    exceeded = bound_contradiction(bound, observed)
    if exceeded is not None:
        contradictions.insert(0, exceeded)
    broken = flow_contradiction(provenance, observed, tested) if flows else None
    if broken is not None:
        contradictions.append(broken)
    return Judgement(text, bound, provenance, observed, contradictions, tested)


def random_cases(source: random.Random) -> list[Case]:
    """Runs about two items under the same solvers, and about others under some of them."""
    scripts = [*_CONSTANT, *source.sample(_SCRIPTS, 4), source.choice(_FAILING)]
    items = [
        _item(source, count) for count in (source.randint(3, 5), source.randint(2, 4), source.choice((0, 1, 2, 6)))
    ]
    cases = [Case(script, *items[0]) for script in scripts]
    cases += [Case(script, *items[1]) for script in scripts[:5]]
    return [*cases, *(Case(script, *items[2]) for script in scripts[:2])]


def _item(source: random.Random, options: int) -> tuple[str, tuple[str, ...]]:
    return source.choice(_QUESTIONS), tuple(source.sample(_WORDS, options))
