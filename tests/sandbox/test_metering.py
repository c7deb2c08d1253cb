"""The host's side: calls are counted and kept, refusals and failures stay, time and threads change nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from cgr_audit.records.rows import RowKey
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.metering import Meter
from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure, Limit, LimitExceeded, Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import GuestThread, map_in_order
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.solvers.interface import CallOrigin, SolverRequest
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.source.contract import Contract

from .conftest import ITEM, RunProgram

FLOOD = """
def solve():
    refused = 0
    while True:
        try:
            llm_model("again", {})
        except BaseException:
            refused += 1
            if refused > 3:
                return "A"
"""
SWALLOW = """
def solve():
    try:
        return llm_model("x", {})
    except BaseException:
        return "A"
"""


def test_a_flood_of_calls_ends_at_the_cap_and_cannot_swallow_the_refusal(run: RunProgram) -> None:
    result = run(FLOOD)
    assert result.outcome == LimitExceeded(Limit.CALLS, 10, 11)
    assert len(result.calls) == 10


def test_the_last_allowed_call_is_answered(run: RunProgram) -> None:
    source = "def solve():\n    return [llm_model(str(n), {}) for n in range(3)]\n"
    assert run(source, limits=Limits(calls=3)).outcome == Completed(["B", "B", "B"])
    assert run(source, limits=Limits(calls=2)).outcome == LimitExceeded(Limit.CALLS, 2, 3)
    assert run(source, limits=Limits(calls=0)).calls == ()


def failing(error: BaseException) -> Callable[[SolverRequest], str]:
    def solver(_request: SolverRequest) -> str:
        raise error

    return solver


@pytest.mark.parametrize(
    ("solver", "message"),
    [
        (failing(KeyboardInterrupt()), "KeyboardInterrupt"),
        (failing(SystemExit(3)), "SystemExit: 3"),
        (failing(GeneratorExit()), "GeneratorExit"),
        (failing(MemoryError()), "MemoryError"),
        (failing(ValueError("no\nanswer")), "ValueError: no answer"),
        (lambda _request: None, "the solver gave NoneType instead of text"),
        (lambda _request: b"B", "the solver gave bytes instead of text"),
        (lambda _request: "\ud800", "the solver's response holds a lone surrogate"),
    ],
)
def test_a_solver_that_fails_is_a_host_failure_whatever_the_program_makes_of_it(
    run: RunProgram, solver: Callable[[Any], Any], message: str
) -> None:
    result = run(SWALLOW, solver=solver)
    assert result.outcome == HostFailure(f"call 0 of the solver failed: {message}")
    (call,) = result.calls
    assert (call.prompt, call.response, call.error) == ("x", None, message)


def test_the_failing_solver_fails(run: RunProgram) -> None:
    outcome = run(SWALLOW, solver=FailingSolver()).outcome
    assert isinstance(outcome, HostFailure)
    assert outcome.message.startswith("call 0 of the solver failed: the solver `fail` fails every call")


def test_a_prompt_that_is_too_large_never_reaches_the_solver(run: RunProgram) -> None:
    for prompt, used in (("'x' * 1001", 1001), ("'é' * 501", 1002), ("'x' * 10**8", 10**8)):
        source = SWALLOW.replace('"x"', prompt)
        result = run(source, limits=Limits(prompt=1000))
        assert isinstance(result.outcome, LimitExceeded), prompt
        assert result.outcome.limit is Limit.PROMPT
        assert result.outcome.used == used
        assert result.calls == ()


def test_the_configuration_counts_with_the_prompt(run: RunProgram) -> None:
    source = "def solve():\n    return llm_model('x', {'stop': 'y' * 2000})\n"
    outcome = run(source, limits=Limits(prompt=1000)).outcome
    assert isinstance(outcome, LimitExceeded)
    assert outcome.limit is Limit.PROMPT


def test_configurations_cross_as_json_holds_them(run: RunProgram) -> None:
    source = """
from collections import OrderedDict, defaultdict
def solve():
    llm_model("x", {"stop": ("a", "b"), 1: None, "deep": OrderedDict(t=0.5), "d": defaultdict(int, a=True)})
    llm_model("x", None)
    return llm_model("x", [1])
