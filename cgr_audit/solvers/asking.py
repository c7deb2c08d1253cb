"""Asking a solver, which is foreign code and may do anything but stop the run."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from cgr_audit.records.rows import CallRow, CallStatus
from cgr_audit.solvers.interface import Solver, SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.sampling import sent_parameters

__all__ = ["LONGEST_RESPONSE", "ask", "recorded_reply", "reply_to"]

LONGEST_RESPONSE = 32 << 10
"""Bytes of a response that are kept; the rest is cut off, and the response is truncated.

Half of what a program may return, and far below what it may put into one prompt, so that a program that quotes one
stays within its limits. Some 8,000 tokens.
"""


def ask(solver: Solver, request: SolverRequest) -> CallRow:
    """Put a request to a solver, and keep what came of it: a response, or why there is none.

    A solver that raises ``KeyboardInterrupt`` or ``SystemExit`` has failed like any other. A person's Ctrl-C is not
    raised here: it reaches the main thread alone, and solvers are asked on others.
    """
    started = time.perf_counter()
    reply, error = reply_to(solver, request)
    origin, measured_s = request.origin, round(time.perf_counter() - started, 6)
    return CallRow(
        *origin.key,
        channel=origin.channel.value,
        attempt=origin.attempt,
        call_index=request.call_index,
        prompt=request.prompt,
        config=request.config,
        parameters=sent_parameters(request),
        response=None if reply is None else reply.text,
        status=None if reply is None else reply.status.value,
        error=error,
        prompt_tokens=None if reply is None else reply.prompt_tokens,
        response_tokens=None if reply is None else reply.response_tokens,
        latency_s=measured_s if reply is None or reply.latency_s is None else reply.latency_s,
        cached=None if reply is None else reply.cached,
    )


def recorded_reply(solver: Solver, request: SolverRequest, longest: int) -> dict[str, Any]:
    """Put a request to a solver, and keep what came of it as records have it.

    Args:
        solver: who is asked.
        request: what.
        longest: bytes of the response that are kept.

    Returns:
        ``response`` and ``status`` are null where there is none; ``error`` says why.
    """
    started = time.perf_counter()
    reply, error = reply_to(solver, request, longest)
    measured_s = round(time.perf_counter() - started, 6)
    return {
        "prompt": request.prompt,
        "response": None if reply is None else reply.text,
        "status": None if reply is None else reply.status.value,
        "parameters": dict(request.parameters),
        "model": None if reply is None else reply.model,
        "finish_reason": None if reply is None else reply.finish_reason,
        "error": error,
        "prompt_tokens": None if reply is None else reply.prompt_tokens,
        "response_tokens": None if reply is None else reply.response_tokens,
        "latency_s": measured_s if reply is None or reply.latency_s is None else reply.latency_s,
        "cached": None if reply is None else reply.cached,
    }


def reply_to(
    solver: Solver, request: SolverRequest, longest: int = LONGEST_RESPONSE
) -> tuple[SolverReply | None, str | None]:
    """The reply, or the reason for its absence in one line.

    Args:
        solver: who is asked.
        request: what.
        longest: bytes of the response that are kept.
    """
    try:
        answer: Any = solver(request)
    except BaseException as failure:  # noqa: BLE001  the outcome says what it was
        return None, _reason(failure)
    reply = answer if isinstance(answer, SolverReply) else SolverReply(answer)
    if not isinstance(reply.text, str):
        return None, f"the solver gave {type(reply.text).__name__} instead of text"
    try:
        size = len(reply.text.encode())
    except UnicodeEncodeError:
        return None, "the solver's response holds a lone surrogate"
    return (reply if size <= longest else _cut(reply, longest)), None


def _cut(reply: SolverReply, longest: int) -> SolverReply:
    status = CallStatus.TRUNCATED if reply.status is CallStatus.ANSWERED else reply.status
    return replace(reply, text=reply.text.encode()[:longest].decode("utf-8", "ignore"), status=status)


def _reason(failure: BaseException) -> str:
    text = " ".join(str(failure).split()).encode("utf-8", "replace").decode()
    if isinstance(failure, SolverFailure):
        return text
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__
