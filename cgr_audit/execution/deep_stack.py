"""Calling a function that may go deep."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from cgr_audit.thread_stack import start_with_stack

__all__ = ["on_a_deep_stack"]

STACK = 64 << 20
"""Bytes of stack for reading a program: several times what the audit, which it has passed, was given."""

Result = TypeVar("Result")


def on_a_deep_stack(function: Callable[[], Result]) -> Result:
    """Call a function on a thread of its own, whose stack holds what programs nest."""
    future: Future[Result] = Future()

    def call() -> None:
        try:
            future.set_result(function())
        except BaseException as error:  # noqa: BLE001  it is raised again where the result is awaited
            future.set_exception(error)

    start_with_stack(threading.Thread(target=call, name="cgr-audit-reading", daemon=True), STACK)
    return future.result()
