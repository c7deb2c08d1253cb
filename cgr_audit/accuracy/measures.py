"""Gain and closure, as the CGR paper defines them."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["MEASURES", "closure", "gain", "percent", "rounded_percent"]

MEASURES = ("direct", "assisted", "generator", "gain", "closure")
"""What is said of a set of rows: three accuracies and the closure in percent, the gain in percentage points."""


def percent(part: int, whole: int) -> float | None:
    """A share in percent; undefined where there is nothing to share."""
    return 100.0 * part / whole if whole else None


def rounded_percent(part: int, whole: int) -> float | None:
    """A share in percent as records say it, with six decimals."""
    share = percent(part, whole)
    return None if share is None else round(share, 6)


def gain(direct: float | Fraction | None, assisted: float | Fraction | None) -> float | None:
    """Assisted minus direct accuracy, in percentage points (CGR)."""
    return None if direct is None or assisted is None else float(assisted - direct)


def closure(
    direct: float | Fraction | None, assisted: float | Fraction | None, generator: float | Fraction | None
) -> float | None:
    """Generator-gap closure in percent: (assisted - direct) / (generator - direct) of aggregates (CGR).

    Undefined where the generator is not better than the direct path.
    """
    if direct is None or assisted is None or generator is None or generator <= direct:
        return None
    return float(100 * (assisted - direct) / (generator - direct))
