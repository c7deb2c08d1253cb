"""The result rows: which answers are right is drawn, with crossed effects; what a program makes of them is not.

A channel's latent score is the sum of a dataset's, a solver's and a pair's effect, the item's ease and noise, all on
the logistic scale. The rows that score highest are right, as many as the design says, so that the micro accuracies come
out exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cgr_audit.records.rows import Origin, ResultRow, RowKey
from simulation.design import GENERATOR, RIGHT, SOLVERS, Assignment, drawn, effect, logistic
from simulation.scaffolds import DIFFICULTY
from simulation.scripted_runs import REFUSED, Script, ScriptedRun, ScriptedRuns, scripts

__all__ = ["REGRESSING", "UNCOUNTED_SOLVERS", "ZERO_BASELINE", "result_rows"]

ZERO_BASELINE = frozenset(
    {
        ("simulated-law", "simulated-0.5b"),
        ("simulated-logic", "simulated-0.5b"),
        ("simulated-logic", "simulated-1b"),
        ("simulated-logic", "simulated-8b"),
        ("simulated-optics", "simulated-0.5b"),
    }
)
"""Pairs without one right direct answer."""
REGRESSING = frozenset(
    {
        ("simulated-commons", "simulated-8b"),
        ("simulated-history", "simulated-4b"),
        ("simulated-statics", "simulated-8b"),
    }
)
"""Pairs that the programs make worse: they answer well directly, and badly when they are asked in parts."""
UNCOUNTED_SOLVERS = frozenset({"simulated-1b", "simulated-1.5b"})
"""Solvers whose direct calls and failed extractions nobody wrote down."""

_NEVER = -1_000.0


@dataclass(frozen=True, slots=True, eq=False)
class _Case:
    """A row to be; each is its own."""

    assignment: Assignment
    solver: str

    @property
    def key(self) -> RowKey:
        item = self.assignment.item
        return RowKey(item.dataset, item.item_id, self.solver, GENERATOR, 0)

    @property
    def pair(self) -> tuple[str, str]:
        return self.assignment.item.dataset, self.solver

    @property
    def counts(self) -> bool:
        return self.solver not in self.assignment.failing

    def score(self, channel: str, dataset_spread: float, solver_spread: float, pair_spread: float) -> float:
        """The latent score but for what is the channel's own."""
        dataset, item_id, solver, *_ = self.key
        size = 0.35 * (SOLVERS.index(solver) - (len(SOLVERS) - 1) / 2)
        return (
            effect(channel, dataset, spread=dataset_spread)
            + effect(channel, solver, spread=solver_spread)
            + effect(channel, dataset, solver, spread=pair_spread)
            + effect("ease", dataset, item_id, spread=0.9)
            + size
            + logistic(drawn(channel, dataset, item_id, solver))
        )

    def chosen(self, what: str, among: Sequence[str]) -> str:
        """One of some letters."""
        return among[int(drawn(what, *self.key) * len(among))]


def result_rows(assigned: Sequence[Assignment], runs: ScriptedRuns) -> Iterator[ResultRow]:
    """Every row, in the order of their keys.

    Args:
        assigned: the items with their programs and solvers.
        runs: what each path gives under each script.
    """
    cases = [_Case(assignment, solver) for assignment in assigned for solver in assignment.solvers]
    knowing = _best({case: _direct_score(case) for case in cases if case.counts}, RIGHT["direct"])
    assisted = _assisted_runs([case for case in cases if case.counts], runs)
    for case in sorted(cases, key=lambda case: case.key):
        asked = _direct_run(case, runs, is_right=case in knowing)
        run = assisted[case] if case.counts else _failed_run(case, runs)
        yield _row(case, asked, run)


def _best(scores: Mapping[_Case, float], number: int) -> set[_Case]:
    return set(
        sorted((case for case, score in scores.items() if score > _NEVER), key=lambda case: -scores[case])[:number]
    )


def _direct_score(case: _Case) -> float:
    if case.pair in ZERO_BASELINE:
        return _NEVER
    return case.score("direct", 0.6, 0.5, 0.4) + (0.8 if case.pair in REGRESSING else 0.0)


def _direct_run(case: _Case, runs: ScriptedRuns, *, is_right: bool) -> ScriptedRun | None:
    """What came of asking directly; nothing where nobody wrote it down."""
    item, gold = case.assignment.item, case.assignment.gold
    share = drawn("direct manner", *case.key)
    options = len(item.options)
    if is_right:
        return runs.direct(options, Script("one_empty" if share < 0.04 else "steady", gold))
    if share < 0.005:
        return None
    if share < 0.07:
        return runs.direct(options, Script("vague" if share < 0.05 else "wordy", "A"))
    wrong = [letter for letter in item.option_ids if letter != gold]
    return runs.direct(options, Script("one_empty" if share < 0.11 else "steady", case.chosen("direct letter", wrong)))


