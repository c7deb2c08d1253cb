"""What a generated program may use while it is tested."""

from __future__ import annotations

from dataclasses import replace

from cgr_audit.sandbox.limits import Limits

__all__ = ["DEFAULT_LIMITS", "roomy"]

DEFAULT_LIMITS = Limits(fuel=3 * 10**10, wall=30.0)
"""Of one run: about three seconds of work, as published harnesses give, 256 MiB of memory, 64 KiB of value."""

_ROOM = 16
"""Bytes of encoded value, at most, for a character of its literal."""


def roomy(limits: Limits, expected: int) -> Limits:
    """Limits with room for an expected output of so many characters, so that what exceeds them is something else."""
    return replace(limits, result=max(limits.result, _ROOM * expected), output=max(limits.output, _ROOM * expected))
