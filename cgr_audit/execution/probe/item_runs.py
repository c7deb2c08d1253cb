"""The runs of one program on one item, and what they have shown so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cgr_audit.execution.observed import Observed, Seen, seen_in_run
from cgr_audit.execution.paths import channels_of
from cgr_audit.execution.probe.counterfactual import Counterfactual, Family
from cgr_audit.execution.probe.plain_replies import is_plain
from cgr_audit.execution.probe.reading import ProgramReading
from cgr_audit.execution.probe.trial import Transcripts, Trial, answer_of
from cgr_audit.records.rows import Item
from cgr_audit.sandbox.outcome import HostFailure, Run
from cgr_audit.sandbox.sandbox import Sandbox

__all__ = ["MOST_FUEL", "HarnessFailedError", "ItemRuns", "ProgramToProbe"]

MOST_FUEL = 3 * 10**10
"""Units of all runs of one program on one item together: after those no further solver is tried."""


class HarnessFailedError(Exception):
    """The sandbox or the item is at fault; nothing is known of the program."""


@dataclass(frozen=True, slots=True)
class ProgramToProbe:
    """A program, and what its audit says of it."""

    data: bytes
    reading: ProgramReading
    bound: int | None = None
    """The static call bound for the item, where it is a number."""
    recorded: Sequence[str] = ()
    """Responses to other items."""
    is_followed: bool = True
    """Whether the audit says that the answer may come from the solver on some path."""


class ItemRuns:
    """Runs a program, and keeps count."""

    def __init__(self, sandbox: Sandbox, seed: int, program: ProgramToProbe, item: Item) -> None:
        self._sandbox = sandbox
        self._seed = seed
        self._program = program
        self._item = item
        self._transcripts = Transcripts()
        self.trials: list[Trial] = []
        """What every tried solver led to on the item itself, in order."""
        self.seen: list[Seen] = []
        self.count = 0
        """Runs in the sandbox."""
        self.fuel = 0
        self.most_calls = 0
        """In one run of the program as it is."""

    @property
    def is_costly(self) -> bool:
        """Whether the runs have used up what they may use together."""
        return self.fuel >= MOST_FUEL

    def answers(self, *, plain: bool = False) -> dict[str, str]:
        """Every answer on the item itself, and the first solver that brought it about; ``plain``: by plain replies."""
        answers: dict[str, str] = {}
        for trial in self.trials:
            if trial.answer is not None and (trial.is_plain or not plain):
                answers.setdefault(trial.answer, trial.solver.name)
        return answers

    def under(self, solver: Counterfactual) -> Trial:
        """What a solver leads to on the item itself; it is run only if that is not known.

        Raises:
            HarnessFailedError: the sandbox failed.
        """
        known = next((trial for trial in self.trials if trial.solver.name == solver.name), None)
        if known is not None:
            return known
        run = self._transcripts.known(solver.solver, self._item.option_ids)
        if run is None:
            run = self._run(solver, self._sandbox, self._program.data, self._item)
            self._transcripts.add(run)
        contract = self._sandbox.contract
        plain = solver.family is Family.RECORDED or is_plain(run, self._item)
        trial = Trial(solver, run, answer_of(run, contract), plain)
        self.seen += seen_in_run(run, contract, self._program.bound, f"under the solver: {solver.name}")
        self.trials.append(trial)
        return trial

    def on(self, item: Item, solver: Counterfactual) -> str | None:
        """The answer on another item."""
        return answer_of(self.run_on(item, solver), self._sandbox.contract)

    def run_on(self, item: Item, solver: Counterfactual) -> Run:
        """A run on any item that counts as no trial."""
        return self._run(solver, self._sandbox, self._program.data, item)

    def raising(self, sandbox: Sandbox, solver: Counterfactual) -> Trial:
        """What the program does in a sandbox whose calls raise. What it raises then is not a fault of its own."""
        run = self._run(solver, sandbox, self._program.data, self._item)
        shown = seen_in_run(run, sandbox.contract, self._program.bound, "where every solver call raises")
        self.seen += (one for one in shown if one.code is Observed.BOUND_BROKEN)
        return Trial(solver, run, answer_of(run, sandbox.contract))

    def planted(self, data: bytes, sandbox: Sandbox | None, solver: Counterfactual) -> Run:
        """A run of the program with another letter in it, on the item itself; in another sandbox where one is given."""
        return self._run(solver, sandbox or self._sandbox, data, self._item)

    def answers_differ(self, one: Run, other: Run) -> bool:
        """Whether two runs gave different answers; a value of another shape than the contract's tells none."""
        return len({channels_of(run.value, self._sandbox.contract)[0] for run in (one, other)}) == 2

    def _run(self, solver: Counterfactual, sandbox: Sandbox, data: bytes, item: Item) -> Run:
        run = sandbox.run(data, item.for_sandbox(), solver.solver, self._seed)
        self.count += 1
        self.fuel += run.fuel
        if isinstance(run.outcome, HostFailure):
            raise HarnessFailedError(run.outcome.message)
        if data is self._program.data:
            self.most_calls = max(self.most_calls, len(run.calls))
        return run
