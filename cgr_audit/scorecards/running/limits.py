"""What a generated program may use while it is tested."""

from __future__ import annotations

from cgr_audit.sandbox.limits import Limits

__all__ = ["DEFAULT_LIMITS"]

DEFAULT_LIMITS = Limits(fuel=3 * 10**10, wall=30.0, result=1 << 20)
"""Of one run: about three seconds of work, as published harnesses give, and 256 MiB of memory."""
