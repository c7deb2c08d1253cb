"""Gain and closure, as the CGR paper defines them."""

from __future__ import annotations

__all__ = ["closure", "gain", "percent"]


def percent(part: int, whole: int) -> float | None:
    """A share in percent; undefined where there is nothing to share."""
    return 100.0 * part / whole if whole else None


def gain(direct: float | None, assisted: float | None) -> float | None:
    """Assisted minus direct accuracy, in percentage points (CGR)."""
    return None if direct is None or assisted is None else assisted - direct


def closure(direct: float | None, assisted: float | None, generator: float | None) -> float | None:
    """Generator-gap closure in percent: (assisted - direct) / (generator - direct) of aggregates (CGR).

    Undefined where the generator is not better than the direct path.
    """
    if direct is None or assisted is None or generator is None or generator <= direct:
        return None
    return 100.0 * (assisted - direct) / (generator - direct)
