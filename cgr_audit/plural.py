"""A number with its noun."""

from __future__ import annotations

__all__ = ["counted"]


def counted(count: int, one: str, several: str = "") -> str:
    """A number with its noun in the right form, thousands apart: ``1 row``, ``2 rows``, ``20,498 rows``.

    Args:
        count: the number.
        one: the noun, or what else follows the number 1, such as ``row is``.
        several: what follows any other number where an ``s`` at the end of ``one`` does not make it, such as
            ``rows are``.
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"
