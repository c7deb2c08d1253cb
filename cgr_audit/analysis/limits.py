"""How large a program may be for its analyses."""

from __future__ import annotations

__all__ = ["MOST_FIELDS", "MOST_NODES", "TooLargeError"]

MOST_FIELDS = 30_000
"""The most opening braces of a text that is parsed: some hosts take time that grows with the square of the fields of an
f-string. With more than these a tree would have too many nodes."""

MOST_NODES = 60_000
"""The most nodes of a tree that is analysed: some seven thousand lines, which take two seconds."""


class TooLargeError(Exception):
    """A program takes more work to analyse than any analysis is allowed."""
