"""The host's side of one run: it answers the guest's calls, counts them, and remembers why a run has to end."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Mapping
from typing import Any

import wasmtime

from cgr_audit.records.rows import CallRow
from cgr_audit.sandbox.interpreter import TICK_S
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import GuestError, HostFailure, Limit, LimitExceeded, Outcome
from cgr_audit.sandbox.values import ValueDecodeError, all_finite, decode_value, holds_opaque, json_view
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.interface import CallOrigin, Solver, SolverRequest

__all__ = ["Deadline", "Meter"]

_EMPTY_CONFIG = '["d"]'
"""No configuration as it crosses; one counts for what it has more than that."""


class Deadline:
    """The guest's time: what its solver takes is not charged, and the deadline is set again after each call."""

    def __init__(self, store: wasmtime.Store, allowed_s: float) -> None:
        self._store = store
        self._allowed_s = allowed_s
        self._charged_s = 0.0
        self._since = time.perf_counter()
        self._arm()

    def charged_s(self) -> float:
        """Seconds the guest has had so far."""
        return self._charged_s + time.perf_counter() - self._since

    def pause(self) -> None:
        """The guest waits."""
        self._charged_s = self.charged_s()

    def resume(self) -> None:
        """The guest goes on with what is left of its time."""
        self._since = time.perf_counter()
        self._arm()

    def _arm(self) -> None:
        left_s = max(self._allowed_s - self._charged_s, 0.0)
        self._store.set_epoch_deadline(math.ceil(left_s / TICK_S) + 1)


class Meter:
    """One run's calls.

    Whatever happens in here is kept in ``ended``, and the guest is stopped by a trap that says nothing: exceptions that
    leave a callback travel through a variable that all threads share.
    """

    def __init__(
        self,
        solver: Solver,
        limits: Limits,
        calls_allowed: int,
        origin: CallOrigin,
        options: tuple[str, ...],
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self._solver = solver
        self._limits = limits
        self._calls_allowed = calls_allowed
        self._origin = origin
        self._options = options
        self._parameters = parameters or {}
        self._slots: threading.BoundedSemaphore | None = None
        self.deadline: Deadline
        self.calls: list[CallRow] = []
        self.ended: Outcome | None = None
        """Why the run has to end; once it is set nothing changes it."""

    def begin(self, deadline: Deadline, slots: threading.BoundedSemaphore) -> None:
        """Start metering a guest that runs against this deadline and holds one of these slots."""
        self.deadline = deadline
        self._slots = slots

    def solver_call(self, _store: object, prompt: str, config: str, limit: str) -> str:
        """The component's only import."""
        try:
            response = self._answer(prompt, config, limit) if self.ended is None else None
        except BaseException as error:  # noqa: BLE001  nothing but WasmtimeError may leave a callback
            self._end(HostFailure(f"the sandbox failed: {type(error).__name__}: {error}"))
            response = None
        if response is None:
            raise wasmtime.WasmtimeError("the run has ended")
        return response

    def _end(self, outcome: Outcome) -> None:
        if self.ended is None:
            self.ended = outcome

    def _answer(self, prompt: str, config: str, limit: str) -> str | None:
        """The response, or nothing if the run has to end."""
        if limit:
            self._end(self._noticed(limit))
            return None
        size = len(prompt.encode()) + max(len(config) - len(_EMPTY_CONFIG), 0)
        if size > self._limits.prompt:
            self._end(LimitExceeded(Limit.PROMPT, self._limits.prompt, size))
            return None
        if len(self.calls) >= self._calls_allowed:
            self._end(LimitExceeded(Limit.CALLS, self._calls_allowed, len(self.calls) + 1))
            return None
        try:
            settings = _settings(config)
        except ValueDecodeError as error:
            self._end(GuestError("ValueError", f"the solver's configuration is not JSON: {error}"))
            return None
        request = SolverRequest(prompt, settings, self._origin, len(self.calls), self._options, self._parameters)
        return self._ask(request)

    def _noticed(self, text: str) -> Outcome:
        """A limit that the guest noticed: ``memory``, ``output:USED`` or ``prompt:USED``."""
        name, _, used = text.partition(":")
        number = float(used) if used.isdecimal() and len(used) < 20 else None
        match name:
            case "output":
                return LimitExceeded(Limit.OUTPUT, self._limits.output, number)
            case "prompt":
                return LimitExceeded(Limit.PROMPT, self._limits.prompt, number)
            case "memory":
                return LimitExceeded(Limit.MEMORY, self._limits.memory, None)
            case _:
                return GuestError("TamperedReport", "the program reported a limit that does not exist")

    def _ask(self, request: SolverRequest) -> str | None:
        assert self._slots is not None
        self.deadline.pause()
        self._slots.release()
        try:
            call = ask(self._solver, request)
        finally:
            self._slots.acquire()
            self.deadline.resume()
        self.calls.append(call)
        if call.error is not None:
            self._end(HostFailure(f"call {request.call_index} of the solver failed: {call.error}"))
        return call.response


def _settings(config: str) -> Any:
    """The configuration as JSON holds it.

    Raises:
        ValueDecodeError: it is hostile, or holds what JSON cannot.
    """
    value = decode_value(config)
    opaque = holds_opaque(value)
    if opaque is not None:
        raise ValueDecodeError(f"it holds an object of type {opaque}")
    if not all_finite(value):
        raise ValueDecodeError("it holds a number that is not finite")
    return json_view(value)
