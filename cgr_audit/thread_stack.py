"""Starting a thread with a stack of a given size, which is a setting of the whole process in between."""

from __future__ import annotations

import threading

__all__ = ["start_with_stack"]

_starting = threading.Lock()


def start_with_stack(thread: threading.Thread, size: int) -> None:
    """Start a thread with so many bytes of stack, and put the process's setting back at once."""
    with _starting:
        before = threading.stack_size(size)
        try:
            # By the class's own method: a subclass may come here from its own.
            threading.Thread.start(thread)
        finally:
            threading.stack_size(before)
