"""What the engine or the machine fails at is never booked as the program's end: the run is a host failure."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import wasmtime
from wasmtime import component as wasm

from cgr_audit.errors import IncompleteError
from cgr_audit.sandbox import cache, compiled, guest_call, memory_total
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.component import SandboxError, load_portable_component
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, HostFailure, Limit, LimitExceeded
from cgr_audit.sandbox.pool import can_reserve
from cgr_audit.sandbox.threads import GuestThread, map_in_order
from tests.sandbox.conftest import RunProgram

ONE_CALL = "def solve():\n    return llm_model('?', {})\n"
BOMB = "def solve():\n    return len([bytearray(1 << 20) for _ in range(400)])\n"
NO_MEMORY = "Cannot allocate memory (os error 12)"
FAULTS: dict[str, Callable[[], Exception]] = {
    "engine": lambda: wasmtime.WasmtimeError(NO_MEMORY),
    "pool": lambda: wasmtime.WasmtimeError("maximum concurrent core instance limit of 64 reached"),
    "memory": MemoryError,
    "system": lambda: OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)),
}
ENGINE_CALLS = [
    (wasmtime.Store, "__init__"),
    (wasmtime.Store, "set_fuel"),
    (wasmtime.Store, "set_limits"),
    (wasmtime.Store, "set_epoch_deadline"),
    (wasmtime.Store, "get_fuel"),
    (wasmtime.Store, "close"),
    (wasm.Linker, "__init__"),
    (wasm.Linker, "root"),
    (wasm.LinkerInstance, "add_func"),
    (wasm.Linker, "instantiate"),
    (wasm.Linker, "close"),
    (wasm.Instance, "get_func"),
    (wasm.Func, "__call__"),
    (guest_call, "_classify"),
]
CANNOT_START = "this machine cannot start another thread (can't start new thread)"


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("owner", "name"), ENGINE_CALLS, ids=lambda part: getattr(part, "__name__", part))
def test_a_fault_of_any_call_of_the_engine_is_a_host_failure_and_the_next_run_is_whole(
    run: RunProgram, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, fault: str
) -> None:
    original = getattr(owner, name)

    def fails(*arguments: Any, **named: Any) -> Any:
        if name == "close":
            original(*arguments, **named)
        raise FAULTS[fault]()

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, fails)
        text = "def solve():\n    while True: pass\n" if name == "_classify" else ONE_CALL
        outcome = run(text, limits=Limits(fuel=10**8)).outcome
    assert isinstance(outcome, HostFailure), outcome
    assert "\n" not in outcome.message
    assert run(ONE_CALL).outcome == Completed("B")


def test_calls_that_were_made_before_a_host_failure_are_kept(run: RunProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasmtime.Store, "get_fuel", lambda _store: (_ for _ in ()).throw(MemoryError))
    ended = run(ONE_CALL)
    assert isinstance(ended.outcome, HostFailure)
    assert [(call.prompt, call.response) for call in ended.calls] == [("?", "B")]


def test_memory_that_the_machine_denies_is_told_from_memory_that_the_limit_denies(
    run: RunProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Limits(memory=64 << 20)
    assert run(BOMB, limits=small).outcome == LimitExceeded(Limit.MEMORY, 64 << 20, None)
    monkeypatch.setattr(guest_call, "can_map", lambda size: size != 64 << 20)
    assert run(BOMB, limits=small).outcome == HostFailure(f"the sandbox failed: {memory_total.TOO_LITTLE_MEMORY}")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="address space is rationed like this on Linux")
def test_address_space_is_seen_to_be_short() -> None:
    text = "import resource as r; r.setrlimit(r.RLIMIT_AS, (1 << 30,) * 2); "
    text += "from cgr_audit.sandbox.memory_total import can_map; print(can_map(1 << 20), can_map(2 << 30))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout == "True False\n"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_compiler_that_could_not_be_asked_says_nothing_about_a_program(
    monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    accepts = GuestCompiler()
    assert accepts(b"x = 1") is None
    monkeypatch.setattr(wasm.Linker, "instantiate", lambda *_: (_ for _ in ()).throw(FAULTS[fault]()))
    with pytest.raises(SandboxError, match="the sandbox failed: "):
        accepts(b"x = 1")


def refuse_threads(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Have the machine start so many threads and no more."""
    start, started = threading.Thread.start, 0

    def refuse(thread: threading.Thread) -> None:
        nonlocal started
        started += 1
        if started > after:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)


