"""Numbers as documents hold them."""

from __future__ import annotations

__all__ = ["rounded"]


def rounded(value: float | None, decimals: int) -> float | None:
    """A number with so many decimals; what is not defined stays so."""
    return None if value is None else round(value, decimals)
