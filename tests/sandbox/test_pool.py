"""Memory for guests that is reserved once: what it may not change, and where it cannot be had."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cgr_audit.sandbox import interpreter as interpreters
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, Run
from cgr_audit.sandbox.pool import can_reserve
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.source.contract import load_contract

ONE_CALL = b"def solve():\n    return llm_model('?', {}), None, 1\n"
MEMORY = b"def solve():\n    return len([bytearray(1 << 20) for _ in range(40)]), sum(range(1000)), 1\n"
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="places are reserved on Linux only")


def seen(run: Run) -> tuple[object, int, tuple[int, ...]]:
    return run.outcome, run.fuel, run.lines


@linux
def test_rationed_address_space_is_noticed_before_an_engine_would_end_the_process() -> None:
    text = "import resource as r; r.setrlimit(r.RLIMIT_AS, (8 << 30,) * 2); "
    text += "from cgr_audit.sandbox.pool import can_reserve; print(can_reserve(64))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert can_reserve(64)


def test_more_runs_than_places_wait_for_one() -> None:
    lock, now, most = threading.Lock(), 0, 0

    def solver(_request: SolverRequest) -> str:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.02)
        with lock:
            now -= 1
        return "B"

    sandbox = Sandbox(Interpreter(guests=3), Limits(), load_contract("cgr"))
    runs = list(map_in_order(lambda _: sandbox.run(ONE_CALL, None, solver, 0), range(12), 12))
    assert [run.outcome for run in runs] == [Completed(("B", None, 1))] * 12
    assert most == 3


@linux
def test_every_place_can_be_touched_and_then_used() -> None:
    one = Interpreter(guests=8)
    before = _mapped_snapshots()
    one.reserve(8, Limits().memory)
    sandbox = Sandbox(one, Limits(), load_contract("cgr"))
    runs = list(map_in_order(lambda _: sandbox.run(ONE_CALL, None, ConstantSolver("B"), 0), range(20), 8))
    assert [run.outcome for run in runs] == [Completed(("B", None, 1))] * 20
    assert len(_mapped_snapshots() - before) >= 8


@linux
def test_no_more_places_are_touched_than_runs_can_be_in_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    touched: list[int] = []
    monkeypatch.setattr(interpreters, "touch_places", lambda _engine, _component, places: touched.append(places))
    one = Interpreter(guests=40, memory_total=1 << 30)
    one._computing = 3
    for guests, memory in (
        (64, 16 << 20),
        (64, 64 << 20),
        (20, 16 << 20),
        (3, 16 << 20),
        (64, 512 << 20),
        (64, 2 << 30),
    ):
        one.reserve(guests, memory)
    assert touched == [40, 16, 20]


def test_a_place_that_was_full_is_empty_for_the_next_run(interpreter: Interpreter) -> None:
    sandbox = Sandbox(interpreter, Limits(), load_contract("cgr"))
    first = sandbox.run(ONE_CALL, None, ConstantSolver("B"), 0)
    assert sandbox.run(MEMORY, None, ConstantSolver("B"), 0).value == (40, 499500, 1)
    assert seen(sandbox.run(ONE_CALL, None, ConstantSolver("B"), 0)) == seen(first)


@linux
@pytest.mark.slow
def test_without_a_pool_every_result_is_the_same(
    interpreter: Interpreter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert interpreter.pooled
    monkeypatch.setattr(interpreters, "can_reserve", lambda _places: False)
    mapped = Interpreter(cache_folder=tmp_path)
    assert not mapped.pooled
    for program in (ONE_CALL, MEMORY, b"def solve():\n    raise KeyError\n", b"def solve():\n    while True: pass\n"):
        pooled_run, mapped_run = (
            Sandbox(one, Limits(fuel=10**8), load_contract("cgr")).run(program, None, ConstantSolver("B"), 0)
            for one in (interpreter, mapped)
        )
        assert seen(pooled_run) == seen(mapped_run)


def _mapped_snapshots() -> set[str]:
    """The addresses at which this process has writable mappings of a compiled component."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    return {line.split()[0] for line in lines if line.endswith(".cwasm") and " rw-p " in line}


def test_fewer_programs_compute_than_are_in_flight_where_that_is_wanted() -> None:
    processors = os.cpu_count() or 1
    for computing, slots in ((1, 2), (None, processors + 1), (1000, processors + 1)):
        assert Interpreter(guests=4, computing=computing).slots._initial_value == slots
