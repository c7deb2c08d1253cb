"""Making memory that cannot be had end a program inside the sandbox, whatever it would do about it.

Where linear memory cannot grow, the C library of the component tells its caller, CPython raises ``MemoryError``, and a
program can catch that. Worse, CPython 3.14 does not always notice: ``text += more`` goes on with a null pointer, which
at address 0 of linear memory is an object like any other. So one instruction of the built component is changed: the
branch of ``sbrk`` that would report the failure traps instead. The host tells that trap from others by its place.
"""

from __future__ import annotations

import re

__all__ = ["GROWTH_FUNCTION", "UnknownGrowthError", "is_failed_growth", "trap_failed_growth"]

GROWTH_FUNCTION = "sbrk"

_REPORTED_FAILURE = re.compile(
    # if ((old = memory.grow(pages)) == -1) { errno = ENOMEM; return -1; }
    rb"(?P<grow>\x40\x00\x22\x00\x41\x7f\x47\x0d\x00)(?P<report>\x23[\x80-\xff]{4}[\x00-\x7f]\x41\x30\x36\x02\x00\x41\x7f\x0f)\x0b",
    re.DOTALL,
)
_UNREACHABLE, _NOTHING = b"\x00", b"\x01"
_FRAMES_LOOKED_AT = 3
_FRAME = re.compile(r"^\s*\d+:.*!(?P<function>\S+)$", re.MULTILINE)


class UnknownGrowthError(ValueError):
    """The component's C library is not the one that is known here."""


def trap_failed_growth(component: bytes) -> bytes:
    """The component with the branch that reports a failed growth replaced by a trap, of the same length.

    Raises:
        UnknownGrowthError: there is not exactly one such branch.
    """
    found = list(_REPORTED_FAILURE.finditer(component))
    if len(found) != 1:
        raise UnknownGrowthError(f"{len(found)} places in the component report memory that cannot grow, not 1")
    start, end = found[0].span("report")
    return component[:start] + _UNREACHABLE + _NOTHING * (end - start - 1) + component[end:]


def is_failed_growth(trap: str) -> bool:
    """Whether a trap, as wasmtime tells it with its frames, came of memory that could not grow."""
    frames = [frame["function"] for frame in _FRAME.finditer(trap)]
    return GROWTH_FUNCTION in frames[:_FRAMES_LOOKED_AT]
