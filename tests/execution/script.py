"""A solver that follows a script."""

from __future__ import annotations

from cgr_audit.solvers.interface import SolverReply, SolverRequest


class Script:
    """Answers in turn, and remembers what it was asked."""

    def __init__(self, *answers: str | SolverReply | BaseException) -> None:
        self.answers = list(answers)
        self.asked: list[SolverRequest] = []

    def __call__(self, request: SolverRequest) -> str | SolverReply:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer
