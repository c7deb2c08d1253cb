"""Asking for programs until each is there or has had its attempts.

All programs are asked for once, then those that need it again, and so on. A response is durable in the ledger before it
counts; what was found in it follows from it, and is found again when the work is resumed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.workers import Workers
from cgr_audit.execution.generation.feedback import Feedback
from cgr_audit.execution.generation.next_prompt import found_errors, next_prompt, shown_findings
from cgr_audit.execution.generation.order import GenerationOrder
from cgr_audit.execution.generation.prompt import generation_prompt
from cgr_audit.execution.generation.response import Examined, examined, status_unread
from cgr_audit.execution.ledger import Ledger, key_digest
from cgr_audit.records.generations import GenerationStatus
from cgr_audit.records.rows import Item, ProgramKey
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.account import BudgetReachedError
from cgr_audit.solvers.asking import recorded_reply
from cgr_audit.solvers.interface import CallOrigin, SolverRequest
from cgr_audit.solvers.service import service_behind
from cgr_audit.source.program import Program

__all__ = ["Attempt", "Draft", "Requests"]

LONGEST_RESPONSE = 1 << 20
"""Bytes of a response that are kept; the rest is cut off, and the response is truncated."""


class _Channel(StrEnum):
    GENERATION = "generation"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to have a program written."""

    number: int
    """Counted from 1."""
    digest: str
    """Of its entry in the ledger, which holds prompt, response and what is known of them."""
    examined: Examined
    shown: tuple[Mapping[str, Any], ...] = ()
    """The findings in the attempt before that its prompt shows."""
    found: tuple[Mapping[str, Any], ...] = ()
    """The findings in it that a further prompt shows."""

    @property
    def is_final(self) -> bool:
        """Whether it needs no other: its program has no errors, or nobody answered."""
        status = self.examined.status
        return status is GenerationStatus.FAILED or (
            status is GenerationStatus.PROGRAM and not found_errors(self.found)
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """One program that is asked for."""

    item: Item
    key: ProgramKey
    attempts: tuple[Attempt, ...] = ()

    @property
    def chosen(self) -> Attempt | None:
        """The last attempt that held a program, which is the first one without errors where there is one."""
        programs = (one for one in reversed(self.attempts) if one.examined.status is GenerationStatus.PROGRAM)
        return next(programs, None)


@dataclass(frozen=True, slots=True)
class _Answered:
    """A draft whose next attempt has been answered."""

    draft: Draft
    digest: str
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Requests:
    """Asks a generator, and has what it answers audited."""

    order: GenerationOrder
    ledger: Ledger
    """Open."""
    workers: Workers
    """Who audits, under the rules whose findings are shown."""
    connections: int
    """Requests in flight."""
    on_settled: Callable[[], object] = lambda: None
    """Told of each program that is not asked for again."""
    failures: list[str] = field(default_factory=list)
    """The faults of service and toolkit, a line each."""

    def settle(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The drafts with all their attempts, in their order.

        Raises:
            UsageError: the generator's service refuses every request, as with a wrong key.
            IncompleteError: it cannot be reached, does not answer any more, or the budget is used up.
            LedgerWriteError: the ledger cannot be written; what was answered is kept.
            LedgerChangedError: something else changed the ledger.
        """
        settled = {draft.key: draft for draft in drafts}
        pending: Sequence[Draft] = drafts
        for number in range(1, self.order.attempts + 1):
            again = []
            for draft in self._asked(pending):
                settled[draft.key] = draft
                if draft.attempts[-1].is_final or number == self.order.attempts:
                    self.on_settled()
                else:
                    again.append(draft)
            self.ledger.flush()  # the next prompts show what stands in it
            pending = again
        return [settled[draft.key] for draft in drafts]

    def _asked(self, drafts: Sequence[Draft]) -> Iterator[Draft]:
        """The drafts with one more attempt each."""
        for answered, audit in _audited(self._answered(drafts), self.workers):
            yield self._with_attempt(answered, audit)

    def _answered(self, drafts: Sequence[Draft]) -> Iterator[_Answered]:
        service = service_behind(self.order.choice.solver)
        for answered in map_in_order(self._ask, drafts, self.connections):
            if service is None or service.ended is None:
                yield answered
            elif not isinstance(service.ended, BudgetReachedError):
                raise service.ended  # else what is in flight comes in and is kept, since it costs
        if service is not None and service.ended is not None:
            self.ledger.flush()
            raise service.ended

    def _ask(self, draft: Draft) -> _Answered:
        """Ask for the next attempt of a draft, unless the ledger has it."""
        self.ledger.check()  # a response that cannot be kept is paid for in vain
        order, number = self.order, len(draft.attempts) + 1
        prompt, sent = self._prompt(draft), order.parameters(draft.key, number)
        key = {
            "command": "generate",
            "generator": order.choice.identity,
            "program": list(draft.key),
            "attempt": number,
            "prompt": sha256(prompt.encode()).hexdigest(),
            "parameters": sent,
        }
        digest = key_digest(key)
        if digest in self.ledger:
            return _Answered(draft, digest, self.ledger.get(digest) or {})
        origin = CallOrigin(draft.key.row_key(""), _Channel.GENERATION, number)
        request = SolverRequest(prompt, {}, origin, number - 1, draft.item.option_ids, sent)
        result = recorded_reply(order.choice.solver, request, LONGEST_RESPONSE)
        service = service_behind(order.choice.solver)
        is_answered = result["response"] is not None
        if is_answered or service is None or service.ended is None:
            self.ledger.append(key, result, final=is_answered)
        return _Answered(draft, digest, result)

    def _prompt(self, draft: Draft) -> str:
        prompt = generation_prompt(self.order.contract, draft.item)
        if not draft.attempts or self.order.feedback is Feedback.NONE:
            return prompt
        last = draft.attempts[-1]
        taken = last.examined.taken
        text = taken.text if taken is not None else (self.ledger.get(last.digest) or {})["response"]
        return next_prompt(prompt, last.examined.status, text, last.found)

    def _with_attempt(self, answered: _Answered, audit: ProgramAudit | None) -> Draft:
        draft, result = answered.draft, answered.result
        number, before = len(draft.attempts) + 1, draft.attempts[-1:]
        shown = before[0].found if before and self.order.feedback is not Feedback.NONE else ()
        found: tuple[Mapping[str, Any], ...] = ()
        if audit is None:
            status = status_unread(result)
            assert status is not None
            result_is = Examined(status)
        else:
            result_is = examined(result["response"], audit, self.order.contract)
            if self.order.feedback is not Feedback.NONE and result_is.status is not GenerationStatus.REFUSED:
                found = shown_findings(audit.findings, result_is.taken)
            self.failures.extend(f"{_name(draft, number)}: {one.code}: {one.error}" for one in audit.failures)
        if result_is.status is GenerationStatus.FAILED:
            self.failures.append(f"{_name(draft, number)}: {result['error']}")
        attempt = Attempt(number, answered.digest, result_is, shown, found)
        return replace(draft, attempts=(*draft.attempts, attempt))


def _audited(answers: Iterable[_Answered], workers: Workers) -> Iterator[tuple[_Answered, ProgramAudit | None]]:
    """Every answer with the audit of its text, in their order; nothing if the text need not be read."""
    waiting: deque[tuple[_Answered, bool]] = deque()

    def programs() -> Iterator[Program]:
        for answered in answers:
            is_read = status_unread(answered.result) is None
            waiting.append((answered, is_read))
            if is_read:
                name = _name(answered.draft, len(answered.draft.attempts) + 1)
                yield Program(name, name, answered.result["response"].encode())

    def unread() -> Iterator[tuple[_Answered, None]]:
        while waiting and not waiting[0][1]:
            yield waiting.popleft()[0], None

    for audit in workers.map(programs()):
        yield from unread()
        yield waiting.popleft()[0], audit
    yield from unread()


def _name(draft: Draft, number: int) -> str:
    return f"{draft.key.dataset}/{draft.key.item_id} sample {draft.key.sample}, attempt {number}"
