"""Which way the statements of a loop move its variables."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["Change", "Changes", "Move"]


class Move(IntEnum):
    """Which way one statement moves a variable, or the length of a container or text."""

    DOWN = -1
    STILL = 0
    """Not at all, or down but perhaps not strictly."""
    UP = 1
    UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class Change:
    """One statement that changes one variable."""

    statement: ast.stmt
    move: Move
    stops_at: float | None = None
    """Where the number stands still at last, if it does: a division comes to zero and no farther."""
    fails_when_empty: bool = False
    """Whether it takes an element out, and raises where there is none."""
    where_held: frozenset[str] = frozenset()
    """The texts of which one must be in a text for the statement to change it; none where it always does.

    ``startswith 'a'`` where it must be there at the beginning, ``endswith 'a'`` where it must be at the end.
    """
    is_certain: bool = True
    """Whether running the statement always changes it; a function that it calls may, or may not."""


Changes = dict[str, list[Change]]
"""What changes each variable, by its text; ``len(x)`` for what changes the length of ``x``."""
