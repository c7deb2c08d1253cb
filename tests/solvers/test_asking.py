"""Solvers that do not answer: every one of them has failed, and nothing of it gets past the question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cgr_audit.records.rows import CallStatus, Channel, RowKey
from cgr_audit.solvers.asking import LONGEST_RESPONSE, ask
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.interface import CallOrigin, SolverFailure, SolverReply, SolverRequest

REQUEST = SolverRequest("Which one?")


def raising(error: BaseException) -> Callable[[SolverRequest], str]:
    def solver(_request: SolverRequest) -> str:
        raise error

    return solver


def giving(answer: Any) -> Callable[[SolverRequest], Any]:
    return lambda _request: answer


def test_an_answer_is_given_as_it_is() -> None:
    for text in ("B é\0", ""):
        call = ask(ConstantSolver(text), REQUEST)
        assert (call.response, call.status, call.error) == (text, "answered", None)


def test_a_call_is_kept_with_what_was_asked_and_whose_it_is() -> None:
    key = RowKey("medqa", "q1", "small", "large", 0)
    request = SolverRequest("Which?", {"seed": 1}, CallOrigin(key, Channel.DIRECT, 2), 3)
    call = ask(ConstantSolver("B"), request)
    assert (call.key, call.channel, call.attempt, call.call_index) == (key, "direct", 2, 3)
    assert (call.prompt, call.config) == ("Which?", {"seed": 1})
    assert call.latency_s is not None


@pytest.mark.parametrize("status", CallStatus)
def test_what_became_of_a_response_is_its_status(status: CallStatus) -> None:
    call = ask(lambda _request: SolverReply("B", status=status), REQUEST)
    assert (call.response, call.status, call.error) == ("B", status.value, None)


@pytest.mark.parametrize(
    ("size", "status"), [(LONGEST_RESPONSE, "answered"), (LONGEST_RESPONSE + 1, "truncated"), (5 << 20, "truncated")]
)
def test_a_response_that_is_too_long_to_quote_is_truncated(size: int, status: str) -> None:
    call = ask(ConstantSolver("B" * size), REQUEST)
    assert (call.response, call.status, call.error) == ("B" * min(size, LONGEST_RESPONSE), status, None)


def test_a_response_is_cut_between_characters_and_keeps_a_status_of_its_own() -> None:
    text = "x" + "é" * LONGEST_RESPONSE
    call = ask(lambda _request: SolverReply(text, 7, 9, CallStatus.FILTERED), REQUEST)
    assert call.response == text[: LONGEST_RESPONSE // 2]
    assert (call.status, call.prompt_tokens, call.response_tokens) == ("filtered", 7, 9)


def test_what_a_solver_counted_goes_with_its_answer() -> None:
    call = ask(lambda _request: SolverReply("B", 12, 3), REQUEST)
    assert (call.response, call.prompt_tokens, call.response_tokens) == ("B", 12, 3)


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
    call = ask(solver, REQUEST)
    assert (call.response, call.status, call.error) == (None, None, told)
