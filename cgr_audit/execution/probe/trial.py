"""One run under one counterfactual solver, and what is known of the runs so far."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cgr_audit.execution.paths import channels_of
from cgr_audit.execution.probe.counterfactual import Counterfactual
from cgr_audit.records.rows import CallRow
from cgr_audit.sandbox.outcome import Completed, Run
from cgr_audit.sandbox.values import value_literal
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.source.contract import Contract

__all__ = ["Transcripts", "Trial", "answer_of"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A run, and who answered in it."""

    solver: Counterfactual
    run: Run
    answer: str | None
    """What stood in the solver channel; null where nothing did, or the run did not complete."""
    is_plain: bool = False
    """Whether every reply was one that any solver may give to these prompts (:mod:`plain_replies`)."""

    @property
    def names_its_answer(self) -> bool:
        """Whether there is an answer, and some response names it, as a letter or word by itself."""
        if not self.answer:
            return False
        named = re.compile(rf"\b{re.escape(self.answer)}\b", re.IGNORECASE)
        return any(named.search(call.response or "") for call in self.run.calls)


def answer_of(run: Run, contract: Contract) -> str | None:
    """A completed run's answer: the solver channel, or all of a value without channels; null where there is none."""
    if not isinstance(run.outcome, Completed):
        return None
    value = run.outcome.value
    answer = channels_of(value, contract)[0]
    if answer is None and value is not None and run.outcome.contract_broken is not None:
        return value_literal(value)
    return answer


@dataclass(slots=True)
class _Asked:
    """A call that some run has made, and what followed on each response."""

    call: CallRow
    after: dict[str, _Asked | Run] = field(default_factory=dict)


class Transcripts:
    """The runs of one program on one item as a tree of responses.

    Nothing but the responses tells one run from another, so a solver that would give the responses of a known run need
    not be run again.
    """

    def __init__(self) -> None:
        self._start: _Asked | Run | None = None

    def known(self, solver: Callable[[SolverRequest], str], options: tuple[str, ...]) -> Run | None:
        """The run that a solver would lead to, where that is known."""
        place = self._start
        while isinstance(place, _Asked):
            call = place.call
            assert call.prompt is not None
            request = SolverRequest(call.prompt, call.config, call_index=call.call_index, options=options)
            place = place.after.get(solver(request))
        return place

    def add(self, run: Run) -> None:
        """Remember a run whose calls were all answered."""
        steps: list[Any] = [*run.calls, run]
        if self._start is None:
            self._start = _step(steps[0])
        place = self._start
        for call, following in zip(run.calls, steps[1:], strict=True):
            assert isinstance(place, _Asked)
            assert call.response is not None
            place = place.after.setdefault(call.response, _step(following))


def _step(following: CallRow | Run) -> _Asked | Run:
    return _Asked(following) if isinstance(following, CallRow) else following
