"""The two paths to an answer: the item put to the solver directly, and the program run with the solver at hand.

Both repeat as the contract's ``[attempts]`` say, and both keep every solver call. A response that is not a whole text
is the model's answer, and is not asked for again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cgr_audit.execution.path_result import AttemptRun, PathResult
from cgr_audit.records.rows import CallRow, CallStatus, Channel, Item, RowKey
from cgr_audit.sandbox.outcome import Completed, LimitExceeded, OutcomeKind, Run, describe_outcome, kind_of
from cgr_audit.sandbox.returned import WrongShapeError, channel_values
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.values import plain, value_literal
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.interface import CallOrigin, Solver, SolverRequest
from cgr_audit.source.contract import Contract

__all__ = [
    "NO_QUESTION",
    "assisted_path",
    "channels_of",
    "direct_path",
    "direct_prompt",
    "extract_answer",
    "extracted",
    "item_prompt",
    "not_started",
]

_STANDALONE_LETTER = re.compile(r"\b([A-Z])\b")
_FIELD = re.compile(r"\{(\w+)\}")
_LARGEST_NUMBER = 10**15
NO_QUESTION = "the item's question was left out of the package"
_NO_PARAMETERS: Mapping[str, Any] = MappingProxyType({})


def extract_answer(response: str, failure_value: str = "X") -> str:
    """The first standalone capital letter of a response; ``failure_value`` where there is none.

    This is the published rule, brittle as it is ("A man ..." gives A), and the one that programs are given.
    """
    found = _STANDALONE_LETTER.search(response)
    return found.group(1) if found else failure_value


def direct_prompt(contract: Contract, item: Item) -> str:
    """The contract's direct prompt for an item."""
    return item_prompt(contract.direct.prompt, item)


def item_prompt(template: str, item: Item, **others: str) -> str:
    """A template filled in: ``{question}``, ``{options}``, one to a line as ``A. text``, and others by their names."""
    options = "\n".join(f"{option['id']}. {option['text']}" for option in item.options)
    values = {"question": item.question or "", "options": options, **others}
    return _FIELD.sub(lambda field: values.get(field.group(1), field.group()), template)


def direct_path(
    contract: Contract, item: Item, solver: Solver, key: RowKey, *, parameters: Mapping[str, Any] = _NO_PARAMETERS
) -> PathResult:
    """Put an item to the solver as the contract's direct prompt says.

    Args:
        contract: with the prompt, the attempts and what marks a failed extraction.
        item: what is asked.
        solver: answers the prompts.
        key: whose calls these are.
        parameters: the run's sampling parameters, which are sent.
    """
    prompt, calls = direct_prompt(contract, item), []
    if item.question is None:
        return not_started(NO_QUESTION)
    for attempt in range(1, contract.attempts.max + 1):
        origin = CallOrigin(key, Channel.DIRECT, attempt)
        call = ask(solver, SolverRequest(prompt, {}, origin, 0, item.option_ids, parameters))
        calls.append(call)
        if call.response is None:
            return PathResult(OutcomeKind.HOST_FAILURE, None, False, attempt, tuple(calls), call.error)
        answer, failed = extracted(contract, call)
        if not (failed and _all_text([call]) and "extraction_failed" in contract.attempts.retry_on):
            break
    return PathResult(OutcomeKind.COMPLETED, answer, failed, attempt, tuple(calls))


def assisted_path(
    sandbox: Sandbox,
    program: bytes,
    item: Item,
    solver: Solver,
    key: RowKey,
    *,
    seed: int = 0,
    arguments: str | None = None,
    parameters: Mapping[str, Any] = _NO_PARAMETERS,
) -> PathResult:
    """Run a program on an item until an attempt needs no other, or there are no more.

    Args:
        sandbox: where it runs, and under which contract.
        program: its exact bytes.
        item: what it is about; the gold is not passed on.
        solver: answers its prompts.
        key: whose calls these are.
        seed: what the randomness of every attempt follows from, together with the key.
        arguments: the entry's arguments as Python source, for contracts that want them.
        parameters: the run's sampling parameters: the program is given them, and they are sent.
    """
    contract = sandbox.contract
    if item.question is None:
        return not_started(NO_QUESTION)
    runs: list[Run] = []
    for attempt in range(1, contract.attempts.max + 1):
        run = sandbox.run(
            program,
            item.for_sandbox(),
            solver,
            _attempt_seed(seed, key, attempt),
            arguments=arguments,
            origin=CallOrigin(key, Channel.ASSISTED, attempt),
            parameters=parameters,
        )
        runs.append(run)
        if _needs_no_other(run, contract):
            break
    return _summed_up(runs, contract)


