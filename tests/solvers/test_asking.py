"""Solvers that do not answer: every one of them has failed, and nothing of it gets past the question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cgr_audit.solvers.asking import Answered, asked
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest

REQUEST = SolverRequest("Which one?")


def raising(error: BaseException) -> Callable[[SolverRequest], str]:
    def solver(_request: SolverRequest) -> str:
        raise error

    return solver


def giving(answer: Any) -> Callable[[SolverRequest], Any]:
    return lambda _request: answer


def test_an_answer_is_given_as_it_is() -> None:
    assert asked(ConstantSolver("B é\0"), REQUEST) == Answered("B é\0", None)
    assert asked(ConstantSolver(""), REQUEST) == Answered("", None)


def test_what_a_solver_counted_goes_with_its_answer() -> None:
    assert asked(lambda _request: SolverReply("B", 12, 3), REQUEST) == Answered("B", None, 12, 3)


@pytest.mark.parametrize(
    ("solver", "told"),
    [
        (raising(KeyboardInterrupt()), "KeyboardInterrupt"),
        (raising(SystemExit(3)), "SystemExit: 3"),
        (raising(GeneratorExit()), "GeneratorExit"),
        (raising(SolverFailure("no\n line")), "no line"),
        (raising(ValueError("odd \ud800")), "ValueError: odd ?"),
        (giving(None), "the solver gave NoneType instead of text"),
        (giving(b"B"), "the solver gave bytes instead of text"),
        (giving("\ud800"), "the solver's response holds a lone surrogate"),
        (giving(SolverReply("\ud800", 1, 1)), "the solver's response holds a lone surrogate"),
        (giving(SolverReply(b"B")), "the solver gave bytes instead of text"),  # type: ignore[arg-type]
    ],
)
def test_whatever_else_it_does_is_a_failure_in_one_line(solver: Callable[[Any], Any], told: str) -> None:
    assert asked(solver, REQUEST) == Answered(None, told)
