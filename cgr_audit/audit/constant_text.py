"""Constants of a program as messages show them: short, whatever the program holds."""

from __future__ import annotations

__all__ = ["LONGEST", "constant_text"]

LONGEST = 80
"""The most code points of a constant that a message holds; programs may hold texts of a megabyte."""

_WIDEST = 256
"""The most bits of a whole number that is written in digits: Python refuses to write those of thousands of digits."""


def constant_text(constant: object) -> str:
    """A constant as it is written in Python, cut where it is long."""
    match constant:
        case bool() | None:
            return repr(constant)
        case int():
            return repr(constant) if constant.bit_length() <= _WIDEST else f"a number of {constant.bit_length()} bits"
        case str() | bytes() if len(constant) > LONGEST:
            return f"{constant[:LONGEST]!r} and more"
        case str() | bytes() | float() | complex():
            return repr(constant)
        case tuple() | list() | set() | frozenset() | dict():
            return f"a {type(constant).__name__} of {len(constant)}"
    return "..."
