"""Scanners of transcripts for Inspect Scout: the findings in generated programs, and the gate's verdict."""

from __future__ import annotations

from inspect_ai.scorer import Reference
from inspect_scout import Result, Scanner, Transcript, scanner

from cgr_audit.inspect.conversation_gate import ConversationGate, GatedProgram, programs_of, strictest, summary

__all__ = ["program_findings", "program_verdict"]


@scanner(messages="all")
def program_findings(contract: str = "cgr") -> Scanner[Transcript]:
    """A result for each finding in a program of the transcript: its code as label, its severity as value.

    Args:
        contract: a built-in contract, or a TOML file.
    """
    judge = ConversationGate(contract, None)

    async def scan(transcript: Transcript) -> list[Result]:
        return [
            Result(
                value=record["severity"],
                label=record["code"],
                explanation=f"{reference.cite} {one.program.program_id}:{record['line']} {record['slug']}: "
                f"{record['message']}",
                metadata={"program_id": one.program.program_id, "sha256": one.program.sha256, **record},
                references=[reference],
            )
            for one in await judge.judge(programs_of(transcript.messages))
            for reference in [_reference(transcript, one)]
            for record in one.to_record()["findings"]
        ]

    return scan


@scanner(messages="all")
def program_verdict(contract: str = "cgr", policy: str | None = None) -> Scanner[Transcript]:
    """The strictest verdict on a program of the transcript as value; null where there is no program.

    Args:
        contract: a built-in contract, or a TOML file.
        policy: a TOML file; the built-in policy by default.
    """
    judge = ConversationGate(contract, policy)

    async def scan(transcript: Transcript) -> Result:
        judged = await judge.judge(programs_of(transcript.messages))
        decision = strictest(judged)
        return Result(
            value=None if decision is None else decision.value,
            explanation=summary(judged),
            metadata={"programs": [one.to_record() for one in judged]},
            references=[_reference(transcript, one) for one in judged],
        )

    return scan


def _reference(transcript: Transcript, judged: GatedProgram) -> Reference:
    number = judged.program.fields["message"]
    return Reference(type="message", cite=f"[M{number + 1}]", id=transcript.messages[number].id or "")
