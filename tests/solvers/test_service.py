"""A service's faults: how often and how long a call is retried, and when a run ends, whatever the number of threads."""

from __future__ import annotations

import email.utils
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat

import pytest

from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.endpoint import HttpResponse, fault_of_status
from cgr_audit.solvers.fault import Fault, FaultKind
from cgr_audit.solvers.interface import SolverFailure
from cgr_audit.solvers.openai import OpenAISolver
from cgr_audit.solvers.service import Patience, Service, service_behind

PATIENCE = Patience(tries=3, first_tries=2, first_wait_s=0, failures=5)
BUSY = Fault(FaultKind.BUSY, "busy")
DOWN = Fault(FaultKind.SERVER, "down")
REFUSED = Fault(FaultKind.REFUSED, "no", is_final=True)
WRONG_KEY = Fault(FaultKind.REFUSED, "who?", is_final=True, is_configuration=True)


def made(patience: Patience = PATIENCE) -> Service:
    return Service("http://model", patience, to_check="the key")


def giving(*replies: str | Fault) -> Callable[[float], str]:
    """Gives its replies in turn, and the last of them ever after."""
    left: Iterator[str | Fault] = chain(replies, repeat(replies[-1]))

    def attempt(_seconds: float) -> str:
        reply = next(left)
        if isinstance(reply, Fault):
            raise reply
        return reply

    return attempt


def fails(service: Service, *replies: Fault) -> str:
    with pytest.raises(SolverFailure) as failure:
        service.call(giving(*replies))
    return str(failure.value)


def reached(service: Service) -> Service:
    assert service.call(giving("A")) == "A"
    return service


class Clock:
    """Time that passes where somebody waits or works."""

    def __init__(self) -> None:
        self.now = 0.0
        self.late_s = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, _event: threading.Event, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds + self.late_s


def timed(patience: Patience) -> tuple[Service, Clock]:
    clock = Clock()
    return Service("http://model", patience, to_check="the key", clock=clock, wait=clock.wait), clock


def test_a_call_is_tried_again_so_often_and_says_how_often() -> None:
    service = reached(made())
    assert service.call(giving(BUSY, DOWN, "B")) == "B"
    assert fails(service, BUSY, BUSY, BUSY) == "http://model: busy (3 tries)"
    assert fails(service, REFUSED) == "http://model: no"


def test_the_waits_grow_and_are_no_shorter_than_the_service_asks_for() -> None:
    service, clock = timed(Patience(tries=9, first_wait_s=0.5, longest_wait_s=20))
    service.call(giving("A"))
    asking = [Fault(FaultKind.BUSY, "busy", retry_after_s=seconds) for seconds in (None, 0.0, 12.0, 1.0, 99999.0)]
    service.call(giving(*asking, DOWN, DOWN, "B"))
    least = [0.5, 1.0, 12.0, 4.0, 8.0, 16.0, 20.0]
    assert len(clock.waits) == len(least)
    for wait_s, least_s in zip(clock.waits, least, strict=True):
        assert least_s <= wait_s <= least_s + 0.5


@pytest.mark.parametrize("try_takes_s", [0.0, 3.0, 4.0, 1000.0])
@pytest.mark.parametrize("asks_for_s", [None, 5.0, 99999.0])
@pytest.mark.parametrize("late_s", [0.0, 7.0])
def test_a_call_has_one_deadline_whatever_its_tries_and_waits_take(
    try_takes_s: float, asks_for_s: float | None, late_s: float
) -> None:
    service, clock = timed(Patience(tries=1000, first_tries=1000, call_s=60, try_s=4, first_wait_s=0.1))
    clock.late_s = late_s

    def attempt(seconds: float) -> str:
        assert 0 < seconds <= 4
        clock.now += min(try_takes_s, seconds)
        raise Fault(FaultKind.TIMEOUT, "late", retry_after_s=asks_for_s)

    with pytest.raises(SolverFailure):
        service.call(attempt)
    assert clock.now <= 60 + late_s


@pytest.mark.parametrize(("slowest_s", "later_s"), [(0.5, 30.0), (12.0, 120.0), (200.0, 300.0)])
def test_calls_after_one_that_got_no_response_are_not_waited_for_as_long(slowest_s: float, later_s: float) -> None:
    service, clock = timed(Patience(tries=1))
    given: list[float] = []

    def attempt(seconds: float) -> str:
        given.append(seconds)
        clock.now += seconds
        raise Fault(FaultKind.TIMEOUT, "late")

    def reply(_seconds: float) -> str:
        clock.now += slowest_s
        return "A"

    service.call(reply)
    for _ in range(2):
        with pytest.raises(SolverFailure):
            service.call(attempt)
    service.call(reply)
    with pytest.raises(SolverFailure):
        service.call(attempt)
    assert given == [300.0, later_s, 300.0]


def test_a_retry_after_is_a_number_whole_or_not_or_a_date() -> None:
    def asked(value: str) -> float | None:
        return fault_of_status(HttpResponse(429, b"", value)).retry_after_s

    assert (asked("0.5"), asked("7"), asked(" 1 ")) == (0.5, 7.0, 1.0)
    assert [asked(value) for value in ("soon", "", "nan", "inf", "-1", "9" * 5000)] == [None] * 6
    in_a_minute = asked(email.utils.formatdate(time.time() + 3600, usegmt=True))
    assert in_a_minute is not None
    assert 3000 < in_a_minute <= 3600
    assert asked("Thu, 01 Jan 1970 00:00:00 GMT") == 0


