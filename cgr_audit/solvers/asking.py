"""Asking a solver, which is foreign code and may do anything but stop the run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cgr_audit.solvers.interface import Solver, SolverFailure, SolverReply, SolverRequest

__all__ = ["Answered", "asked"]


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a question: the response, or why there is none; exactly one of the two."""

    response: str | None
    error: str | None
    """In one line."""
    prompt_tokens: int | None = None
    response_tokens: int | None = None


def asked(solver: Solver, request: SolverRequest) -> Answered:
    """Put a request to a solver.

    A solver that raises ``KeyboardInterrupt`` or ``SystemExit`` has failed like any other. A person's Ctrl-C is not
    raised here: it reaches the main thread alone, and solvers are asked on others.
    """
    try:
        answer: Any = solver(request)
    except BaseException as failure:  # noqa: BLE001  the outcome says what it was
        return Answered(None, _told(failure))
    reply = answer if isinstance(answer, SolverReply) else SolverReply(answer)
    if not isinstance(reply.text, str):
        return Answered(None, f"the solver gave {type(reply.text).__name__} instead of text")
    try:
        reply.text.encode()
    except UnicodeEncodeError:
        return Answered(None, "the solver's response holds a lone surrogate")
    return Answered(reply.text, None, reply.prompt_tokens, reply.response_tokens)


def _told(failure: BaseException) -> str:
    text = " ".join(str(failure).split()).encode("utf-8", "replace").decode()
    if isinstance(failure, SolverFailure):
        return text
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__
