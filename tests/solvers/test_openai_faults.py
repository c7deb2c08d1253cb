"""What a model's address gives instead of a response: what is retried, what ends a run, what is the model's answer."""

from __future__ import annotations

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.records.rows import CallStatus
from cgr_audit.solvers.asking import reply_to
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.openai import KEY_VARIABLE, OpenAISolver
from cgr_audit.solvers.service import Patience
from tests.scripted_service import Endpoint, Sent, completion

AT_ONCE = Patience(tries=4, first_tries=4, call_s=20, try_s=10, first_wait_s=0, longest_wait_s=0.01)
HASTY = Patience(tries=2, first_tries=2, call_s=20, try_s=0.1, first_wait_s=0)
WHOLE = completion("B", prompt_tokens=12, completion_tokens=1)
BUSY = (408, 409, 425, 429)
BROKEN = (500, 501, 502, 503, 504, 507, 520, 524, 529, 599)


def solver_of(endpoint: Endpoint, patience: Patience = AT_ONCE) -> OpenAISolver:
    return OpenAISolver(endpoint.base_url, "small", key="", patience=patience)


@pytest.mark.parametrize(
    "fault",
    [
        *((status, b"later") for status in (*BUSY, *BROKEN)),
        *(Sent(200, WHOLE, cut=cut) for cut in (0, 1, len(WHOLE) // 2, len(WHOLE) - 1)),
        *(Sent(200, WHOLE, cut=cut, chunked=True) for cut in (1, len(WHOLE) - 1)),
        *(Sent(200, WHOLE, {"Connection": "close"}, cut=cut) for cut in (0, 1, len(WHOLE) - 1)),
        Sent(200, b"not gzip", {"Content-Encoding": "gzip"}),
        Sent(200, b"-5\r\nB", {"Transfer-Encoding": "chunked", "Connection": "close"}, cut=5),
        Sent(200, b"data: {}\n\ndata: [DONE]\n\n", {"Content-Type": "text/event-stream"}),
        (200, b'{"error": {"message": "overloaded"}}'),
        (200, b"<html>"),
        (204, b""),
    ],
    ids=str,
)
def test_a_fault_of_the_service_is_retried(endpoint: Endpoint, fault: Sent | tuple[int, bytes]) -> None:
    endpoint.answers = [fault, fault, (200, WHOLE)]
    assert solver_of(endpoint)(SolverRequest("?")) == SolverReply("B", 12, 1)
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    "value",
    [
        "0",
        "0.005",
        " 0 ",
        "99999",
        "1e400",
        "nan",
        "-1",
        "soon",
        "",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "Mon, 99 Foo 99999999999 00:00:00 GMT",
        "9" * 5000,
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_whatever_time_a_service_asks_for_the_wait_is_bounded(endpoint: Endpoint, status: int, value: str) -> None:
    endpoint.answers = [Sent(status, b"later", {"Retry-After": value}), (200, WHOLE)]
    assert solver_of(endpoint)(SolverRequest("?")) == SolverReply("B", 12, 1)
    assert len(endpoint.requests) == 2


@pytest.mark.parametrize("status", [400, 402, 406, 410, 413, 415, 422, 451])
def test_a_refusal_of_one_request_is_final(endpoint: Endpoint, status: int) -> None:
    endpoint.answers = [(status, b"no")]
    solver = solver_of(endpoint)
    with pytest.raises(SolverFailure, match=f"status {status}: no$"):
        solver(SolverRequest("?"))
    assert len(endpoint.requests) == 1
    assert solver.service.ended is None


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (401, b"who are you"),
        (403, b"not you"),
        (404, b"no such page"),
        (405, b"not here"),
        (302, b"over there"),
        (301, b""),
        (400, b'{"error": {"message": "no model called small"}}'),
        (422, b'{"error": "small is not a model"}'),
    ],
)
def test_a_wrong_key_address_or_model_ends_with_the_first_request(
    endpoint: Endpoint, status: int, answer: bytes
) -> None:
    endpoint.answers = [(status, answer)]
    solver = solver_of(endpoint)
    for _ in range(3):
        with pytest.raises(SolverFailure, match=f"status {status}: "):
            solver(SolverRequest("?"))
    assert len(endpoint.requests) == 1
    assert isinstance(solver.service.ended, UsageError)
    assert str(solver.service.ended).endswith(f"; check the address, the model and the key in {KEY_VARIABLE}")


def test_a_service_that_quotes_the_key_is_quoted_without_it(endpoint: Endpoint) -> None:
    key = "sk-hush-hush"
    endpoint.answers = [(200, completion(f"B {key}")), (400, key.encode() * 40), (200, key.encode())]
    solver = OpenAISolver(endpoint.base_url, "small", key=key, patience=HASTY)
    said = [str(reply_to(solver, SolverRequest("?"))) for _ in range(3)]
    assert all("[key]" in one and "hush" not in one for one in said)
    short = OpenAISolver(endpoint.base_url, "small", key="none", patience=HASTY)
    endpoint.answers = [(200, completion("none"))]
    assert short(SolverRequest("?")).text == "none"


def test_an_address_that_holds_the_key_is_refused_without_showing_it() -> None:
    with pytest.raises(UsageError) as refused:
        OpenAISolver("http://127.0.0.1:9/sk-hush-hush/v1", "small", key="sk-hush-hush")
    assert (
        str(refused.value) == f"the address or the model's name holds the key in {KEY_VARIABLE}, and is kept in records"
    )


def test_a_key_that_is_refused_later_on_is_a_failure_of_that_call(endpoint: Endpoint) -> None:
    endpoint.answers = [(200, WHOLE), (401, b"expired"), (200, WHOLE)]
    solver = solver_of(endpoint)
    solver(SolverRequest("?"))
    with pytest.raises(SolverFailure, match=r"status 401: expired$"):
        solver(SolverRequest("?"))
    assert solver.service.ended is None
    assert solver(SolverRequest("?")) == SolverReply("B", 12, 1)


@pytest.mark.parametrize("seconds", [0.01, 30], ids=["trickles", "stalls"])
def test_a_response_that_takes_too_long_is_given_up_however_it_comes(endpoint: Endpoint, seconds: float) -> None:
    endpoint.answers = [Sent(200, WHOLE, trickle_s=seconds)]
    with pytest.raises(SolverFailure, match=r"no whole response in 0\.1 s \(2 tries\)$"):
        solver_of(endpoint, HASTY)(SolverRequest("?"))
    assert len(endpoint.requests) == 2


def test_a_response_that_stalls_is_retried(endpoint: Endpoint) -> None:
    endpoint.answers = [Sent(200, WHOLE, trickle_s=30), (200, WHOLE)]
    assert solver_of(endpoint, HASTY)(SolverRequest("?")) == SolverReply("B", 12, 1)


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (completion("B", "length"), SolverReply("B", status=CallStatus.TRUNCATED)),
        (completion("", "length"), SolverReply("", status=CallStatus.TRUNCATED)),
        (completion(None, "length"), SolverReply("", status=CallStatus.NO_TEXT)),
        (completion(None), SolverReply("", status=CallStatus.NO_TEXT)),
        (completion(None, "tool_calls"), SolverReply("", status=CallStatus.NO_TEXT)),
        (b'{"choices": [{"message": {"role": "assistant"}}]}', SolverReply("", status=CallStatus.NO_TEXT)),
        (completion("I", "content_filter"), SolverReply("I", status=CallStatus.FILTERED)),
        (completion(None, "content_filter"), SolverReply("", status=CallStatus.FILTERED)),
        (completion(""), SolverReply("", status=CallStatus.NO_TEXT)),
        (completion([{"type": "text", "text": "The answer"}, {"text": " is B"}]), SolverReply("The answer is B")),
        (completion([{"type": "thinking", "text": "A or B?"}]), SolverReply("", status=CallStatus.NO_TEXT)),
        (completion([], "length"), SolverReply("", status=CallStatus.NO_TEXT)),
        (completion("B", None), SolverReply("B")),
        (completion("B \ud83d"), SolverReply("B \N{REPLACEMENT CHARACTER}")),
    ],
)
def test_a_response_that_is_no_whole_text_is_an_answer_of_the_model(
    endpoint: Endpoint, answer: bytes, reply: SolverReply
) -> None:
    endpoint.answers = [(200, answer)]
    assert solver_of(endpoint)(SolverRequest("?")) == reply
    assert len(endpoint.requests) == 1


def test_a_prompt_that_the_content_filter_refuses_is_filtered(endpoint: Endpoint) -> None:
    endpoint.answers = [(400, b'{"error": {"code": "content_filter", "message": "the prompt was filtered"}}')]
    assert solver_of(endpoint)(SolverRequest("?")) == SolverReply("", status=CallStatus.FILTERED)