def test_a_first_call_that_fails_ends_everything_at_once() -> None:
    service = made()
    assert fails(service, DOWN) == "http://model: down (2 tries)"
    ended = "http://model: down; the first request failed, so nothing was run: check the address, or rerun the same "
    assert isinstance(service.ended, IncompleteError)
    assert str(service.ended) == ended + "command later"
    assert fails(service, DOWN) == str(service.ended)
    service = made()
    fails(service, WRONG_KEY)
    assert isinstance(service.ended, UsageError)
    assert str(service.ended) == "http://model: who?; check the key"


def test_a_first_request_that_is_refused_for_itself_shows_that_there_is_a_service() -> None:
    service = made()
    fails(service, REFUSED)
    assert service.ended is None
    assert service.call(giving(BUSY, BUSY, "B")) == "B"


def test_so_many_calls_that_fail_in_a_row_and_in_one_way_end_the_run() -> None:
    service = reached(made())
    for _ in range(4):
        fails(service, DOWN)
    fails(service, BUSY)
    for _ in range(4):
        fails(service, DOWN)
    reached(service)
    for _ in range(4):
        fails(service, DOWN)
    assert service.ended is None
    fails(service, DOWN)
    assert isinstance(service.ended, IncompleteError)
    assert str(service.ended).startswith("http://model: 5 calls in a row failed since ")
    assert str(service.ended).endswith(
        " (server error, the last one with down); the run stopped: rerun the same command to resume"
    )
    asked: list[float] = []
    with pytest.raises(SolverFailure, match="5 calls in a row failed"):
        service.call(asked.append)
    assert asked == []


def test_the_longer_a_service_is_down_the_less_often_it_is_asked() -> None:
    service = reached(made(Patience(tries=4, first_wait_s=0, failures=20)))
    tries: list[int] = []
    while service.ended is None:
        tries.append(0)

        def attempt(_seconds: float) -> str:
            tries[-1] += 1
            raise DOWN

        with pytest.raises(SolverFailure):
            service.call(attempt)
    assert tries == [4, 3, 2, *[1] * 17]


def test_of_many_threads_one_makes_the_first_request() -> None:
    service = made()
    asked: list[float] = []
    waiting = threading.Barrier(16)

    def attempt(seconds: float) -> str:
        asked.append(seconds)
        raise WRONG_KEY

    def call(_number: int) -> str:
        waiting.wait(timeout=30)
        with pytest.raises(SolverFailure) as failure:
            service.call(attempt)
        return str(failure.value)

    with ThreadPoolExecutor(16) as threads:
        failures = list(threads.map(call, range(16)))
    assert sorted(set(failures)) == ["http://model: who?", str(service.ended)]
    assert len(asked) == 1


def test_a_moment_in_which_every_thread_fails_ends_nothing() -> None:
    service = reached(made(Patience(tries=3, first_wait_s=0, failures=20)))
    all_failed = threading.Barrier(16)

    def call(_number: int) -> str:
        left = iter((Fault(FaultKind.LOST, "cut"), DOWN))

        def attempt(_seconds: float) -> str:
            fault = next(left, None)
            if fault is None:
                return "B"
            all_failed.wait(timeout=30)
            raise fault

        return service.call(attempt)

    with ThreadPoolExecutor(16) as threads:
        assert list(threads.map(call, range(64))) == ["B"] * 64
    assert service.ended is None


def test_many_threads_stop_together_and_one_that_waits_for_long_is_woken() -> None:
    service = reached(made(Patience(tries=2, first_wait_s=0, longest_wait_s=3600, call_s=7200, failures=20)))
    is_waiting = threading.Event()
    service.report = lambda what: is_waiting.set() if what else None
    slow = Fault(FaultKind.BUSY, "busy", retry_after_s=3600)
    failed: list[str] = []

    def fail(_number: int) -> None:
        failed.append(fails(service, REFUSED))

    with ThreadPoolExecutor(17) as threads:
        waiting = threads.submit(fails, service, slow, slow)
        assert is_waiting.wait(timeout=30)
        list(threads.map(fail, range(64)))
        assert waiting.result(timeout=30) == str(service.ended)
    assert str(service.ended).startswith("http://model: 20 calls in a row failed")
    # Those that were on their way when the run ended still fail by themselves.
    assert 20 <= failed.count("http://model: no") <= 35


def test_what_is_retried_is_reported_until_all_goes_through() -> None:
    service = reached(made())
    reports: list[str | None] = []
    service.report = reports.append
    service.call(giving(BUSY, DOWN, "B"))
    since = str(reports[0]).rpartition(" since ")[2]
    assert reports == [
        f"retrying solver calls: too many requests, 1 retry since {since}",
        f"retrying solver calls: server error, 2 retries since {since}",
        None,
    ]
    reports.clear()
    service.call(giving("B"))
    fails(service, REFUSED)
    assert reports == []


def test_a_solver_that_is_slowed_down_still_has_its_service() -> None:
    solver = OpenAISolver("http://127.0.0.1:9/v1", "small", key="")
    assert service_behind(DelayedSolver(DelayedSolver(solver, 0), 0)) is solver.service
    assert service_behind(DelayedSolver(ConstantSolver("B"), 0)) is None
