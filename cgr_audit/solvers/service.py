"""Calls to a service that may be busy or broken: how long one is tried again, and when nothing more is asked of it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from cgr_audit.errors import CgrAuditError, IncompleteError, UsageError
from cgr_audit.plural import counted
from cgr_audit.solvers.connections import CONNECTIONS, Connections
from cgr_audit.solvers.fault import Fault, FaultKind
from cgr_audit.solvers.interface import Solver, SolverFailure

__all__ = ["Patience", "Service", "SolverState", "service_behind"]

_Reply = TypeVar("_Reply")
_SLOWER = 10
"""How many times as long as the slowest reply so far a try may take once the service fails."""
_LEAST_S = 0.001
"""A try gets so much time even where a wait took longer than it should have."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a service is waited for."""

    tries: int = 8
    """Of one call. Each call in a row that the service left unanswered takes one from the tries of the next calls."""
    first_tries: int = 3
    """Of the first call, which shows whether there is a service at all."""
    call_s: float = 600.0
    """Seconds for one call, with all its tries and the waiting between them."""
    try_s: float = 300.0
    """Seconds for one try, from sending the request to the last byte of the response."""
    least_try_s: float = 30.0
    """Seconds for one try at least, where calls in a row got no response: then one that takes ten times as long as any
    reply so far is not waited for."""
    first_wait_s: float = 0.5
    """Seconds before the second try; twice as many before each further one."""
    longest_wait_s: float = 60.0
    """Seconds between two tries at most. A service that asks for more is tried again as if it asked for nothing."""
    failures: int = 20
    """So many calls in a row that fail in one way end the run."""


