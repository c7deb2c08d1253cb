"""Replaying recorded calls: the very call that was recorded, or a failure that says what differs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import CgrAuditError, UsageError
from cgr_audit.records.rows import Channel, RowKey
from cgr_audit.solvers.interface import CallOrigin, SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.replay import ReplaySolver, load_replay

KEY = RowKey("medqa", "q1", "small", "large", 0)
ORIGIN = CallOrigin(KEY)


def call(**changes: Any) -> dict[str, Any]:
    record = {
        **KEY._asdict(), "channel": "assisted", "attempt": 1, "call_index": 0, "prompt": "Which?",
        "config": {"temperature": 0}, "response": "B", "error": None, "latency_s": 0.5,
    }  # fmt: skip
    return {**record, **changes}


def replay(folder: Path, *calls: dict[str, Any]) -> ReplaySolver:
    (folder / "calls.jsonl").write_text("".join(json.dumps(one) + "\n" for one in calls))
    return load_replay(folder)


def asked(prompt: str = "Which?", config: Any = None, *, index: int = 0, origin: CallOrigin = ORIGIN) -> SolverRequest:
    return SolverRequest(prompt, {"temperature": 0} if config is None else config, origin, index)


def test_a_recorded_call_gets_its_response(tmp_path: Path) -> None:
    solver = replay(
        tmp_path,
        call(),
        call(call_index=1, response="C"),
        call(attempt=2, response="D"),
        call(channel="direct", response="E"),
        call(item_id="q2", response="F"),
        call(config=None, call_index=2, response="G"),
        call(config=["x"], call_index=3, response="H"),
    )
    assert solver(asked()) == SolverReply("B")
    assert solver(asked(index=1)) == SolverReply("C")
    assert solver(asked(origin=CallOrigin(KEY, attempt=2))) == SolverReply("D")
    assert solver(asked(origin=CallOrigin(KEY, Channel.DIRECT))) == SolverReply("E")
    assert solver(asked(origin=CallOrigin(KEY._replace(item_id="q2")))) == SolverReply("F")
    assert solver(asked(config={}, index=2)) == SolverReply("G")
    assert solver(asked(config=["x"], index=3)) == SolverReply("H")


def test_a_recorded_call_gets_the_tokens_that_were_counted(tmp_path: Path) -> None:
    solver = replay(tmp_path, call(prompt_tokens=7, response_tokens=2), call(call_index=1, prompt_tokens=None))
    assert solver(asked()) == SolverReply("B", 7, 2)
    assert solver(asked(index=1)) == SolverReply("B")


def test_a_call_that_was_not_recorded_is_a_failure_that_shows_the_prompt(tmp_path: Path) -> None:
    solver = replay(tmp_path, call())
    for request in (asked(index=1), asked(origin=CallOrigin(KEY, attempt=2)), asked(origin=CallOrigin())):
        with pytest.raises(SolverFailure, match='no call was recorded; the prompt is "Which'):
            solver(request)


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (asked("Which one?"), 'the prompt differs: recorded "Which?", asked "Which one?"'),
        (
            asked(config={"temperature": 1}),
            'the configuration differs: recorded {"temperature": 0}, asked {"temperature": 1}',
        ),
        (asked(config={"temperature": False}), "the configuration differs"),
        (asked(config={}), "the configuration differs"),
        (asked("Which?" + "x" * 1000), "... (1008 characters)"),
    ],
)
def test_another_prompt_or_configuration_is_a_failure_that_shows_both(
    tmp_path: Path, request_: SolverRequest, reason: str
) -> None:
    with pytest.raises(SolverFailure) as caught:
        replay(tmp_path, call())(request_)
    assert reason in str(caught.value)


def test_a_call_that_failed_when_it_was_recorded_fails_again(tmp_path: Path) -> None:
    with pytest.raises(SolverFailure, match=r"^timed out$"):
        replay(tmp_path, call(response=None, error="timed out"))(asked())


def test_a_prompt_that_was_left_out_cannot_be_compared(tmp_path: Path) -> None:
    with pytest.raises(SolverFailure, match="the recorded prompt was left out"):
        replay(tmp_path, call(prompt=None))(asked())


def test_calls_that_cannot_be_read_are_refused_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"calls\.jsonl: no such file"):
        load_replay(tmp_path)
    with pytest.raises(CgrAuditError, match=r"calls\.jsonl:2: /attempt"):
        replay(tmp_path, call(), call(attempt=0))
    with pytest.raises(UsageError, match=r"calls\.jsonl:2: this call was recorded before"):
        replay(tmp_path, call(), call(response="C"))
