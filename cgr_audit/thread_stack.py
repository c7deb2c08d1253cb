"""Threads with a stack of a given size, which is a setting of the whole process while one starts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from cgr_audit.errors import IncompleteError

__all__ = ["call_with_stack", "settle", "start_with_stack"]

_Result = TypeVar("_Result")
_starting = threading.Lock()


def start_with_stack(thread: threading.Thread, size: int) -> None:
    """Start a thread with so many bytes of stack (0: as usual), and put the process's setting back at once.

    Raises:
        IncompleteError: the machine has no room for another thread.
    """
    with _starting:
        before = threading.stack_size(size)
        try:
            # By the class's own method: a subclass may come here from its own.
            threading.Thread.start(thread)
        except RuntimeError as error:
            few = "use fewer --jobs, or raise the limits of memory and processes"
            raise IncompleteError(f"this machine cannot start another thread ({error}); {few}") from error
        finally:
            threading.stack_size(before)


def call_with_stack(function: Callable[[], _Result], size: int, name: str) -> _Result:
    """Call a function on a daemon thread of its own with so many bytes of stack; what it raises is raised here."""
    future: Future[_Result] = Future()
    start_with_stack(threading.Thread(target=lambda: settle(future, function), name=name, daemon=True), size)
    return future.result()


def settle(future: Future[_Result], function: Callable[[], _Result]) -> None:
    """Give a future what a function gives back, or what it raises."""
    try:
        result = function()
    except BaseException as error:  # noqa: BLE001  it is raised again where the result is awaited
        future.set_exception(error)
    else:
        future.set_result(result)