def test_a_thread_that_cannot_be_started_is_a_host_failure(run: RunProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        refuse_threads(patched, 0)
        outcome = run(ONE_CALL).outcome
    assert isinstance(outcome, HostFailure)
    assert outcome.message.startswith(CANNOT_START)
    assert run(ONE_CALL).outcome == Completed("B")


def test_a_clock_that_could_not_be_started_is_started_by_the_next_run(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Interpreter()
    ticker = one._ticker
    with monkeypatch.context() as patched:
        refuse_threads(patched, 0)
        with pytest.raises(IncompleteError), ticker.ticking():
            pass
    with ticker.ticking():
        assert ticker._thread is not None
        assert ticker._thread.is_alive()


def test_fewer_threads_than_jobs_do_all_the_work_and_none_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        refuse_threads(patched, 2)
        assert list(map_in_order(lambda number: number * number, range(20), 8)) == [n * n for n in range(20)]
    refuse_threads(monkeypatch, 0)
    with pytest.raises(IncompleteError, match="cannot start another thread"):
        list(map_in_order(lambda number: number, range(20), 8))


def test_a_thread_that_cannot_be_replaced_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgr_audit.sandbox.threads._page_faults", iter(range(0, 10**7, 10**5)).__next__)
    refuse_threads(monkeypatch, 1)
    threads = list(map_in_order(lambda _: threading.current_thread(), range(5), 1))
    assert isinstance(threads[0], GuestThread)
    assert set(threads) == {threads[0]}


@pytest.mark.parametrize("fault", [MemoryError, lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))])
@pytest.mark.parametrize(("owner", "name"), [(wasm.Component, "serialize"), (cache, "_write_new"), (cache, "_replace")])
def test_a_compiled_interpreter_that_cannot_be_kept_is_used_all_the_same(
    interpreter: Interpreter,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[], Exception],
    owner: Any,
    name: str,
) -> None:
    monkeypatch.setattr(compiled, "_compile", lambda _engine, _portable: interpreter.component)
    monkeypatch.setattr(owner, name, lambda *_: (_ for _ in ()).throw(fault()))
    said: list[str] = []
    portable = load_portable_component("standard")
    kept = compiled.compiled_cache(portable, pooled=True, folder=tmp_path)
    assert compiled.load_compiled(interpreter.engine, portable, kept, said.append) is interpreter.component
    assert [line.count("cannot keep the compiled interpreter") for line in said] == [0, 1]
    assert list(tmp_path.iterdir()) == []


SHORT_OF_ADDRESS_SPACE = """
import resource
from cgr_audit.sandbox import interpreter as interpreters, threads
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import kind_of
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import load_contract
pooled = {pooled}
if not pooled:
    interpreters.can_reserve = lambda _places: False
sandbox = Sandbox(interpreters.Interpreter(), Limits(), load_contract("cgr"))
run = lambda: kind_of(sandbox.run(b"def solve(): return 'A', None, 1", None, ConstantSolver("B"), 0).outcome).value
before = run()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
threads.STACK_BYTES *= 2  # or the stack of a thread that has just ended is used again
resource.setrlimit(resource.RLIMIT_AS, (used + {room}, resource.RLIM_INFINITY))
short = run()
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(before, short, run())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="address space is rationed like this on Linux")
@pytest.mark.parametrize(
    ("pooled", "room"),
    [
        pytest.param(True, 16 << 20, id="no room for a thread's stack"),
        pytest.param(
            False, 1 << 30, id="no room for an instance", marks=pytest.mark.slow
        ),  # compiles for half a minute
    ],
)
def test_a_process_short_of_address_space_has_host_failures_and_then_runs_again(pooled: bool, room: int) -> None:
    if pooled and not can_reserve(64):
        pytest.skip("there is no address space for a pool here")
    command = [sys.executable, "-c", SHORT_OF_ADDRESS_SPACE.format(pooled=pooled, room=room)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "completed host_failure completed\n"
