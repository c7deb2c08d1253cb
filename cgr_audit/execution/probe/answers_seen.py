"""Answers that are not options of the item (CGR903)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cgr_audit.execution.observed import Observed, Seen
from cgr_audit.execution.probe.trial import Trial
from cgr_audit.records.rows import Item
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.source.contract import AnswerKind, Contract

__all__ = ["seen_in_answers"]


def seen_in_answers(trials: Sequence[Trial], item: Item, contract: Contract, *, knows_options: bool) -> Iterator[Seen]:
    """Answers that are none: always, although solvers named options, or by a letter that nobody named.

    Args:
        trials: the runs on the item.
        item: with the options.
        contract: only one whose answers are letters knows answers that are none.
        knows_options: whether the item's options are those that the program chooses among.
    """
    failure, options = contract.extraction.failure_value, item.option_ids
    if not options or contract.returns.answer is not AnswerKind.LETTER:
        return
    never = not any(trial.answer in options for trial in trials)
    for trial in trials:
        if trial.answer in options or not _fits(trial):
            continue
        names_options = trial.solver.names_options_only
        if trial.answer == failure:
            said = f"the answer is {failure!r}, which says that none could be extracted"
            is_wrong = never and names_options
        else:
            said = f"the answer {trial.answer!r} is not an option of the item"
            is_wrong = names_options or (knows_options and not trial.names_its_answer)
        if is_wrong:
            yield Seen(Observed.EXTRACTION_FAILED, "answer", said, f"under the solver: {trial.solver.name}")


def _fits(trial: Trial) -> bool:
    return isinstance(trial.run.outcome, Completed) and trial.run.outcome.contract_broken is None