def extracted(contract: Contract, call: CallRow) -> tuple[str | None, bool]:
    """The answer in a response, and whether there is none; the whole of it where the contract has no extraction helper.

    A response that is truncated, filtered or no text is a failed extraction, whatever text it has.
    """
    is_answered, failure = call.status == CallStatus.ANSWERED, contract.extraction.failure_value
    response = call.response if is_answered and call.response is not None else ""
    answer = extract_answer(response, failure or "X") if contract.extraction.functions else response.strip() or None
    return answer, not is_answered or (answer is not None and answer == failure)


def _needs_no_other(run: Run, contract: Contract) -> bool:
    kind = kind_of(run.outcome)
    reasons = set()
    if kind in {OutcomeKind.GUEST_ERROR, OutcomeKind.LIMIT_EXCEEDED}:
        reasons.add(kind.value)
    if isinstance(run.outcome, Completed):
        if run.outcome.contract_broken is not None:
            reasons.add("contract_broken")
        if channels_of(run.outcome.value, contract)[0] == contract.extraction.failure_value and _all_text(run.calls):
            reasons.add("extraction_failed")
    return not reasons & set(contract.attempts.retry_on)


def _all_text(calls: Sequence[CallRow]) -> bool:
    return all(call.status == CallStatus.ANSWERED for call in calls)


def _summed_up(runs: list[Run], contract: Contract) -> PathResult:
    last = runs[-1]
    completed = isinstance(last.outcome, Completed)
    answer, generator, difficulty = channels_of(last.value, contract) if completed else (None, None, None)
    return PathResult(
        outcome=kind_of(last.outcome).value,
        answer=answer,
        extraction_failed=answer is not None and answer == contract.extraction.failure_value,
        attempts=len(runs),
        calls=tuple(call for run in runs for call in run.calls),
        error=describe_outcome(last.outcome),
        generator_answer=generator,
        difficulty=difficulty,
        value_literal=value_literal(last.value) if completed else None,
        contract_broken=last.outcome.contract_broken is not None if isinstance(last.outcome, Completed) else None,
        fuel=sum(run.fuel for run in runs),
        wall_s=round(sum(run.wall_s for run in runs), 6),
        component=last.component,
        runs=tuple(map(_attempt_run, runs)),
    )


def _attempt_run(run: Run) -> AttemptRun:
    limit = run.outcome.limit.value if isinstance(run.outcome, LimitExceeded) else None
    return AttemptRun(
        kind_of(run.outcome).value, limit, describe_outcome(run.outcome), run.fuel, run.lines, run.branches
    )


def channels_of(value: Any, contract: Contract) -> tuple[str | None, str | None, float | str | None]:
    """Solver answer, generator answer and difficulty in what a program returned; nothing if the shape is broken."""
    returns = contract.returns
    if not returns.channels:
        return _answer(value), None, None
    try:
        channels = channel_values(value, returns)
    except WrongShapeError:
        return None, None, None
    return (
        _answer(channels.get(returns.solver_field or "")),
        _answer(channels.get(returns.generator_field or "")),
        _difficulty(plain(channels.get(returns.difficulty_field or ""))),
    )


def _answer(value: Any) -> str | None:
    """An answer as rows hold it: text as it is, nothing as null, any other value as its Python literal."""
    bare = plain(value)
    if bare is None:
        return None
    return (bare or None) if isinstance(bare, str) else value_literal(value)


def _difficulty(value: Any) -> float | str | None:
    if value is None or isinstance(value, bool):
        return None if value is None else str(value)
    if isinstance(value, int | float) and abs(value) < _LARGEST_NUMBER:
        return value
    return value if isinstance(value, str) else value_literal(value)


def _attempt_seed(seed: int, key: RowKey, attempt: int) -> int:
    facts = json.dumps([seed, *key, attempt], ensure_ascii=True)
    return int.from_bytes(hashlib.sha256(facts.encode()).digest()[:4], "big")


def not_started(reason: str) -> PathResult:
    """What there is of a path that was not begun, for this reason."""
    return PathResult(OutcomeKind.HOST_FAILURE, None, extraction_failed=False, attempts=0, calls=(), error=reason)