class Service:
    """Tries calls again, and remembers how the service is: one object for all threads that call it.

    The first call is made alone: until it is answered no other is sent, so that a wrong address or key costs one call.
    """

    def __init__(
        self,
        name: str,
        patience: Patience,
        *,
        to_check: str,
        subject: str = "address",
        connections: int = CONNECTIONS,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        """Begin with a service of which nothing is known.

        Args:
            name: begins every message; it never holds a secret.
            patience: how long it is waited for.
            to_check: what a person checks where every request is refused.
            subject: what a person checks where the first request is not answered.
            connections: how many requests it gets at a time.
            clock: seconds that only grow.
            wait: waits for an event or some seconds, whichever comes first.
        """
        self._name = name
        self._to_check = to_check
        self._subject = subject
        self._patience = patience
        self._clock = clock
        self._wait = wait
        self._lock = threading.Lock()
        self._first_call = threading.Lock()
        self._is_reached = False
        self._failed_kind: FaultKind | None = None
        self._failures = 0
        self._failing_since = ""
        self._slowest_s = 0.0
        self._retrying = 0
        self._retries = 0
        self._retrying_since = ""
        self._wake = threading.Event()
        self.connections = Connections(connections, clock=clock)
        """How many requests it gets at a time."""
        self.ended: CgrAuditError | None = None
        """Why nothing more is asked of the service; whoever runs programs has to stop then."""
        self.report: Callable[[str | None], None] = lambda _text: None
        """Takes what is being retried, and nothing once all calls go through again; called from any thread."""

    def call(self, attempt: Callable[[float], _Reply]) -> _Reply:
        """Try until there is a reply, or no more patience.

        Args:
            attempt: sends the request and reads the reply within the seconds that it is given, or raises a ``Fault``.

        Raises:
            SolverFailure: there is no reply, in one line.
        """
        if not self._is_reached:
            with self._first_call:
                if not self._is_reached:
                    return self._call(attempt, self._patience.first_tries)
        is_up = self._failed_kind is FaultKind.REFUSED
        return self._call(attempt, max(1, self._patience.tries - (0 if is_up else self._failures)))

    def _call(self, attempt: Callable[[float], _Reply], tries: int) -> _Reply:
        ends = self._clock() + self._patience.call_s
        tried, is_retrying = 0, False
        try:
            while self.ended is None:
                asked = self._clock()
                try:
                    with self.connections.one() as started:
                        ends += started - asked
                        if self.ended is not None:
                            break
                        reply = attempt(min(self._try_s(), max(ends - started, _LEAST_S)))
                except Fault as fault:
                    tried += 1
                    if fault.kind is FaultKind.BUSY:
                        self.connections.note_busy(started)
                    wait_s = self._wait_s(fault, tried)
                    is_absent = fault.kind is FaultKind.CONNECTION and not self._is_reached
                    if fault.is_final or is_absent or tried >= tries or self._clock() + wait_s >= ends:
                        self._note_failure(fault)
                        times = f" ({tried} tries)" if tried > 1 else ""
                        raise SolverFailure(f"{self._name}: {fault}{times}") from fault
                    self._note_retry(fault, is_first=not is_retrying)
                    is_retrying = True
                    self._wait(self._wake, wait_s)
                else:
                    self._note_reply(self._clock() - started)
                    return reply
            raise SolverFailure(str(self.ended))
        finally:
            if is_retrying:
                self._note_end()

    def _wait_s(self, fault: Fault, tried: int) -> float:
        """What the service asks for, but no less than our own growing interval, and a little that differs by thread."""
        own = min(self._patience.first_wait_s * 2.0 ** min(tried - 1, 32), self._patience.longest_wait_s)
        asked = fault.retry_after_s or 0.0
        wait_s = max(own, asked) if asked <= self._patience.longest_wait_s else own
        return wait_s + random.uniform(0, self._patience.first_wait_s)  # noqa: S311  not a secret

    def _try_s(self) -> float:
        """How long a try may take."""
        if not (self._failures and self._slowest_s):
            return self._patience.try_s
        return min(self._patience.try_s, max(self._patience.least_try_s, _SLOWER * self._slowest_s))

    def _note_reply(self, seconds: float) -> None:
        self.connections.note_reply()
        with self._lock:
            self._slowest_s = max(self._slowest_s, seconds)
            self._is_reached = True
            self._failures = 0

    def _note_failure(self, fault: Fault) -> None:
        with self._lock:
            if fault.kind is not self._failed_kind or not self._failures:
                self._failed_kind, self._failures, self._failing_since = fault.kind, 0, _now()
            self._failures += 1
            if not self._is_reached and fault.is_final and not fault.is_configuration:
                self._is_reached = True  # it objects to this request, not to all
            if self.ended is None:
                self.ended = self._end(fault)
        if self.ended is not None:
            self._wake.set()
            self.connections.end()

    def _end(self, fault: Fault) -> CgrAuditError | None:
        """Why the run has to end, where it has to."""
        if not self._is_reached and fault.is_configuration:
            return UsageError(f"{self._name}: {fault}; check {self._to_check}")
        if not self._is_reached:
            return IncompleteError(
                f"{self._name}: {fault}; the first request failed, so nothing was run: check the {self._subject}, or "
                "rerun the same command later"
            )
        if self._failures < self._patience.failures:
            return None
        return IncompleteError(
            f"{self._name}: {self._failures} calls in a row failed since {self._failing_since} ({fault.kind}, the last "
            f"one with {fault}); the run stopped: rerun the same command to resume"
        )

    def _note_retry(self, fault: Fault, *, is_first: bool) -> None:
        with self._lock:
            if not self._retrying:
                self._retries, self._retrying_since = 0, _now()
            self._retrying += is_first
            self._retries += 1
            times = counted(self._retries, "retry", "retries")
            text = f"retrying solver calls: {fault.kind}, {times} since {self._retrying_since}"
        self.report(text)

    def _note_end(self) -> None:
        """A call that was tried again has ended."""
        with self._lock:
            self._retrying -= 1
            is_over = not self._retrying
        if is_over:
            self.report(None)


@runtime_checkable
class SolverState(Protocol):
    """How a solver is, for whoever runs programs: what is retried, and why nothing more is asked."""

    report: Callable[[str | None], None]

    @property
    def ended(self) -> CgrAuditError | None:
        """Why nothing more is asked."""
        ...


def service_behind(solver: Solver) -> SolverState | None:
    """The service that a solver asks; nothing if it asks none."""
    service = getattr(solver, "service", None)
    return service if isinstance(service, SolverState) else None


def _now() -> str:
    return time.strftime("%H:%M:%S")
