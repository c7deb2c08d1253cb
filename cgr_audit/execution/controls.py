"""Controls: the item put to a model without a program, by protocols whose number of calls is known.

They answer what the same calls would have bought without code. Every protocol is a sequence of prompts, each of which
may depend on the answers before it, and the answer is the majority of all answers, the first seen of equals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.execution.control_prompts import TIE_BREAK, VERIFY, control_prompts
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import NO_QUESTION, extracted, item_prompt, not_started
from cgr_audit.extractors.anchored import ANCHORED
from cgr_audit.extractors.last_letter import LAST_LETTER
from cgr_audit.records.rows import CallRow, CallStatus, ControlName, Item, RowKey
from cgr_audit.sandbox.outcome import OutcomeKind
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.interface import CallOrigin, Solver, SolverRequest
from cgr_audit.source.contract import Contract
from cgr_audit.value_words import meant

__all__ = ["ControlChoice", "control_parameters", "control_path", "parse_control"]

_MOST_CALLS = 1_000
_TEMPERATURE: Mapping[ControlName, float] = MappingProxyType(
    {ControlName.SELF_CONSISTENCY: 0.7, ControlName.REPEATED_CALL: 0.7}
)
"""Of controls that put the same prompt more than once: at temperature 0 every response would be the same."""

_Prompts = Generator[str, str | None, None]
"""Gives prompts and takes the answer to each, null where none could be extracted; it never ends by itself."""


@dataclass(frozen=True, slots=True)
class ControlChoice:
    """A control, as ``--control`` says it."""

    name: ControlName
    calls: int | None = None
    """How many calls it makes for each item; null for those that need no number."""

    @property
    def is_matched(self) -> bool:
        """Whether it makes as many calls as the assisted run of a row."""
        return self.name in _TEMPERATURE and self.calls is None

    def __str__(self) -> str:
        return self.name if self.calls is None else f"{self.name}:{self.calls}"


def parse_control(text: str) -> ControlChoice:
    """The control that ``NAME`` or ``NAME:N`` names.

    Raises:
        UsageError: there is no such control, it takes no number, or the number is none.
    """
    name, colon, number = text.partition(":")
    if name not in tuple(ControlName):
        raise UsageError(
            f"--control {text!r}: no control {name!r}; {meant(name, ControlName)}there are {', '.join(ControlName)}"
        )
    control = ControlName(name)
    if not colon:
        return ControlChoice(control)
    if control not in _TEMPERATURE:
        raise UsageError(f"--control {text!r}: {name} takes no number of calls; {' and '.join(_TEMPERATURE)} do")
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= _MOST_CALLS):
        raise UsageError(f"--control {text!r}: {number!r} is not a number of calls from 1 to {_MOST_CALLS:,}")
    return ControlChoice(control, int(number))


def control_parameters(contract: Contract, control: ControlName, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The sampling parameters of a control: the run's, but for what the contract or the protocol says."""
    said = contract.controls.get(control)
    own = {
        "temperature": _TEMPERATURE.get(control) if said is None or said.temperature is None else said.temperature,
        "max_tokens": None if said is None else said.max_tokens,
    }
    return {**parameters, **{name: value for name, value in own.items() if value is not None}}


def control_path(
    contract: Contract,
    control: ControlName,
    calls: int,
    item: Item,
    solver: Solver,
    key: RowKey,
    *,
    parameters: Mapping[str, Any],
) -> PathResult:
    """Put an item to a model as a control does.

    A response without an answer costs its call like any other, and is not asked for again.

    Args:
        contract: with the direct prompt, what it says of controls, and what marks a failed extraction.
        control: which one; not the direct path.
        calls: how many calls it makes, at least one.
        item: what is asked.
        solver: answers the prompts.
        key: whose calls these are.
        parameters: as ``control_parameters`` gives them.
    """
    if item.question is None:
        return not_started(NO_QUESTION)
    prompts, origin = _prompts(contract, control, item), CallOrigin(key, control)
    made: list[CallRow] = []
    votes: Counter[str] = Counter()
    prompt = next(prompts)
    for number in range(calls):
        call = ask(solver, SolverRequest(prompt, {}, origin, number, item.option_ids, parameters))
        made.append(call)
        if call.response is None:
            return PathResult(OutcomeKind.HOST_FAILURE, None, False, 1, tuple(made), call.error)
        answer = _answer(contract, control, item, call)
        if answer is not None:
            votes[answer] += 1
        prompt = prompts.send(answer)
    answer = max(votes, key=votes.__getitem__, default=None)  # of equals the first, in the order of insertion
    failure = contract.extraction.failure_value
    return PathResult(OutcomeKind.COMPLETED, failure if answer is None else answer, answer is None, 1, tuple(made))


def _prompts(contract: Contract, control: ControlName, item: Item) -> _Prompts:
    templates = control_prompts(contract, control)
    opening = item_prompt(templates[control], item)
    while True:
        first = yield opening
        if control is not ControlName.REPEATED_CALL or first is None:
            continue
        second = yield item_prompt(templates[f"{control}/{VERIFY}"], item, answer=first)
        if second is not None and second != first:
            yield item_prompt(templates[f"{control}/{TIE_BREAK}"], item, answer=first, other=second)


def _answer(contract: Contract, control: ControlName, item: Item, call: CallRow) -> str | None:
    """The answer in a response: as on the direct path, but after reasoning the last one that is named as the answer.

    The published rule takes the first capital that stands by itself, which in reasoning is any word "A" or "I".
    """
    if control is not ControlName.COT:
        answer, failed = extracted(contract, call)
        return None if failed else answer
    text = call.response if call.status == CallStatus.ANSWERED and call.response is not None else ""
    if not contract.extraction.functions:
        return text.rpartition("Answer:")[2].strip() or None
    ids, texts = item.option_ids, [str(option["text"]) for option in item.options]
    return ANCHORED.extract(text, ids, texts) or LAST_LETTER.extract(text, ids, texts)
