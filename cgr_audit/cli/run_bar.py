"""The progress of a run, its retries and what it asked: a live line on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cgr_audit.cli.output import say, shows_progress

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress

    from cgr_audit.solvers.account import Account

__all__ = ["RetryLines", "RunBar"]

RUNNING = "running"
QUIET_S = 30.0
"""Seconds between two lines about retries."""


class RetryLines:
    """Says what is being retried to standard error, at most one line every 30 seconds; from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._silent_until = -math.inf

    def __call__(self, what: str | None) -> None:
        """Say it, unless a line was said a moment ago; nothing if all goes through again."""
        with self._lock:
            now = self._clock()
            if what is None or now < self._silent_until:
                return
            self._silent_until = now + QUIET_S
        say(what)


class RunBar:
    """A line with rate, time left, retries and what was asked on a terminal; elsewhere only lines about retries.

    Args:
        account: what is asked, for whoever counts it.
    """

    def __init__(self, account: Account | None = None) -> None:
        self._account = account
        self._bar = _bar() if shows_progress() else None
        self._task = None if self._bar is None else self._bar.add_task(RUNNING, total=None, start=False, account="")
        self._retry_lines = RetryLines()

    def __enter__(self) -> RunBar:
        """Show it."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take it away."""
        if self._bar is not None:
            self._bar.stop()

    def started(self, total: int, resumed: int) -> None:
        """Begin to measure: what an earlier run did says nothing about the rate."""
        if self._bar is not None and self._task is not None:
            self._bar.start_task(self._task)
            self._bar.update(self._task, total=total - resumed)

    def finished(self) -> None:
        """One more."""
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task)
            speed = self._bar.tasks[0].speed or 0.0
            asked = f" · {self._account}" if self._account and str(self._account) else ""
            self._bar.update(self._task, account=f"{speed:,.1f}/s{asked}")

    def retrying(self, what: str | None) -> None:
        """Show what is being retried, for as long as it is."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=what or RUNNING)
        else:
            self._retry_lines(what)


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[account]}"),
        console=Console(stderr=True),
        transient=True,
    )
