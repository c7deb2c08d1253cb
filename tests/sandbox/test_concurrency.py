"""Many runs in flight: bounded by places and memory, overlapping where solvers are slow, and each what it is alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from cgr_audit.records.rows import RowKey
from cgr_audit.sandbox.interpreter import GUESTS, Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.sandbox.values import value_text
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.interface import CallOrigin, SolverRequest
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.source.contract import Contract

from .conftest import ANSWER_B, ITEM

ASKS = b"def solve(): return llm_model('x', {})"
PROGRAMS = (
    b"def solve(question):\n    return [llm_model(question + str(n), {'n': n}) for n in range(5)]\n",
    b"import random\ndef solve():\n    return [random.random(), hash('a'), id(object()) % 8]\n",
    b"def solve():\n    while True: llm_model('again', {})\n",
    b"def solve():\n    while True: pass\n",
    b"def solve():\n    return bytearray(10**8)\n",
    b"import time\ndef solve():\n    print(time.time())\n    return llm_model('x', {}), time.time()\n",
    b"def solve():\n    raise KeyError(llm_model('x', {}))\n",
    b"def solve():\n    return {llm_model(str(n), {}): n for n in range(3)}\n",
)
"""Each ends otherwise, most after solver calls."""


def essence(run: Run) -> tuple[object, ...]:
    calls = [(call.call_index, call.prompt, call.config, call.response) for call in run.calls]
    value = value_text(run.value) if isinstance(run.outcome, Completed) else run.outcome
    return (type(run.outcome), value, calls, run.lines, run.output, run.fuel)


@pytest.fixture(scope="module")
def runner(interpreter: Interpreter, any_value: Contract) -> Callable[[int], tuple[object, ...]]:
    sandbox = Sandbox(interpreter, Limits(fuel=60_000_000, memory=64 << 20), any_value)

    def run(number: int) -> tuple[object, ...]:
        key = RowKey("tests", str(number), "s", "g", 0)
        solver = DelayedSolver(SeededSolver(number), 0.001 * (number % 4))
        program = PROGRAMS[number % len(PROGRAMS)]
        return essence(sandbox.run(program, ITEM, solver, number, origin=CallOrigin(key)))

    return run


@pytest.fixture(scope="module")
def alone(runner: Callable[[int], tuple[object, ...]]) -> list[tuple[object, ...]]:
    return [runner(number) for number in range(64)]


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.slow), 8, 64])
def test_value_calls_lines_output_fuel_and_order_are_those_of_each_run_alone(
    runner: Callable[[int], tuple[object, ...]], alone: list[tuple[object, ...]], jobs: int
) -> None:
    assert list(map_in_order(runner, range(64), jobs)) == alone
    assert list(map_in_order(runner, range(63, -1, -1), jobs)) == alone[::-1]


class Gate:
    """A solver that keeps every call until it is opened, and knows how many there are."""

    def __init__(self) -> None:
        self.inside = 0
        self.most = 0
        self.opened = threading.Event()
        self._changed = threading.Condition()

    def __call__(self, _request: SolverRequest) -> str:
        with self._changed:
            self.inside += 1
            self.most = max(self.most, self.inside)
            self._changed.notify_all()
        assert self.opened.wait(30)
        with self._changed:
            self.inside -= 1
        return "B"

    def wait_for(self, count: int) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.inside >= count, 30)


def outcomes_through(gate: Gate, sandbox: Sandbox, runs: int, expected_inside: int) -> tuple[int, list[object]]:
    """The most calls that were in flight at a time, and how the runs ended."""
    results: list[object] = []

    def collect() -> None:
        results.extend(
            run.outcome for run in map_in_order(lambda n: sandbox.run(ASKS, None, gate, n), range(runs), runs)
        )

    collector = threading.Thread(target=collect)
    collector.start()
    assert gate.wait_for(expected_inside)
    time.sleep(0.1)
    gate.opened.set()
    collector.join(60)
    return gate.most, results


def test_solver_calls_of_more_runs_than_processors_overlap(interpreter: Interpreter, any_value: Contract) -> None:
    sandbox = Sandbox(interpreter, Limits(memory=64 << 20), any_value)
    assert outcomes_through(Gate(), sandbox, 40, 40) == (40, [Completed("B")] * 40)


@pytest.mark.parametrize(("limit", "in_flight"), [(64, 3), (100, 2), (200, 1), (10_000, 1)])
def test_limits_of_runs_in_flight_stay_below_the_total(any_value: Contract, limit: int, in_flight: int) -> None:
    interpreter = Interpreter(memory_total=200 << 20)
    sandbox = Sandbox(interpreter, Limits(memory=limit << 20), any_value)
    assert outcomes_through(Gate(), sandbox, 5, in_flight) == (in_flight, [Completed("B")] * 5)
    assert interpreter.memory.free == 200 << 20


def test_guests_bound_the_runs_in_flight(any_value: Contract) -> None:
    interpreter = Interpreter(guests=3)
    sandbox = Sandbox(interpreter, Limits(memory=64 << 20), any_value)
    assert outcomes_through(Gate(), sandbox, 8, 3) == (3, [Completed("B")] * 8)


def test_runs_with_other_limits_wait_for_one_another_and_all_end(any_value: Contract) -> None:
    interpreter = Interpreter(memory_total=256 << 20)
    sandboxes = [Sandbox(interpreter, Limits(memory=size << 20), any_value) for size in (32, 64, 256, 4096)]
    solver = DelayedSolver(ANSWER_B, 0.002)
    runs = map_in_order(lambda n: sandboxes[n % 4].run(ASKS, None, solver, n), range(32), 16)
    assert [run.outcome for run in runs] == [Completed("B")] * 32
    assert interpreter.memory.free == 256 << 20


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_an_interrupted_wait_for_memory_gives_its_place_back(
    interpreter: Interpreter, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def interrupted(_size: int) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(interpreter.memory, "_take", interrupted)
        for _ in range(2 * GUESTS):
            with pytest.raises(error), interpreter.running(1 << 20):
                pass
    with interpreter.running(1 << 20):
        assert interpreter.memory.free == interpreter.memory.total - (1 << 20)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_an_interrupted_wait_for_a_processor_gives_place_and_memory_back(
    interpreter: Interpreter, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    class Interrupted:
        def __enter__(self) -> None:
            raise error

        def __exit__(self, *_arguments: object) -> None:
            raise AssertionError

    with monkeypatch.context() as patched:
        patched.setattr(interpreter, "slots", Interrupted())
        for _ in range(2 * GUESTS):
            with pytest.raises(error), interpreter.running(1 << 20):
                pass
    assert interpreter.memory.free == interpreter.memory.total


def test_runs_that_fail_in_every_way_leave_nothing_held(
    interpreter: Interpreter, any_value: Contract, runner: Callable[[int], tuple[object, ...]]
) -> None:
    list(map_in_order(runner, range(64), 16))

    def failing(_request: SolverRequest) -> str:
        raise SystemExit

    sandbox = Sandbox(interpreter, Limits(), any_value)
    list(map_in_order(lambda n: sandbox.run(ASKS, None, failing, n), range(64), 16))
    assert interpreter.memory.free == interpreter.memory.total
    assert interpreter._places._value == GUESTS
    assert interpreter.slots._value == interpreter.slots._initial_value
