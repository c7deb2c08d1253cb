"""Answers that random replies hardly change: the program has a prior (CGR909).

A program that follows its solver gives each of *k* options about 1/*k* of the time when every reply is drawn at random,
and at most about 2/*k* where ties or failures go to one letter. The threshold lies halfway between 2/*k* and 1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from cgr_audit.execution.probe.counterfactual import Counterfactual, Family
from cgr_audit.execution.probe.item_runs import ItemRuns
from cgr_audit.records.rows import Item
from cgr_audit.solvers.counterfactual import BelievingSolver, RandomBeliefSolver, RandomLetterSolver
from cgr_audit.solvers.interface import TextSolver

__all__ = ["DominantAnswer", "find_dominant_answer"]

_RUNS = 60
_FIRST = 5
"""If two of these runs give another answer than the rest, no further runs are made: most programs need three."""
_FEWEST_OPTIONS = 3
"""Of two options, one that wins ties gets three quarters of the answers, which looks like a prior."""


@dataclass(frozen=True, slots=True)
class DominantAnswer:
    """An option that is the answer to most random replies."""

    answer: str
    times: int
    runs: int


def find_dominant_answer(runs: ItemRuns, item: Item) -> DominantAnswer | None:
    """Run a program that follows a constant solver under solvers that favour a random option at each call.

    Args:
        runs: under constant solvers; further ones are made.
        item: with its options.

    Returns:
        None if no option dominates, the program follows no constant solver, or there are too few options.

    Raises:
        HarnessFailedError: the sandbox failed.
    """
    draw = _drawing(runs, item)
    if len(item.options) < _FEWEST_OPTIONS or draw is None:
        return None
    others_allowed = _RUNS - _RUNS * (1 + 2 / len(item.options)) / 2
    counts: Counter[str | None] = Counter()
    for seed in range(_RUNS):
        counts[runs.under(draw(seed)).answer] += 1
        ((answer, times),) = counts.most_common(1)
        others = counts.total() - times
        if others > others_allowed or (others > 1 and counts.total() <= _FIRST) or runs.is_costly:
            return None
    return DominantAnswer(answer, times, _RUNS) if answer in item.option_ids else None


def _drawing(runs: ItemRuns, item: Item) -> Callable[[int], Counterfactual] | None:
    """Random solvers, by seed, with the wording of one that the program follows; None if it follows none."""
    texts = {option["id"]: option["text"] or "" for option in item.options}
    options: defaultdict[tuple[str, str] | None, set[str]] = defaultdict(set)
    for trial in runs.trials:
        solver = trial.solver.solver
        if trial.answer is not None and trial.solver.favours == trial.answer:
            believing = solver if isinstance(solver, BelievingSolver) else None
            spoken = None if believing is None else (believing.affirmed, believing.denied)
            options[spoken].add(trial.answer)
            if len(options[spoken]) > 1:
                return partial(_drawn, texts, believing)
    return None


def _drawn(texts: Mapping[str, str], believing: BelievingSolver | None, seed: int) -> Counterfactual:
    if believing is None:
        solver: TextSolver = RandomLetterSolver(seed, texts)
        return Counterfactual(f"letters drawn with seed {seed}", Family.MIXED, solver, names_options_only=True)
    return Counterfactual(f"beliefs drawn with seed {seed}", Family.MIXED, RandomBeliefSolver(seed, believing))
