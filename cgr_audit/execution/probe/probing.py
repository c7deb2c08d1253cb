"""Probing one program on one item: run after run under counterfactual solvers, until everything is decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cgr_audit.execution.observed import Seen
from cgr_audit.execution.probe.answers_seen import seen_in_answers
from cgr_audit.execution.probe.counterfactual import (
    ERROR_TEXT,
    SILENCE,
    Counterfactual,
    Family,
    always,
    letter_solver,
)
from cgr_audit.execution.probe.dominant_answer import DominantAnswer, find_dominant_answer
from cgr_audit.execution.probe.hints import seen_hints
from cgr_audit.execution.probe.item_probe import ItemProbe, Sensitivity
from cgr_audit.execution.probe.item_runs import HarnessFailedError, ItemRuns, ProgramToProbe
from cgr_audit.execution.probe.items import another_item, keyed_items, reordered_item, telling_items
from cgr_audit.execution.probe.material import Material
from cgr_audit.execution.probe.plan import plan_solvers
from cgr_audit.execution.probe.planting import plant_letter
from cgr_audit.execution.probe.raising import raising_sandbox
from cgr_audit.execution.probe.trial import Trial
from cgr_audit.records.rows import Item
from cgr_audit.sandbox.outcome import GuestError, Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import AnswerKind, Contract

__all__ = ["ProbeSettings", "Prober"]

_FEWEST_ANSWERS = 2
_ANSWERLESS = 40
_FAULTY = 12
_UNFOLLOWED = 24
_FOR_CALLS = 8
"""How many runs more there are once the answer is decided, where some run may make more calls."""
_STRUCTURAL = frozenset(
    {"AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "PermissionError", "TypeError"}
)
"""Exceptions that say that a program asks for what is not there, which no response puts right."""

_SILENT = always(SILENCE, Family.SILENCE)
_ERROR = always(ERROR_TEXT, Family.ERROR)
_RAISING = Counterfactual("every call raises", Family.RAISING, ConstantSolver(SILENCE))


@dataclass(frozen=True, slots=True)
class ProbeSettings:
    """How far a probe goes."""

    runs: int = 120
    """Solvers after which an answer that stayed the same counts as insensitive."""
    thorough: bool = False
    seed: int = 0
    """What randomness inside programs follows from: the same in all runs."""


class Prober:
    """Probes programs under one contract. It holds no state of a probe; many threads may use it."""

    def __init__(self, sandbox: Sandbox, settings: ProbeSettings) -> None:
        self.sandbox = sandbox
        self.settings = settings

    def probe(self, program: ProgramToProbe, item: Item, *, is_synthetic: bool = False) -> ItemProbe:
        """Probe a program on one item. Never raises for anything that the program does."""
        return _ItemProbing(self, program, item).probe(is_synthetic=is_synthetic)

    @cached_property
    def raising_sandbox(self) -> Sandbox | None:
        """A sandbox in which every solver call raises; nothing if it cannot be told to."""
        return raising_sandbox(self.sandbox)


class _ItemProbing:
    """One program on one item."""

    def __init__(self, prober: Prober, program: ProgramToProbe, item: Item) -> None:
        self._prober = prober
        self._program = program
        self._item = item
        settings = prober.settings
        self._material = Material(item, program.reading, program.recorded, settings.thorough)
        self._contract: Contract = prober.sandbox.contract
        self._runs = ItemRuns(prober.sandbox, settings.seed, program, item)

    def probe(self, *, is_synthetic: bool) -> ItemProbe:
        """Everything in turn; what the harness could not do ends it."""
        fallback = error = raising = letter = failure = None
        in_prompts = in_answer = item_decides = item_in_fallback = None
        sensitivity = planted_sensitivity = Sensitivity.UNDECIDED
        dominant = None
        hints: list[Seen] = []
        try:
            dominant = self._run_solvers()
            planted_sensitivity = self._sensitivity(plain=False)
            plain_sensitivity = self._sensitivity(plain=True)
            is_deaf = plain_sensitivity is Sensitivity.INSENSITIVE
            sensitivity = plain_sensitivity if is_deaf else planted_sensitivity
            fallback, error = self._answer(_SILENT), self._answer(_ERROR)
            raised = self._raise()
            raising = None if raised is None else raised.answer
            planted = plant_letter(self._runs, self._program, self._material.letters, self._raising(raised))
            letter, in_prompts, in_answer = planted.letter, planted.in_prompts, planted.in_answer
            item_decides = self._try_items(sensitivity)
            item_in_fallback = self._item_in_fallback()
            hints += seen_hints(self._runs, self._item)
        except HarnessFailedError as error_:
            failure = str(error_)
        runs = self._runs
        return ItemProbe(
            item=self._item,
            is_synthetic=is_synthetic,
            sensitivity=sensitivity,
            planted_sensitivity=planted_sensitivity,
            dominant=dominant,
            tried=len(runs.trials),
            tried_plain=sum(trial.is_plain for trial in runs.trials),
            completed=sum(trial.answer is not None for trial in runs.trials),
            answers=runs.answers(),
            plain_answers=runs.answers(plain=True),
            fallback=fallback,
            error_answer=error,
            raising_answer=raising,
            generator_letter=letter,
            generator_in_prompts=in_prompts,
            generator_in_answer=in_answer,
            item_decides=item_decides,
            item_in_fallback=item_in_fallback,
            bound=self._program.bound,
            most_calls=runs.most_calls,
            asks=any(trial.run.calls for trial in runs.trials),
            runs=runs.count,
            fuel=runs.fuel,
            seen=(*runs.seen, *self._seen_in_answers(is_synthetic=is_synthetic), *hints),
            failure=failure,
        )

    def _run_solvers(self) -> DominantAnswer | None:
        """Run the program under solver after solver until its answers are decided; the answer that dominates them."""
        runs, dominant, decided_after = self._runs, None, None
        for solver in plan_solvers(self._material, runs):
            trial = runs.under(solver)
            if self._reaches_every_option() and len(runs.answers(plain=True)) > 1:
                if decided_after is None:
                    decided_after = runs.count
                    dominant = find_dominant_answer(runs, self._item)
                if runs.count - decided_after >= _FOR_CALLS or not self._may_make_more_calls():
                    return dominant
            if not trial.run.calls or runs.is_costly or len(runs.trials) >= self._most_solvers():
                break
        return dominant if decided_after is not None else find_dominant_answer(runs, self._item)

    def _sensitivity(self, *, plain: bool) -> Sensitivity:
        """Whether the answer follows the solver; ``plain``: as far as its replies were plain."""
        answers = self._runs.answers(plain=plain)
        if self._are_all_options(answers):
            return Sensitivity.SENSITIVE
        if len(answers) > 1:
            return Sensitivity.PARTLY
        trials = [trial for trial in self._runs.trials if trial.is_plain or not plain]
        told = sum(trial.answer is not None for trial in trials if trial.solver.names_options_only)
        asks_nothing = len(trials) == 1 and not trials[0].run.calls
        if not asks_nothing and not any(map(self._is_answer, answers)):
            return Sensitivity.UNDECIDED
        if answers and (told >= _FEWEST_ANSWERS or asks_nothing):
            return Sensitivity.INSENSITIVE
        return Sensitivity.UNDECIDED

    def _may_make_more_calls(self) -> bool:
        """Whether the static bound lets some run make more calls, or does not say, and none has passed the budget."""
        bound, budget = self._program.bound, self._contract.solver.budget
        if bound is not None:
            return self._runs.most_calls < bound
        return budget is not None and self._runs.most_calls <= budget

    def _most_solvers(self) -> int:
        """After how many solvers nothing else is to be expected.

        Early where none has led to an answer at all, and where the audit says that no path takes it from the solver.
        """
        runs = self._prober.settings.runs
        if self._material.thorough:
            return runs
        if self._runs.answers():
            return runs if self._program.is_followed else min(runs, _UNFOLLOWED)
        causes = {_structural_fault(trial.run) for trial in self._runs.trials}
        return min(runs, _FAULTY if len(causes) == 1 and None not in causes else _ANSWERLESS)

    def _reaches_every_option(self) -> bool:
        return self._are_all_options(self._runs.answers())

    def _are_all_options(self, answers: Mapping[str, str]) -> bool:
        options = self._item.option_ids
        if self._contract.returns.answer is AnswerKind.LETTER and options:
            return len(answers) > 1 and all(option in answers for option in options)
        return len(answers) >= max(2, len(self._material.letters))

    def _answer(self, solver: Counterfactual) -> str | None:
        return self._runs.under(solver).answer

    def _raise(self) -> Trial | None:
        """The run in which every call raises; nothing if that cannot be told to happen, or nothing is asked."""
        sandbox = self._prober.raising_sandbox
        handles = self._program.reading.handles_exceptions
        if sandbox is None or not handles or not self._runs.most_calls or self._runs.is_costly:
            return None
        return self._runs.raising(sandbox, _RAISING)

    def _try_items(self, sensitivity: Sensitivity) -> bool | None:
        """Whether some other item fixes the answer against the solver; nothing if the own one shows nothing."""
        if not self._program.reading.takes_item:
            return False
        letters = self._material.letters
        unwritten = [letter for letter in letters if not self._program.reading.writes_letter(letter)]
        asked = unwritten[0] if unwritten else letters[0]
        checked = letter_solver(letters[-1] if letters[-1] != asked else letters[0])
        own = (self._runs.under(letter_solver(asked)).answer, self._runs.under(checked).answer)
        if self._runs.is_costly or None in own or (own[0] == own[1]) is not (sensitivity is Sensitivity.INSENSITIVE):
            return None
        decides = None
        for item in self._items(sensitivity):
            told = self._runs.on(item, letter_solver(asked))
            decides = told not in {None, own[0]}
            if sensitivity is not Sensitivity.INSENSITIVE and (decides or not unwritten):
                decides = self._is_answer(told) and self._runs.on(item, checked) == told
            if decides or self._runs.is_costly:
                break
        return decides

    def _items(self, sensitivity: Sensitivity) -> Iterator[Item]:
        if sensitivity is Sensitivity.INSENSITIVE:
            yield from (other(self._item) for other in (another_item, reordered_item))
            yield from telling_items(self._item, next(iter(self._runs.answers()), None))
        yield from keyed_items(self._item, self._program.reading, thorough=self._material.thorough)

    def _item_in_fallback(self) -> bool | None:
        """Whether the answer to silence is another for an item in another order, or with other texts."""
        own = self._runs.under(_SILENT).answer
        if not self._program.reading.takes_item or not self._is_answer(own) or self._runs.is_costly:
            return None
        others = (self._runs.on(item(self._item), _SILENT) for item in (reordered_item, another_item))
        return any(self._is_answer(answer) and answer != own for answer in others)

    def _raising(self, raised: Trial | None) -> tuple[Trial, Sandbox] | None:
        sandbox = self._prober.raising_sandbox
        return None if raised is None or sandbox is None else (raised, sandbox)

    def _seen_in_answers(self, *, is_synthetic: bool) -> Iterator[Seen]:
        reading = self._program.reading
        knows_options = not is_synthetic or reading.takes_item or bool(reading.options)
        return seen_in_answers(self._runs.trials, self._item, self._contract, knows_options=knows_options)

    def _is_answer(self, answer: str | None) -> bool:
        return answer not in {None, self._contract.extraction.failure_value}


def _structural_fault(run: Run) -> tuple[str, int | None] | None:
    match run.outcome:
        case GuestError(type_name, _, line) if type_name in _STRUCTURAL:
            return type_name, line
    return None
