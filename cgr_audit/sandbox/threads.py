"""Threads that guests run on.

A guest never runs on a thread that somebody else made: signals arrive on the main thread and must not arrive inside a
solver call, and a guest that overflows its stack takes the process with it where the thread's own stack is small.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

from cgr_audit.errors import IncompleteError
from cgr_audit.thread_stack import settle, start_with_stack

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

__all__ = [
    "STACK_BYTES",
    "WASM_STACK_BYTES",
    "GuestThread",
    "call_on_guest_thread",
    "guests_are_running",
    "map_in_order",
]

WASM_STACK_BYTES = 128 << 20
"""What a guest may use of its thread's stack.

CPython guards the stack that it can see, which is a part of the guest's memory, and what it cannot see grows beside it
six to twelve times as fast. With less than some 60 MiB here deep structures end in a trap instead of a
``RecursionError``, and taking apart a long linked list is fatal. It is address space, and memory only where it is used.
"""
STACK_BYTES = WASM_STACK_BYTES + (2 << 20)
_DEEP_FAULTS = 1024
"""Pages of a thread's stack, or of its guest's memory, that one run may touch for the first time: 4 MiB."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Work: TypeAlias = "queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None]"


class GuestThread(threading.Thread):
    """A daemon thread with a stack large enough for a guest."""

    def __init__(self, target: Callable[[], object]) -> None:
        super().__init__(target=target, daemon=True, name="cgr-audit-guest")

    def start(self) -> None:
        """Start it with such a stack."""
        start_with_stack(self, STACK_BYTES)


def call_on_guest_thread(function: Callable[[], _Result]) -> _Result:
    """Call a function on a guest thread and wait for it; directly where this is one already."""
    if isinstance(threading.current_thread(), GuestThread):
        return function()
    future: Future[_Result] = Future()
    GuestThread(lambda: settle(future, function)).start()
    return future.result()


def guests_are_running() -> bool:
    """Whether this process has guest threads that have not ended."""
    return any(isinstance(thread, GuestThread) for thread in threading.enumerate())


def map_in_order(function: Callable[[_Item], _Result], items: Iterable[_Item], jobs: int) -> Iterator[_Result]:
    """Call a function on every item, ``jobs`` at a time on guest threads; results come in the items' order.

    Items are taken only as they are needed, so that a stream stays a stream. An exception of the function is raised
    here, in its turn; whatever ends the iteration ends the threads after what they are at. A machine that has no room
    for so many threads does with fewer.
    """
    work: _Work = queue.SimpleQueue()
    _start_serving(work)
    with suppress(IncompleteError):
        for _ in range(jobs - 1):
            _start_serving(work)
    waiting: deque[Future[_Result]] = deque()
    try:
        for item in items:
            future: Future[_Result] = Future()
            waiting.append(future)
            work.put((future, lambda item=item: function(item)))  # type: ignore[misc]
            if len(waiting) >= 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
        for _ in range(jobs):
            work.put(None)


def _start_serving(work: _Work) -> None:
    GuestThread(lambda: _serve(work)).start()


def _serve(work: _Work) -> None:
    while (task := work.get()) is not None:
        future, function = task
        if future.set_running_or_notify_cancel():
            faults = _page_faults()
            settle(future, function)
            if _page_faults() - faults > _DEEP_FAULTS:
                # What a stack has once grown to stays in memory for as long as its thread lives.
                with suppress(IncompleteError):
                    _start_serving(work)
                    return


def _page_faults() -> int:
    """How many pages this thread has touched for the first time; nothing where the system does not say."""
    if resource is None or not hasattr(resource, "RUSAGE_THREAD"):
        return 0
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
