"""How large a program may be for its analyses."""

from __future__ import annotations

__all__ = ["MOST_CALLABLE_STEPS", "MOST_NODES", "TooLargeError"]

MOST_NODES = 60_000
"""The most nodes of a tree that is analysed: some seven thousand lines, which take two seconds."""

MOST_CALLABLE_STEPS = 100_000
"""The most steps in which callables are followed; a program of forty lines takes a hundred."""


class TooLargeError(Exception):
    """A program takes more work to analyse than any analysis is allowed."""
