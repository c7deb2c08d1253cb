"""An answer that stays although the solver answers at random: a prior that the solver hardly moves.

A program that follows its solver gives each of *k* options about 1/*k* of the time when every reply is drawn at random,
and at most about 2/*k* where ties or failures go to one letter. The threshold lies halfway between 2/*k* and 1.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cgr_audit.execution.probe.counterfactual import Counterfactual, Family
from cgr_audit.execution.probe.item_runs import ItemRuns
from cgr_audit.records.rows import Item
from cgr_audit.solvers.counterfactual import MixedSolver, RandomBeliefSolver

__all__ = ["DominantAnswer", "find_dominant_answer"]

_RUNS = 60
_FIRST = 5
"""Where two of the first runs give another answer than the rest, no further runs are made: most programs need three."""
_FEWEST_OPTIONS = 3
"""Of two options, one that wins ties has three quarters of the answers: no number of runs tells that from a prior."""


@dataclass(frozen=True, slots=True)
class DominantAnswer:
    """An option that is the answer to most random replies."""

    answer: str
    times: int
    runs: int


def find_dominant_answer(runs: ItemRuns, item: Item) -> DominantAnswer | None:
    """Run a program that follows solvers which always favour one option under such as choose anew at each call.

    Args:
        runs: under settled solvers; further ones are made.
        item: with its options.

    Returns:
        Nothing where no option dominates, or the program follows no settled solver, or has too few options.

    Raises:
        HarnessFailedError: the sandbox failed.
    """
    followed = [trial for trial in runs.trials if trial.answer is not None and trial.solver.favours == trial.answer]
    options_by_family = Counter(family for family, _ in {(trial.solver.family, trial.answer) for trial in followed})
    family = next((family for family in (Family.LETTER, Family.BELIEF) if options_by_family[family] > 1), None)
    if len(item.options) < _FEWEST_OPTIONS or family is None:
        return None
    others_allowed = _RUNS - _RUNS * (1 + 2 / len(item.options)) / 2
    counts: Counter[str | None] = Counter()
    for seed in range(_RUNS):
        counts[runs.under(_random_solver(family, seed, item)).answer] += 1
        ((answer, times),) = counts.most_common(1)
        others = counts.total() - times
        if others > others_allowed or (others > 1 and counts.total() <= _FIRST) or runs.is_costly:
            return None
    return DominantAnswer(answer, times, _RUNS) if answer in item.option_ids else None


def _random_solver(family: Family, seed: int, item: Item) -> Counterfactual:
    if family is Family.LETTER:
        letters = tuple(f"Answer: {option}" for option in item.option_ids)
        return Counterfactual(f"letters drawn with seed {seed}", Family.MIXED, MixedSolver(seed, letters), True)
    texts = {option["id"]: option["text"] or "" for option in item.options}
    return Counterfactual(f"beliefs drawn with seed {seed}", Family.MIXED, RandomBeliefSolver(seed, texts))
