"""What one run may use."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.value_words import closest

__all__ = ["Limits", "parse_limits"]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}
_LARGEST = 2**63 - 1
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


_NAMES = tuple(field.name for field in fields(Limits))
_EXAMPLES = MappingProxyType(
    {
        "fuel": "1e9",
        "memory": "64MiB",
        "wall": "10",
        "calls": "20",
        "prompt": "1MiB",
        "output": "1MiB",
        "result": "64KiB",
    }
)
"""A value of each limit, as a person writes it."""


def parse_limits(text: str, base: Limits | None = None) -> Limits:
    """Read ``KEY=VALUE,...``, such as ``fuel=1e9,memory=64MiB,wall=2``; what is not named stays as in ``base``.

    Raises:
        UsageError: an unknown key, a key that is given twice, or a value that is no such number.
    """
    changed: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, found, value = (piece.strip() for piece in part.partition("="))
        if key not in _NAMES:
            raise UsageError(f"--limits: {part!r}: {_unknown(key)}")
        if not found or not value:
            raise UsageError(f"--limits: {part!r} has no value; write {key}={_EXAMPLES[key]}")
        if key in changed:
            raise UsageError(f"--limits: {key} is given twice; give it once")
        changed[key] = _value(key, value)
    return replace(base or Limits(), **changed)


def _unknown(key: str) -> str:
    close = closest(key.lower(), _NAMES)
    return f"no limit is called {key!r}; " + (f"did you mean {close}?" if close else f"there are {', '.join(_NAMES)}")


def _value(key: str, text: str) -> float | int:
    match = _NUMBER.fullmatch(text)
    unit = _UNITS.get(match.group(2).lower()) if match else None
    if match is None or unit is None:
        units = "seconds without a unit" if key == "wall" else "a number, perhaps with k, M, G, KiB, MiB or GiB"
        raise UsageError(f"--limits: {key}={text}: {text!r} is not a number for {key}; write {units}: {_EXAMPLES[key]}")
    number = float(match.group(1)) * unit
    if number > _LARGEST:
        raise UsageError(f"--limits: {key}={text} is too large; the largest is {_LARGEST}")
    if number == 0 and key != "calls":
        raise UsageError(f"--limits: {key}={text}: nothing runs without any {key}; write {_EXAMPLES[key]}")
    if key == "wall":
        return number
    if not number.is_integer():
        raise UsageError(f"--limits: {key}={text}: a whole number is expected, not {number:g}")
    return int(number)
