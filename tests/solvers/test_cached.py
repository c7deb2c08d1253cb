"""Responses that are kept, what commands count and pay for, and how many requests a service gets at a time."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.records.rows import CallRow, CallStatus, Channel, RowKey
from cgr_audit.solvers.account import Account, Budget, Price, load_prices
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.cached import CachedSolver, SolverOptions, solver_from
from cgr_audit.solvers.connections import Connections
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.fault import Fault, FaultKind
from cgr_audit.solvers.interface import REFUSAL, CallOrigin, SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.response_cache import FILE, ResponseCache, call_key
from cgr_audit.solvers.service import Patience, Service
from tests.scripted_service import Endpoint, Sent, completion

KEY = RowKey("d", "1", "openai:x", "g", 0)
REQUEST = SolverRequest("Which?", {"temperature": 0.5}, CallOrigin(KEY, Channel.DIRECT, 1), 0, ("A", "B"))
REPLY = SolverReply("B", 12, 1)


class Asked:
    """Gives its replies in turn, and counts what it was asked."""

    def __init__(self, *replies: Any) -> None:
        self.replies = iter(replies)
        self.calls = 0

    def __call__(self, _request: SolverRequest) -> Any:
        self.calls += 1
        reply = next(self.replies, REPLY)
        if isinstance(reply, Exception):
            raise reply
        return reply


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[ResponseCache]:
    said: list[str] = []
    opened = ResponseCache(said.append, tmp_path / "cache")
    yield opened
    opened.close()
    assert said == []


def asked(solver: Asked, cache: ResponseCache, *requests: SolverRequest, identity: str = "model") -> list[CallRow]:
    cached = CachedSolver(solver, identity, SolverOptions(cache))
    return [ask(cached, request) for request in requests]


def test_a_call_that_was_asked_is_not_asked_again_and_is_marked(cache: ResponseCache) -> None:
    first, again = asked(Asked(SolverReply("B \ud83d\ude00"[:2], 3, 4, CallStatus.TRUNCATED)), cache, REQUEST, REQUEST)
    assert (first.cached, again.cached) == (False, True)
    assert replace(again, cached=False) == first
    never = Asked()
    (elsewhere,) = asked(never, cache, replace(REQUEST, origin=replace(REQUEST.origin, key=KEY._replace(solver="x"))))
    assert (elsewhere.cached, never.calls) == (True, 0)


@pytest.mark.parametrize(
    "other",
    [
        replace(REQUEST, prompt="Which one?"),
        replace(REQUEST, config={"temperature": 0.6}),
        replace(REQUEST, parameters={"max_tokens": 5}),
        replace(REQUEST, call_index=1),
        *(
            replace(REQUEST, origin=origin)
            for origin in (
                CallOrigin(KEY, Channel.ASSISTED, 1),
                CallOrigin(KEY, Channel.DIRECT, 2),
                *(
                    CallOrigin(KEY._replace(**changed), Channel.DIRECT, 1)
                    for changed in ({"dataset": "e"}, {"item_id": "2"})
                ),
            )
        ),
    ],
)
def test_every_draw_is_a_call_of_its_own(cache: ResponseCache, other: SolverRequest) -> None:
    solver = Asked("A", "B")
    assert [call.response for call in asked(solver, cache, REQUEST, other)] == ["A", "B"]


@pytest.mark.parametrize(
    ("channel", "responses"), [(Channel.DIRECT, ["A", "A", "A"]), (Channel.ASSISTED, ["A", "B", "C"])]
)
def test_an_item_is_asked_directly_once_whatever_its_programs(
    cache: ResponseCache, channel: Channel, responses: list[str]
) -> None:
    keys = (KEY, KEY._replace(generator="h"), KEY._replace(sample=1))
    requests = (replace(REQUEST, origin=CallOrigin(key, channel)) for key in keys)
    assert [call.response for call in asked(Asked("A", "B", "C"), cache, *requests)] == responses


def test_what_the_service_says_of_a_response_is_kept_with_it(cache: ResponseCache, endpoint: Endpoint) -> None:
    document = json.loads(completion(None))
    document["model"] = "writer-2026-02"
    document["choices"][0]["message"]["refusal"] = "I will not."
    endpoint.answers = [(200, json.dumps(document).encode())]
    for _ in range(2):
        reply = solver_from(f"openai:{endpoint.base_url}#w", SolverOptions(cache))(REQUEST)
        assert isinstance(reply, SolverReply)
        assert (reply.status, reply.finish_reason, reply.model) == (CallStatus.NO_TEXT, REFUSAL, "writer-2026-02")
    assert len(endpoint.requests) == 1


def test_another_model_is_asked_anew(cache: ResponseCache) -> None:
    solver = Asked("A", "B")
    responses = [asked(solver, cache, REQUEST, identity=identity)[0].response for identity in ("one", "two")]
    assert responses == ["A", "B"]


@pytest.mark.parametrize(
    "failure", [SolverFailure("down"), ValueError("odd"), SolverReply("\ud83d"), SolverReply(None)]
)  # type: ignore[arg-type]
def test_a_failure_is_never_kept(cache: ResponseCache, failure: Any) -> None:
    failed, whole = asked(Asked(failure), cache, REQUEST, REQUEST)
    assert (failed.response, failed.cached) == (None, None)
    assert (whole.response, whole.cached) == ("B", False)


def test_many_threads_share_one_cache(cache: ResponseCache) -> None:
    requests = [replace(REQUEST, call_index=number % 50) for number in range(400)]
    solver = CachedSolver(ConstantSolver("B"), "model", SolverOptions(cache))
    with ThreadPoolExecutor(16) as threads:
        calls = list(threads.map(lambda request: ask(solver, request), requests))
    assert {call.response for call in calls} == {"B"}
    assert all(ask(solver, request).cached for request in requests[:50])


def _keep_many(folder: Path, begin: int, kept: Any) -> None:
    cache = ResponseCache(print, folder)
    for number in range(begin, begin + 10_000):
        cache.keep(call_key("model", replace(REQUEST, call_index=number)), SolverReply(str(number), latency_s=0.5))
        kept.value = number


def test_what_was_kept_outlives_processes_that_are_killed(cache: ResponseCache, tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    kept = [context.Value("q", 0) for _ in range(2)]
    writers = [
        context.Process(target=_keep_many, args=(tmp_path / "cache", 10_000 * place, kept[place])) for place in range(2)
    ]
    for writer in writers:
        writer.start()
    while any(one.value % 10_000 < 20 for one in kept):
        writers[0].join(0.01)
    for writer in writers:
        os.kill(writer.pid or 0, signal.SIGKILL)
        writer.join()
    for place, one in enumerate(kept):
        for number in (10_000 * place, one.value):
            found = cache.find(call_key("model", replace(REQUEST, call_index=number)))
            assert found == SolverReply(str(number), latency_s=0.5, cached=True)


def test_a_process_that_ends_does_not_close_the_cache_under_threads_that_read_it(tmp_path: Path) -> None:
    script = (
        "import atexit, sys, pathlib\n"
        "from cgr_audit.solvers.response_cache import ResponseCache\n"
        "cache = ResponseCache(print, pathlib.Path(sys.argv[1]))\n"
        "cache.find(b'key')\n"
        "atexit._run_exitfuncs()\n"
        "cache.find(b'key')\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)


def test_a_corrupt_cache_costs_nothing_but_calls(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 500)
    (tmp_path / FILE).chmod(0o600)
    said: list[str] = []
    cache = ResponseCache(said.append, tmp_path)
    first, again = asked(Asked(), cache, REQUEST, REQUEST)
    cache.close()
    assert said == [f"{tmp_path / FILE}: corrupt response cache was reset"]
    assert (first.response, again.response) == ("B", "B")


def test_scripted_solvers_are_neither_cached_nor_counted(cache: ResponseCache) -> None:
    options = SolverOptions(cache)
    assert solver_from("constant:B", options) == ConstantSolver("B")
    assert str(options.account) == ""


@pytest.mark.parametrize(
    ("budget", "calls", "why"),
    [
        (Budget(calls=3), 3, "--max-calls 3 is reached (3 solver calls, 0% cached, 39 tokens, cost 0.0420)"),
        (Budget(tokens=20), 2, "--max-tokens-total 20 is reached (2 solver calls, 0% cached, 26 tokens, cost 0.0280)"),
        (Budget(cost=0.014), 1, "--max-cost 0.014 is reached (1 solver call, 0% cached, 13 tokens, cost 0.0140)"),
    ],
)
def test_a_budget_ends_what_is_asked_and_cached_responses_cost_nothing(
    cache: ResponseCache, budget: Budget, calls: int, why: str
) -> None:
    solver = Asked()
    requests = [replace(REQUEST, call_index=number) for number in range(5)]
    limited = CachedSolver(solver, "model", SolverOptions(cache, Account(budget)), Price(1000, 2000))
    responses = [ask(limited, request).response for request in requests]
    assert responses == ["B"] * calls + [None] * (5 - calls)
    assert solver.calls == calls
    assert str(limited.ended) == f"{why}; the run stopped: rerun the same command to resume"
    resumed = CachedSolver(solver, "model", SolverOptions(cache, Account(budget)), Price(1000, 2000))
    assert [ask(resumed, request).response for request in requests][: 2 * calls] == ["B"] * min(2 * calls, 5)
    assert solver.calls == min(2 * calls, 5)


def test_no_more_calls_are_sent_than_allowed_by_however_many_threads() -> None:
    solver = Asked()
    limited = CachedSolver(solver, "model", SolverOptions(account=Account(Budget(calls=7))))
    with ThreadPoolExecutor(16) as threads:
        rows = list(threads.map(lambda _number: ask(limited, REQUEST), range(64)))
    assert (solver.calls, sum(row.response == "B" for row in rows)) == (7, 7)


def test_calls_without_a_response_are_counted_and_none_is_once_the_service_is_given_up(endpoint: Endpoint) -> None:
    options = SolverOptions()
    solver = solver_from(f"openai:{endpoint.base_url}#w", options)
    endpoint.answers = [(200, completion("B", prompt_tokens=1, completion_tokens=1)), (400, b"no")]
    for _ in range(30):
        ask(solver, REQUEST)
    assert str(options.account) == "21 solver calls, 0% cached, 20 failed, 2 tokens"
    assert len(endpoint.requests) == 21


def test_a_budget_of_tokens_needs_them_counted() -> None:
    limited = CachedSolver(Asked("B"), "model", SolverOptions(account=Account(Budget(tokens=100))))
    assert ask(limited, REQUEST).response == "B"
    assert str(limited.ended).startswith(
        "a response came without its number of tokens, which the budget is counted in ("
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[small]\nprompt = 1\n", r'\["small"\] must hold two numbers, prompt and response'),
        ('small = "free"\n', r'\["small"\] must hold two numbers'),
        ("[small]\nprompt = 1\nresponse = -1\n", r'\["small"\] must hold two numbers'),
        ("[large]\nprompt = 1\nresponse = 2\n", r"no price for 'small'; add a table \[\"small\"\]"),
        ("[", "not valid TOML"),
    ],
)
def test_prices_that_are_none_are_one_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=rf"^{path}: {told}"):
        load_prices(path).of("openai:http://localhost/v1#small")


def test_a_price_is_found_by_model_or_spec(tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text('[small]\nprompt = 1\nresponse = 2.5\n["local:a.gguf"]\nprompt = 0\nresponse = 0\n')
    prices = load_prices(path)
    assert prices.of("openai:http://localhost/v1#small").of(SolverReply("B", 1000, 2000)) == pytest.approx(0.006)
    assert prices.of("local:a.gguf") == Price(0, 0)


def test_a_busy_service_gets_half_as_many_requests_and_slowly_more_again() -> None:
    times = iter(range(100))
    connections = Connections(16, clock=lambda: float(next(times)))
    with connections.one() as before, connections.one() as also_before:
        connections.note_busy(before)
        connections.note_busy(also_before)
    assert connections.allowed == 8
    with connections.one() as after:
        connections.note_busy(after)
    assert connections.allowed == 4
    for _ in range(4 + 5):
        connections.note_reply()
    assert connections.allowed == 6
    for _ in range(1000):
        connections.note_reply()
    assert connections.allowed == 16


def test_no_more_requests_are_in_flight_than_the_service_bears() -> None:
    service = Service("http://model", Patience(first_wait_s=0), to_check="the key", connections=3)
    service.call(lambda _seconds: "B")
    lock, running, most = threading.Lock(), [0], [0]

    def attempt(_seconds: float) -> str:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        threading.Event().wait(0.005)
        with lock:
            running[0] -= 1
        return "B"

    with ThreadPoolExecutor(12) as threads:
        assert list(threads.map(lambda _number: service.call(attempt), range(48))) == ["B"] * 48
    assert most[0] == 3


def test_whoever_waits_for_a_turn_leaves_when_the_service_is_given_up() -> None:
    service = Service("http://model", Patience(tries=1, failures=1), to_check="the key", connections=1)
    service.call(lambda _seconds: "B")
    is_asked, may_fail = threading.Event(), threading.Event()

    def attempt(_seconds: float) -> str:
        is_asked.set()
        may_fail.wait(10)
        raise Fault(FaultKind.SERVER, "down")

    def fails(_number: int) -> str:
        with pytest.raises(SolverFailure) as failure:
            service.call(attempt)
        return str(failure.value)

    with ThreadPoolExecutor(4) as threads:
        failures = [threads.submit(fails, number) for number in range(4)]
        is_asked.wait(10)
        may_fail.set()
        assert "http://model: down" in {failure.result(10) for failure in failures}


def test_an_address_that_refuses_many_at_a_time_still_answers_all(endpoint: Endpoint) -> None:
    solver = solver_from(f"openai:{endpoint.base_url}#small", SolverOptions(connections=8))
    busy = Sent(429, b"slow down", {"Retry-After": "0"})
    endpoint.answers = [(200, completion("B")), *[busy] * 4, (200, completion("B"))]
    assert isinstance(solver, CachedSolver)
    service = solver._state
    assert isinstance(service, Service)
    with ThreadPoolExecutor(8) as threads:
        rows = list(threads.map(lambda number: ask(solver, replace(REQUEST, call_index=number)), range(12)))
    assert [row.response for row in rows] == ["B"] * 12
    assert service.connections.most == solver.connections == 8
    assert service.connections.allowed < 8


def test_a_cache_that_another_process_is_making_is_waited_for(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None, check_same_thread=False)
    (tmp_path / FILE).chmod(0o600)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.1, lambda: other.execute("COMMIT")).start()
    said: list[str] = []
    cache = ResponseCache(said.append, tmp_path)
    assert [call.cached for call in asked(Asked(), cache, REQUEST, REQUEST)] == [False, True]
    cache.close()
    other.close()
    assert said == []
