"""One call of one exported function in an instance that exists for nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import wasmtime
from wasmtime import component as wasm

from cgr_audit.sandbox.component import SandboxError
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.memory_total import TOO_LITTLE_MEMORY, can_map
from cgr_audit.sandbox.memory_trap import is_failed_growth
from cgr_audit.sandbox.metering import Deadline, Meter
from cgr_audit.sandbox.outcome import Crashed, Limit, LimitExceeded, Outcome

__all__ = ["GuestReturn", "call_guest"]

_TRAP = "wasm trap: "
"""How wasmtime marks what was raised inside a guest; every other error is the engine's own."""
_MOST_MEMORY = 4 << 30
"""What a guest can address, whatever its limit is."""


@dataclass(frozen=True, slots=True)
class GuestReturn:
    """What an exported function gave: a text, or how the run ended whatever it gave."""

    result: str | Outcome
    fuel: int
    """Units used."""


def call_guest(interpreter: Interpreter, export: str, argument: str, limits: Limits, meter: Meter) -> GuestReturn:
    """Instantiate, call and throw away. The caller holds ``interpreter.running`` and is on a guest thread.

    Raises:
        SandboxError: the engine failed, which says nothing about the program.
    """
    try:
        return _call(interpreter, export, argument, limits, meter)
    except (wasmtime.WasmtimeError, MemoryError, OSError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise SandboxError(f"the sandbox failed: {reason}") from error


def _call(interpreter: Interpreter, export: str, argument: str, limits: Limits, meter: Meter) -> GuestReturn:
    store = wasmtime.Store(interpreter.engine)
    linker = wasm.Linker(interpreter.engine)
    try:
        store.set_fuel(limits.fuel)
        store.set_limits(memory_size=limits.memory)
        meter.begin(Deadline(store, limits.wall), interpreter.slots)
        with linker.root() as root:
            root.add_func("solver-call", meter.solver_call)
        text, trap = "", None
        try:
            instance = linker.instantiate(store, interpreter.component)
            function = instance.get_func(store, export)
            assert function is not None
            text = function(store, argument)
        except wasmtime.WasmtimeError as error:
            trap = str(error)
            if meter.ended is None and _TRAP not in trap and not _is_over_limit(trap):
                raise
        fuel = limits.fuel - store.get_fuel()
        if meter.ended is not None:
            return GuestReturn(meter.ended, fuel)
        return GuestReturn(text if trap is None else _classify(trap, fuel, limits, meter.deadline.charged_s()), fuel)
    finally:
        # A store that waits for the garbage collector keeps the guest's memory until then.
        store.close()
        linker.close()


def _classify(trap: str, fuel: int, limits: Limits, charged_s: float) -> LimitExceeded | Crashed:
    """What a trap means where the host did not end the run itself: fuel first, then the clock.

    Raises:
        MemoryError: the guest's memory did not grow, and the machine could not give what the limit allows.
    """
    cause = " ".join((trap.rpartition("Caused by:")[2] or trap).split())
    if fuel >= limits.fuel or "all fuel consumed" in cause:
        return LimitExceeded(Limit.FUEL, limits.fuel, fuel)
    if "interrupt" in cause:
        return LimitExceeded(Limit.WALL, limits.wall, round(charged_s, 3))
    if is_failed_growth(trap):
        # Wasmtime does not say who denied the growth: where the machine could still give all of it, the limit did.
        if not can_map(min(limits.memory, _MOST_MEMORY)):
            raise MemoryError(TOO_LITTLE_MEMORY)
        return LimitExceeded(Limit.MEMORY, limits.memory, None)
    if _is_over_limit(cause):
        return LimitExceeded(Limit.MEMORY, limits.memory, None)
    return Crashed(cause)


def _is_over_limit(error: str) -> bool:
    """Whether an instance was refused because it starts with more memory than its limit allows."""
    return "exceeds memory limits" in error
