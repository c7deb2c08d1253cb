"""Deciding claims on recorded values.

Runs inside the sandbox, behind what the tests bring themselves, in an instance in which the program never runs.
"""

from __future__ import annotations

import datetime as _datetime  # noqa: F401  records are written with it
from collections import deque as _deque  # noqa: F401
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal  # noqa: F401
from fractions import Fraction  # noqa: F401
from typing import Any


class _Unknown:
    """An object of which nothing is known but its type's name: it equals nothing, and there is no order to it."""

    __slots__ = ()


def _decide(claims: Mapping[int, Callable[..., Any]], records: Sequence[tuple[int, tuple[Any, ...]]]) -> list[Any]:
    """Of each record whether its claim is true, or type and message of what deciding it raised."""
    found: list[Any] = []
    for number, values in records:
        try:
            found.append(bool(claims[number](*values)))
        except Exception as error:  # noqa: BLE001  any operation on values of the wrong type
            found.append((type(error).__name__, str(error)[:500]))
    return found