"""
    configs = [call.config for call in run(source).calls]
    assert configs == [{"stop": ["a", "b"], "1": None, "deep": {"t": 0.5}, "d": {"a": True}}, None, [1]]


@pytest.mark.parametrize("config", ["{'f': print}", "{'x': float('nan')}", "{'x': float('inf')}", "object()"])
def test_a_configuration_that_is_no_json_is_the_programs_fault(run: RunProgram, config: str) -> None:
    result = run(f"def solve():\n    return llm_model('x', {config})\n")
    assert isinstance(result.outcome, GuestError)
    assert result.calls == ()


def test_a_nested_configuration_is_an_ordinary_exception(run: RunProgram) -> None:
    source = "a = []\na.append(a)\n" + SWALLOW.replace("{}", "a").replace("BaseException", "ValueError")
    assert run(source).outcome == Completed("A")


@pytest.mark.parametrize(
    "config",
    [
        "{",
        "NaN",
        '{"a": 1}',
        "[" * 200_000,
        "1" * 5000,
        '["i", "zz"]',
        '["d", 1]',
        '["d", ["l"], 1]',
        "[]",
        "[[]]",
        '["?"]',
    ],
)
def test_a_configuration_text_that_somebody_forged_is_the_programs_fault(config: str) -> None:
    meter = Meter(ConstantSolver("B"), Limits(), 5, CallOrigin(), ())
    with pytest.raises(Exception, match="the run has ended"):
        meter.solver_call(None, "x", config, "")
    assert isinstance(meter.ended, GuestError)
    assert meter.calls == []


def test_the_first_reason_to_end_a_run_stays(any_value: Contract) -> None:
    meter = Meter(ConstantSolver("B"), Limits(prompt=10), 5, CallOrigin(), ())
    for prompt, limit in (("x" * 20, ""), ("x", ""), ("", "memory")):
        with pytest.raises(Exception, match="the run has ended"):
            meter.solver_call(None, prompt, "null", limit)
    assert meter.ended == LimitExceeded(Limit.PROMPT, 10, 20)


def test_the_time_of_a_slow_solver_is_not_charged(run: RunProgram) -> None:
    source = "def solve():\n    return [llm_model('x', {}) for _ in range(3)]\n"
    result = run(source, solver=DelayedSolver(ConstantSolver("B"), 0.3), limits=Limits(wall=0.2))
    assert result.outcome == Completed(["B", "B", "B"])
    assert result.wall_s >= 0.9
    assert all(call.latency_s >= 0.3 for call in result.calls)


def test_the_clock_strikes_after_a_slow_solver_too(run: RunProgram) -> None:
    source = "def solve():\n    llm_model('x', {})\n    while True: pass\n"
    started = time.perf_counter()
    result = run(source, solver=DelayedSolver(ConstantSolver("B"), 0.2), limits=Limits(fuel=10**13, wall=0.3))
    assert isinstance(result.outcome, LimitExceeded)
    assert (result.outcome.limit, result.outcome.allowed) == (Limit.WALL, 0.3)
    assert time.perf_counter() - started < 5


def test_fuel_is_the_same_to_the_unit_from_run_to_run(run: RunProgram) -> None:
    work = "x = {str(n): random.random() for n in range(500)}"
    source = f"import random\ndef solve():\n    {work}\n    return llm_model('x', {{}}), len(x)\n"
    runs = [run(source) for _ in range(5)]
    assert len({(result.fuel, str(result.outcome), result.lines) for result in runs}) == 1
    slow = run(source, solver=DelayedSolver(ConstantSolver("B"), 0.05))
    assert slow.fuel == runs[0].fuel
    assert run(source, seed=1).outcome == runs[0].outcome


def as_seen(result: Run) -> tuple[object, ...]:
    calls = [(call.call_index, call.prompt, call.response) for call in result.calls]
    return (result.outcome, calls, result.fuel, result.lines, result.output)


def test_neither_order_nor_threads_change_any_run(interpreter: Interpreter, any_value: Contract) -> None:
    sandbox = Sandbox(interpreter, Limits(fuel=100_000_000, memory=64 << 20), any_value)
    programs = [
        "def solve():\n    while True: pass\n",
        "def solve(question):\n    return [llm_model(question + str(n), {}) for n in range(4)]\n",
        FLOOD,
        "import random\ndef solve():\n    return random.random()\n",
        "def solve():\n    return bytearray(10**8)\n",
        "def solve():\n    return 1 / 0\n",
        "def solve():\n    print('x')\n    return llm_model('x', {})\n",
        "def solve(:\n",
    ]

    def run(number: int) -> tuple[object, ...]:
        key = RowKey("tests", str(number), "s", "g", 0)
        solver = DelayedSolver(SeededSolver(3), 0.002)
        source = programs[number % len(programs)].encode()
        return as_seen(sandbox.run(source, ITEM, solver, number, origin=CallOrigin(key)))

    numbers = list(range(32))
    alone = [run(number) for number in numbers]
    assert list(map_in_order(run, numbers, 1)) == alone
    assert list(map_in_order(run, numbers, 8)) == alone
    assert list(map_in_order(run, numbers[::-1], 16)) == alone[::-1]


def test_solver_calls_of_different_runs_overlap(interpreter: Interpreter, any_value: Contract) -> None:
    sandbox = Sandbox(interpreter, Limits(memory=64 << 20), any_value)
    waiting = threading.Barrier(12)

    def solver(_request: SolverRequest) -> str:
        waiting.wait(timeout=30)
        return "B"

    source = b"def solve():\n    return llm_model('x', {})\n"
    runs = map_in_order(lambda n: sandbox.run(source, None, solver, n), range(12), 12)
    assert [result.outcome for result in runs] == [Completed("B")] * 12


def test_guests_run_on_threads_of_their_own(interpreter: Interpreter, any_value: Contract) -> None:
    seen: list[threading.Thread] = []

    def solver(_request: SolverRequest) -> str:
        seen.append(threading.current_thread())
        return "B"

    Sandbox(interpreter, Limits(), any_value).run(b"def solve(): return llm_model('x', {})", None, solver, 0)
    assert isinstance(seen[0], GuestThread)
    assert threading.stack_size() == 0


def test_runs_in_flight_share_a_bounded_memory(any_value: Contract) -> None:
    interpreter = Interpreter(memory_total=128 << 20)
    sandbox = Sandbox(interpreter, Limits(memory=64 << 20), any_value)
    running, most = 0, 0
    lock = threading.Lock()

    def solver(_request: SolverRequest) -> str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with lock:
            running -= 1
        return "B"

    source = b"def solve(): return llm_model('x', {})"
    runs = map_in_order(lambda n: sandbox.run(source, None, solver, n), range(10), 10)
    assert [result.outcome for result in runs] == [Completed("B")] * 10
    assert most == 2


def test_memory_is_given_back_at_once(run: RunProgram) -> None:
    def resident() -> int:
        with open("/proc/self/statm") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * 4096

    bomb = "def solve():\n    hold = []\n    while True: hold.append(bytes(10**6))\n"
    limits = Limits(memory=128 << 20)
    run(bomb, limits=limits)
    before = resident()
    for _ in range(10):
        assert isinstance(run(bomb, limits=limits).outcome, LimitExceeded)
    assert resident() - before < 100 << 20


def test_a_solver_failure_in_one_run_never_shows_in_another(interpreter: Interpreter, any_value: Contract) -> None:
    sandbox = Sandbox(interpreter, Limits(), any_value)

    def run(number: int) -> object:
        def solver(_request: SolverRequest) -> str:
            time.sleep(0.001)
            if number % 2:
                raise ValueError(str(number))
            return str(number)

        return sandbox.run(SWALLOW.encode(), None, solver, 0).outcome

    expected = [
        HostFailure(f"call 0 of the solver failed: ValueError: {n}") if n % 2 else Completed(str(n)) for n in range(64)
    ]
    assert list(map_in_order(run, range(64), 16)) == expected


def test_an_item_that_no_program_can_get_is_a_host_failure(run: RunProgram) -> None:
    outcome = run("def solve(): return 1\n", item={**ITEM, "question": float("nan")}).outcome
    assert isinstance(outcome, HostFailure)
    assert outcome.message.startswith("the item cannot be passed to a program")
