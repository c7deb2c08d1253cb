"""What one run may use."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any

from cgr_audit.errors import UsageError

__all__ = ["Limits", "parse_limits"]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}
_NUMBER = re.compile(r"(\d+(?:\.\d+)?(?:[eE]\d+)?)\s*([a-zA-Z]*)")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run with their defaults."""

    fuel: int = 10**10
    """Units of fuel; the default lasts about a second."""
    memory: int = 256 << 20
    """Bytes of linear memory."""
    wall: float = 10.0
    """Seconds of the guest's own time; the solver's is not charged."""
    calls: int | None = None
    """Solver calls; nothing means the contract's cap."""
    prompt: int = 1 << 20
    """Bytes of one call's prompt and configuration together."""
    output: int = 1 << 20
    """Bytes printed."""
    result: int = 64 << 10
    """Bytes of the encoded value that is given back."""


def parse_limits(text: str, base: Limits | None = None) -> Limits:
    """Read ``KEY=VALUE,...``, such as ``fuel=1e9,memory=64MiB,wall=2``; what is not named stays as in ``base``.

    Raises:
        UsageError: an unknown key, or a value that is no such number.
    """
    limits = base or Limits()
    known = [field.name for field in fields(Limits)]
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, found, value = part.partition("=")
        key = key.strip()
        if not found or key not in known:
            raise UsageError(f"--limits: {part!r} is not KEY=VALUE with a KEY among {', '.join(known)}")
        number = _number(value.strip())
        if number is None or number < 0 or (number == 0 and key != "calls"):
            raise UsageError(f"--limits: {part!r}: {value.strip()!r} is no number for {key}; write 10, 1e9 or 64MiB")
        changed: dict[str, Any] = {key: number if key == "wall" else int(number)}
        limits = replace(limits, **changed)
    return limits


def _number(text: str) -> float | None:
    match = _NUMBER.fullmatch(text)
    unit = _UNITS.get(match.group(2).lower()) if match else None
    return float(match.group(1)) * unit if match and unit else None
