"""Asking a solver, which is foreign code and may do anything but stop the run."""

from __future__ import annotations

from typing import Any

from cgr_audit.solvers.interface import Solver, SolverFailure, SolverRequest

__all__ = ["response_or_failure"]


def response_or_failure(solver: Solver, request: SolverRequest) -> tuple[str | None, str | None]:
    """The response, or why there is none, in one line: exactly one of the two.

    A solver that raises ``KeyboardInterrupt`` or ``SystemExit`` has failed like any other. A person's Ctrl-C is not
    raised here: it reaches the main thread alone, and solvers are asked on others.
    """
    try:
        answer: Any = solver(request)
    except BaseException as failure:  # noqa: BLE001  the outcome says what it was
        return None, _told(failure)
    if not isinstance(answer, str):
        return None, f"the solver gave {type(answer).__name__} instead of text"
    try:
        answer.encode()
    except UnicodeEncodeError:
        return None, "the solver's response holds a lone surrogate"
    return answer, None


def _told(failure: BaseException) -> str:
    text = " ".join(str(failure).split()).encode("utf-8", "replace").decode()
    if isinstance(failure, SolverFailure):
        return text
    return f"{type(failure).__name__}: {text}" if text else type(failure).__name__
