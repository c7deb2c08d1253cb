"""Programs of a conversation, audited and judged as ``cgr-audit gate`` does it, for callers that must not block."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.to_thread
from inspect_ai.model import ChatMessage

from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.cli.audit_session import DEADLINE, Work, known_rules, workers_for
from cgr_audit.gate.policy import Decision, load_policy
from cgr_audit.gate.verdict import Gate, Verdict
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.contract import load_contract
from cgr_audit.source.messages import programs_in_messages
from cgr_audit.source.program import Program

__all__ = ["ConversationGate", "GatedProgram", "programs_of", "strictest", "summary"]

_one_at_a_time = threading.Lock()
"""Inspect runs many samples at once; each audit starts a process of its own."""
_STRICTEST_FIRST = (Decision.REFUSED, Decision.OBSERVE, Decision.APPROVED)


@dataclass(frozen=True, slots=True)
class GatedProgram:
    """A program with everything that is known of it."""

    program: Program
    audit: ProgramAudit
    verdict: Verdict

    def to_record(self) -> dict[str, Any]:
        """What a score or a result carries of it, as JSON."""
        bound = self.audit.call_bound
        return {
            "program_id": self.program.program_id,
            "sha256": self.program.sha256,
            "source": self.program.data.decode("utf-8", "replace"),
            "verdict": self.verdict.verdict.value,
            "reasons": list(self.verdict.reasons),
            "explanations": list(self.verdict.explanations),
            "answer_provenance": list(self.audit.answer_provenance),
            "call_bound": None if bound is None else bound.expression,
            "findings": [
                {
                    "code": finding.code,
                    "slug": finding.slug,
                    "severity": finding.severity.value,
                    "line": None if finding.span is None else finding.span.line,
                    "message": finding.message,
                }
                for finding in self.audit.findings
            ],
        }


class ConversationGate:
    """Judges programs under one contract and policy."""

    def __init__(self, contract: str, policy: str | None) -> None:
        """Load the contract, so that a wrong name is an error at once.

        Args:
            contract: a built-in contract, or a TOML file.
            policy: a TOML file; the built-in policy by default.

        Raises:
            UsageError: there is no such contract.
        """
        self._contract = load_contract(contract)
        self._policy = None if policy is None else Path(policy)

    async def judge(self, programs: Sequence[Program], option_count: int | None = None) -> list[GatedProgram]:
        """The programs with audit and verdict, in their order."""
        if not programs:
            return []
        judged: list[GatedProgram] = await anyio.to_thread.run_sync(self._judge, programs, option_count)
        return judged

    def _judge(self, programs: Sequence[Program], option_count: int | None) -> list[GatedProgram]:
        work = Work([], self._contract, None, 1, DEADLINE)
        with _one_at_a_time, known_rules(None, no_cache=False) as (registry, cache):
            gate = Gate(load_policy(self._policy, registry), registry.digest, self._contract.digest)
            audits = list(workers_for(work, registry.rules, registry.digest, cache).map(programs))
        return [
            GatedProgram(program, audit, gate.judge(audit, option_count))
            for program, audit in zip(programs, audits, strict=True)
        ]


def programs_of(messages: Sequence[ChatMessage]) -> list[Program]:
    """The programs that the assistant wrote, each with the number of its message, from 0, in ``fields``.

    Raises:
        ValueError: one is too large to be read: it can be judged by nobody, and is not passed over.
    """
    found = list(programs_in_messages([message.model_dump(exclude_none=True) for message in messages]))
    unreadable = [one for one in found if isinstance(one, Unreadable)]
    if unreadable:
        raise ValueError(f"{unreadable[0].path}: {unreadable[0].reason}")
    return [one for one in found if isinstance(one, Program)]


def strictest(judged: Sequence[GatedProgram]) -> Decision | None:
    """The strictest verdict; nothing if there is no program."""
    return next((each for each in _STRICTEST_FIRST if any(one.verdict.verdict is each for one in judged)), None)


def summary(judged: Sequence[GatedProgram]) -> str:
    """Every program's verdict with its reasons, a line each."""
    if not judged:
        return "no program in what was generated"
    lines = []
    for one in judged:
        said = "; ".join(one.verdict.explanations) or "nothing speaks against it"
        failed = "" if one.audit.status is not AuditStatus.FAILED else " (its audit failed)"
        lines.append(f"{one.program.program_id}: {one.verdict.verdict.value}{failed}: {said}")
    return "\n".join(lines)