def _assisted_runs(cases: Sequence[_Case], runs: ScriptedRuns) -> dict[_Case, ScriptedRun]:
    """What each program gave; where either is possible, the best are right."""
    right = {case: _possible(case, runs, is_right=True) for case in cases}
    wrong = {case: _possible(case, runs, is_right=False) for case in cases}
    fixed = sum(bool(right[case]) and not wrong[case] for case in cases)
    free = {case: _assisted_score(case) for case in cases if right[case] and wrong[case]}
    knowing = _best(free, RIGHT["assisted"] - fixed)
    return {case: _one_of(case, right[case] if case in knowing or not wrong[case] else wrong[case]) for case in cases}


def _possible(case: _Case, runs: ScriptedRuns, *, is_right: bool) -> list[tuple[str, ScriptedRun]]:
    """The letters that the solver may have replied with, and what the program makes of each."""
    assignment = case.assignment
    options = assignment.item.option_ids
    if assignment.scaffold == "syntax_error":
        unread = ScriptedRun("guest_error", None, False, 1, 0, None, None)
        return [] if is_right else [("A", unread)]
    if assignment.scaffold in REFUSED:
        found = [(letter, ScriptedRun("completed", letter, False, 1, 1, None, None)) for letter in options]
    else:
        found = [
            (script.letter, runs.program(assignment.scaffold, assignment.letter, len(options), script))
            for script in scripts(_manner(case), options)
        ]
    return [(letter, run) for letter, run in found if (run.answer == assignment.gold) is is_right]


def _manner(case: _Case) -> str:
    """Small solvers lose the format more often."""
    share = drawn("assisted manner", *case.key) * (1.0 + 0.25 * SOLVERS.index(case.solver))
    limits = (("vague", 0.03), ("wordy", 0.045), ("two_empty", 0.07), ("one_empty", 0.14))
    return next((manner for manner, limit in limits if share < limit), "steady")


def _assisted_score(case: _Case) -> float:
    assignment = case.assignment
    knows = assignment.letter == assignment.gold
    score = case.score("assisted", 0.5, 0.4, 0.45) + (0.6 if knows else -0.6)
    if assignment.scaffold == "leak":
        score += 2.5 if knows else -2.5
    return score - (1.6 if case.pair in REGRESSING else 0.0)


def _one_of(case: _Case, possible: Sequence[tuple[str, ScriptedRun]]) -> ScriptedRun:
    """One of the runs that are possible; a solver that is wrong repeats a leaked answer."""
    letters = [letter for letter, _ in possible]
    if case.assignment.scaffold == "leak" and case.assignment.letter in letters:
        letters = [case.assignment.letter]
    return dict(possible)[case.chosen("assisted letter", letters)]


def _failed_run(case: _Case, runs: ScriptedRuns) -> ScriptedRun:
    assignment = case.assignment
    return runs.program(assignment.scaffold, assignment.letter, len(assignment.item.options), Script("failing", "A"))


def _row(case: _Case, direct: ScriptedRun | None, assisted: ScriptedRun) -> ResultRow:
    assignment = case.assignment
    refused, readable = assignment.scaffold in REFUSED, assignment.scaffold != "syntax_error"
    uncounted = case.solver in UNCOUNTED_SOLVERS
    failed = {"direct": direct is not None and direct.extraction_failed}
    failed |= {} if refused else {"assisted": assisted.extraction_failed}
    return ResultRow(
        *case.key,
        correct_ans=assignment.item.correct_answer,
        solverLLM_baseline_ans=direct.answer if direct is not None else None,
        solverLLM_assisted_ans=None if refused else assisted.answer,
        genLLM_ans=assignment.letter if readable else None,
        genLLM_difficulty=DIFFICULTY[assignment.letter] if readable else None,
        origin=Origin.RECORDED.value,
        outcome="refused" if refused else str(assisted.outcome),
        attempts=None if refused else assisted.attempts,
        direct_calls=None if direct is None or uncounted else direct.calls,
        assisted_calls=None if refused else assisted.calls,
        extraction_failed=None if uncounted else failed,
        executed_provenance=assisted.provenance,
        error=None if refused else assisted.error,
        recorded_assisted_ans=assisted.answer if refused else None,
    )
