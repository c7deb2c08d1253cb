"""One call of one exported function in an instance that exists for nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import wasmtime
from wasmtime import component as wasm

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.memory_trap import is_failed_growth
from cgr_audit.sandbox.metering import Deadline, Meter
from cgr_audit.sandbox.outcome import Crashed, Limit, LimitExceeded

__all__ = ["GuestReturn", "call_guest", "classify_trap"]


@dataclass(frozen=True, slots=True)
class GuestReturn:
    """What an exported function gave: a text, or the text of the trap that stopped it."""

    text: str | None
    trap: str | None
    fuel: int
    """Units used."""


def call_guest(interpreter: Interpreter, export: str, argument: str, limits: Limits, meter: Meter) -> GuestReturn:
    """Instantiate, call and throw away. The caller holds ``interpreter.running`` and is on a guest thread."""
    store = wasmtime.Store(interpreter.engine)
    linker = wasm.Linker(interpreter.engine)
    try:
        store.set_fuel(limits.fuel)
        store.set_limits(memory_size=limits.memory)
        meter.begin(Deadline(store, limits.wall), interpreter.slots)
        with linker.root() as root:
            root.add_func("solver-call", meter.solver_call)
        text, trap = None, None
        try:
            instance = linker.instantiate(store, interpreter.component)
            function = instance.get_func(store, export)
            assert function is not None
            text = function(store, argument)
        except wasmtime.WasmtimeError as error:
            trap = str(error)
        return GuestReturn(text, trap, limits.fuel - store.get_fuel())
    finally:
        # A store that waits for the garbage collector keeps the guest's memory until then.
        store.close()
        linker.close()


def classify_trap(returned: GuestReturn, limits: Limits, charged_s: float) -> LimitExceeded | Crashed:
    """What a trap means where the host did not end the run itself: fuel first, then the clock."""
    trap = returned.trap or ""
    cause = " ".join((trap.rpartition("Caused by:")[2] or trap).split())
    if returned.fuel >= limits.fuel or "all fuel consumed" in cause:
        return LimitExceeded(Limit.FUEL, limits.fuel, returned.fuel)
    if "interrupt" in cause:
        return LimitExceeded(Limit.WALL, limits.wall, round(charged_s, 3))
    if is_failed_growth(trap) or "exceeds memory limits" in cause:
        return LimitExceeded(Limit.MEMORY, limits.memory, None)
    return Crashed(cause)
