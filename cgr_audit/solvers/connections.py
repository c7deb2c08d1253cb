"""How many requests one service gets at a time: fewer as soon as it says that it has too many, slowly more again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["CONNECTIONS", "Connections"]

CONNECTIONS = 16
"""Requests in flight, where nobody says how many."""


class Connections:
    """Lets requests begin, in whatever order threads come, while fewer are in flight than the service bears.

    Additive increase, multiplicative decrease: half as many after a refusal for being busy, and one more after as many
    responses as there may be requests. Refusals of requests that were sent before the last decrease say nothing new.

    Args:
        most: how many there may ever be.
        clock: seconds that only grow.
    """

    def __init__(self, most: int = CONNECTIONS, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = self.allowed = most
        self._clock = clock
        self._changed = threading.Condition()
        self._in_flight = 0
        self._replies = 0
        self._lowered_at = -1.0
        self._is_over = False

    def limit(self, most: int) -> None:
        """Have no more than so many from now on."""
        with self._changed:
            self.most = self.allowed = most

    @contextmanager
    def one(self) -> Iterator[float]:
        """Wait for a connection and hold it; gives the time at which it was had. At once where all is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_over or self._in_flight < self.allowed)
            self._in_flight += 1
        try:
            yield self._clock()
        finally:
            with self._changed:
                self._in_flight -= 1
                self._changed.notify()

    def note_busy(self, began: float) -> None:
        """The service refused a request that began then, because it has too many."""
        with self._changed:
            if began > self._lowered_at:
                self.allowed = max(1, self.allowed // 2)
                self._lowered_at = self._clock()
                self._replies = 0

    def note_reply(self) -> None:
        """A request got its response."""
        with self._changed:
            self._replies += 1
            if self._replies >= self.allowed and self.allowed < self.most:
                self._replies = 0
                self.allowed += 1
                self._changed.notify()

    def end(self) -> None:
        """Let everyone pass: nothing more is asked, and nobody is to wait for a turn."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
