"""A solver behind an OpenAI-compatible address, against a server of the test's own."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.openai import KEY_VARIABLE, OpenAISolver
from cgr_audit.solvers.sampling import sent_parameters
from cgr_audit.solvers.service import Patience
from cgr_audit.solvers.spec import parse_solver_spec
from tests.scripted_service import Endpoint, completion

AT_ONCE = Patience(tries=4, first_tries=4, call_s=20, try_s=10, first_wait_s=0)


def test_a_prompt_is_one_user_message_and_the_tokens_come_back(endpoint: Endpoint) -> None:
    solver = OpenAISolver(endpoint.base_url + "/", "small", key="")
    assert solver(SolverRequest("Which one? é")) == SolverReply("B", 12, 1)
    path, headers, body = endpoint.requests[0]
    assert path == "/v1/chat/completions"
    assert body == {"model": "small", "messages": [{"role": "user", "content": "Which one? é"}]}
    assert "Authorization" not in headers


def test_the_key_is_taken_from_the_environment(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "secret")
    OpenAISolver(endpoint.base_url, "small")(SolverRequest("?"))
    assert endpoint.requests[0][1]["Authorization"] == "Bearer secret"


@pytest.mark.parametrize("key", ["sk-SECRET\nX", "sk-S\u00e9CRET", "sk SECRET", "sk-\0SECRET"])
def test_a_key_that_no_header_holds_is_refused_and_never_shown(key: str) -> None:
    with pytest.raises(UsageError) as refused:
        OpenAISolver("http://localhost/v1", "small", key=key)
    assert str(refused.value) == f"{KEY_VARIABLE} holds characters that no key has"


def test_space_around_a_key_is_none_of_it(endpoint: Endpoint) -> None:
    OpenAISolver(endpoint.base_url, "small", key=" secret\n")(SolverRequest("?"))
    assert endpoint.requests[0][1]["Authorization"] == "Bearer secret"


@pytest.mark.parametrize(("prompt", "response"), [(True, -1), (10**400, 1.5)])
def test_what_is_no_count_of_tokens_is_none(endpoint: Endpoint, prompt: Any, response: Any) -> None:
    endpoint.answers = [(200, completion("B", prompt_tokens=prompt, completion_tokens=response))]
    assert OpenAISolver(endpoint.base_url, "small", key="")(SolverRequest("?")) == SolverReply("B", None, None)


def test_a_lone_surrogate_is_replaced_wherever_a_response_has_one(endpoint: Endpoint) -> None:
    choice = {"message": {"content": "B \ud800"}, "finish_reason": "\ud800"}
    endpoint.answers = [(200, json.dumps({"choices": [choice], "model": "\udfff"}).encode())]
    reply = OpenAISolver(endpoint.base_url, "small", key="")(SolverRequest("?"))
    assert (reply.text, reply.finish_reason, reply.model) == ("B \ufffd", "\ufffd", "\ufffd")


@pytest.mark.parametrize(
    ("config", "passed"),
    [
        ({"temperature": 0.2, "max_tokens": 64, "seed": 7}, {"temperature": 0.2, "max_tokens": 64, "seed": 7}),
        ({"stop": "\n"}, {"stop": ["\n"]}),
        ({"stop": ["a", "b"], "top_p": 1}, {"stop": ["a", "b"], "top_p": 1}),
        ({"model": "large", "n": 500, "messages": [], "stream": True}, {}),
        ({"temperature": "hot", "max_tokens": 0, "seed": 1.5, "stop": [""]}, {}),
        ({"temperature": 2.5, "max_tokens": True, "top_p": -1, "presence_penalty": 3}, {}),
        ({"max_tokens": 10**12, "stop": ["a"] * 5, "seed": 1 << 63}, {}),
        ({"max_completion_tokens": 9, "max_tokens": 8}, {"max_completion_tokens": 9}),
        (["temperature", 0.2], {}),
        (None, {}),
    ],
)
def test_of_the_configuration_only_valid_sampling_parameters_are_sent(
    endpoint: Endpoint, config: Any, passed: dict[str, Any]
) -> None:
    OpenAISolver(endpoint.base_url, "small", key="")(SolverRequest("?", config))
    body = endpoint.requests[0][2]
    assert {name: value for name, value in body.items() if name not in ("model", "messages")} == passed


@pytest.mark.parametrize(
    ("config", "sent"),
    [
        ({}, {"max_tokens": 64, "temperature": 0}),
        ({"max_tokens": 8}, {"max_tokens": 8, "temperature": 0}),
        ({"max_completion_tokens": 8}, {"max_completion_tokens": 8, "temperature": 0}),
    ],
)
def test_a_programs_limit_on_the_response_replaces_the_runs(config: Any, sent: dict[str, Any]) -> None:
    assert sent_parameters(SolverRequest("?", config, parameters={"max_tokens": 64, "temperature": 0})) == sent
    turned = {"max_completion_tokens": 64, "temperature": 0}
    assert sent_parameters(SolverRequest("?", {"max_tokens": 8}, parameters=turned)) == {
        "max_tokens": 8,
        "temperature": 0,
    }


@pytest.mark.parametrize(
    ("status", "answer", "told"),
    [
        (400, b'{"error": "no such\n model"}', 'status 400: {"error": "no such model"}'),
        (503, b"down", "status 503: down"),
        (302, b"over there", "status 302: over there"),
        (200, b"x" * ((16 << 20) + 1), "a response of more than 16777216 bytes"),
        (200, b"<html>", "not a chat completion: <html>"),
        (200, b'{"choices": []}', 'not a chat completion: {"choices": []}'),
        (200, b"[" * 100_000, "not a chat completion: " + "[" * 300 + "..."),
        (200, completion([1]), "a response whose content is not text: "),
    ],
)
def test_anything_but_a_response_is_a_failure_that_says_what_came(
    endpoint: Endpoint, status: int, answer: bytes, told: str
) -> None:
    endpoint.answers = [(status, answer)]
    with pytest.raises(SolverFailure) as failure:
        OpenAISolver(endpoint.base_url, "small", key="", patience=AT_ONCE)(SolverRequest("?"))
    assert str(failure.value).startswith(f"{endpoint.base_url}/chat/completions: {told}")


def test_an_address_where_nobody_listens_is_a_failure() -> None:
    solver = OpenAISolver("http://127.0.0.1:9/v1", "small", key="", patience=AT_ONCE)
    with pytest.raises(
        SolverFailure, match=r"completions: Failed to establish a new connection: .*Connection refused$"
    ):
        solver(SolverRequest("?"))
    assert isinstance(solver.service.ended, IncompleteError)
    assert "the first request failed, so nothing was run" in str(solver.service.ended)


def test_the_query_of_an_address_stays_behind_its_path(endpoint: Endpoint) -> None:
    spec = f"openai:{endpoint.base_url}/deployments/a?api-version=2024-10-21&x=1#small"
    parse_solver_spec(spec)(SolverRequest("?"))
    path, headers, _ = endpoint.requests[0]
    assert path == "/v1/deployments/a/chat/completions?api-version=2024-10-21&x=1"
    assert "api-key" not in headers
    OpenAISolver(f"{endpoint.base_url}?api-version=1", "small", key="secret")(SolverRequest("?"))
    assert endpoint.requests[1][1]["api-key"] == "secret"


def test_many_threads_ask_at_once(endpoint: Endpoint) -> None:
    solver = OpenAISolver(endpoint.base_url, "small", key="")
    with ThreadPoolExecutor(32) as threads:
        replies = list(threads.map(lambda number: solver(SolverRequest(str(number))), range(200)))
    assert replies == [SolverReply("B", 12, 1)] * 200
    asked = {body["messages"][0]["content"] for _, _, body in endpoint.requests}
    assert asked == {str(number) for number in range(200)}


def test_a_spec_names_address_and_model(endpoint: Endpoint) -> None:
    solver = parse_solver_spec(f"openai:{endpoint.base_url}#org/small:7b")
    solver(SolverRequest("?"))
    assert endpoint.requests[0][2]["model"] == "org/small:7b"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("openai", "an address and a model are missing"),
        ("openai:http://localhost/v1", "a model is missing"),
        ("openai:#small", "an address is missing"),
        ("openai:localhost:8000#small", "is not an http:// or https:// address"),
        ("openai:http://[::1/v1#small", "is not an http:// or https:// address"),
        ("openai:http://localhost:99999/v1#small", "is not an http:// or https:// address"),
        ("openai:http://a b/v1#small", "is not an http:// or https:// address"),
        ("openai:http://a[b/v1#small", "is not an http:// or https:// address"),
        (f"openai:http://{'ä' * 70}/v1#small", "is not an http:// or https:// address"),
        ("openai:http://me:secret@localhost#small", f"put the key into {KEY_VARIABLE}"),
        *(
            (
                f"openai:http://localhost/v1?v=1&{name}=hush#small",
                rf"/v1: the query parameter '{name}' .*{KEY_VARIABLE}$",
            )
            for name in ("key", "api-key", "apiKey", "access_token", "sig", "X-Amz-Signature", "code", "client_secret")
        ),
    ],
)
def test_a_spec_that_lacks_something_says_what(spec: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        parse_solver_spec(spec)
