"""Scorers: what the gate says of the programs in a sample, and where their answers come from.

A score's value says each possible outcome by 1 or 0, so that its mean is a share; its answer says it in a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import TaskState

from cgr_audit.analysis.queries.sources import Source
from cgr_audit.gate.policy import Decision
from cgr_audit.inspect.conversation_gate import ConversationGate, GatedProgram, programs_of, strictest, summary

__all__ = ["answer_provenance", "program_verdict"]

_NO_PROGRAM = "no program"


@scorer(metrics={"*": [mean()]})
def program_verdict(contract: str = "cgr", policy: str | None = None) -> Scorer:
    """The strictest verdict on a program of the sample: ``approved``, ``observe``, ``refused``, or ``no program``.

    Args:
        contract: a built-in contract, or a TOML file.
        policy: a TOML file; the built-in policy by default.
    """
    judge = ConversationGate(contract, policy)

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  Inspect's signature
        judged = await _judged(judge, state)
        decision = strictest(judged)
        return _score(Decision, [] if decision is None else [decision.value], judged)

    return score


@scorer(metrics={"*": [mean()]})
def answer_provenance(contract: str = "cgr", policy: str | None = None) -> Scorer:
    """Where the answers of the sample's programs can come from, such as ``solver``, or ``fallback, solver``.

    Args:
        contract: a built-in contract, or a TOML file.
        policy: a TOML file; the built-in policy by default.
    """
    judge = ConversationGate(contract, policy)

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        judged = await _judged(judge, state)
        kinds = {kind for one in judged for kind in one.audit.answer_provenance or (Source.UNKNOWN.value,)}
        return _score(Source, sorted(kinds), judged)

    return score


async def _judged(judge: ConversationGate, state: TaskState) -> list[GatedProgram]:
    return await judge.judge(programs_of(state.messages), len(state.choices) or None)


def _score(outcomes: Iterable[str], found: Sequence[str], judged: Sequence[GatedProgram]) -> Score:
    values = {str(outcome): int(str(outcome) in found) for outcome in outcomes}
    return Score(
        value={**values, _NO_PROGRAM: int(not judged)},
        answer=", ".join(found) or _NO_PROGRAM,
        explanation=summary(judged),
        metadata={"programs": [one.to_record() for one in judged]},
    )
