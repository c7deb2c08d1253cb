"""Running the suite on a back end, and what came of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cgr_audit.sandbox.conformance.back_end import BackEnd
from cgr_audit.sandbox.conformance.case import Case, fault_of
from cgr_audit.sandbox.outcome import Completed, Outcome, Run
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.sandbox.values import value_text

__all__ = ["ITEM", "Report", "Verdict", "differences", "run_case", "run_suite"]

ITEM: Mapping[str, Any] = MappingProxyType({
    "item_id": "conformance-1",
    "dataset": "conformance",
    "question": "Which one is larger?",
    "options": [{"id": "A", "text": "the sun"}, {"id": "B", "text": "the moon"}],
    "correct_ids": ["A"],
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """One case on one back end."""

    case: Case
    run: Run
    fault: str | None
    """How it differs from what the case expects."""


@dataclass(frozen=True, slots=True)
class Report:
    """All cases on one back end, in the order of the suite."""

    verdicts: tuple[Verdict, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """One line for each case that ended otherwise than it has to."""
        return tuple(f"{verdict.case}: {verdict.fault}" for verdict in self.verdicts if verdict.fault is not None)

    def by_group(self) -> dict[str, tuple[int, int]]:
        """Group to how many of its cases hold, and how many there are."""
        counts: dict[str, tuple[int, int]] = {}
        for verdict in self.verdicts:
            held, total = counts.get(verdict.case.group, (0, 0))
            counts[verdict.case.group] = (held + (verdict.fault is None), total + 1)
        return counts


def run_suite(back_end: BackEnd, cases: Sequence[Case], *, jobs: int = 1, shuffled_by: int | None = None) -> Report:
    """Run every case and say how each ended.

    Args:
        back_end: what runs them.
        cases: the suite.
        jobs: how many are in flight.
        shuffled_by: seed of another order than the suite's; the report is in the suite's all the same.
    """
    order = list(range(len(cases)))
    if shuffled_by is not None:
        random.Random(shuffled_by).shuffle(order)  # noqa: S311  an order is not a secret
    runs = dict(zip(order, map_in_order(lambda place: run_case(back_end, cases[place]), order, jobs), strict=True))
    verdicts = (Verdict(case, runs[place], fault_of(case, runs[place])) for place, case in enumerate(cases))
    return Report(tuple(verdicts))


def run_case(back_end: BackEnd, case: Case) -> Run:
    """Run one case, after the program that it wants to be run before it."""
    if case.before is not None:
        back_end.run(case.before, ITEM, case.solver, case.seed, case.limits)
    return back_end.run(case.program, ITEM, case.solver, case.seed, case.limits)


def differences(one: Report, other: Report) -> tuple[str, ...]:
    """The cases that did not come to the same in two reports: outcome, value, calls, lines, output and fuel."""
    pairs = zip(one.verdicts, other.verdicts, strict=True)
    return tuple(
        f"{first.case}: {_essence(first)} and {_essence(second)}"
        for first, second in pairs
        if _essence(first) != _essence(second)
    )


def _essence(verdict: Verdict) -> tuple[object, ...]:
    run = verdict.run
    if verdict.case.by_the_clock:
        return (type(run.outcome),)
    calls = tuple((call.prompt, value_text(call.config), call.response, call.error) for call in run.calls)
    return (_outcome_text(run.outcome), calls, run.lines, run.branches, run.output, run.fuel)


def _outcome_text(outcome: Outcome) -> str:
    """Unlike equality this tells 1 from True, and takes a NaN for itself."""
    return value_text(outcome.value) if isinstance(outcome, Completed) else repr(outcome)
