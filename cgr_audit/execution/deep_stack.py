"""Calling a function that may go deep."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cgr_audit.thread_stack import call_with_stack

__all__ = ["on_a_deep_stack"]

STACK = 64 << 20
"""Bytes of stack for reading a program: several times what the audit, which it has passed, was given."""

Result = TypeVar("Result")


def on_a_deep_stack(function: Callable[[], Result]) -> Result:
    """Call a function on a thread of its own, whose stack holds what programs nest."""
    return call_with_stack(function, STACK, "cgr-audit-reading")
