"""How values read: two decimals, signs where they matter, a dash for what is undefined."""

from __future__ import annotations

from cgr_audit.plural import counted

__all__ = ["ABSENT", "flag", "number", "p_value", "signed", "too_few"]

ABSENT = "–"
"""What stands for null."""


def number(value: float) -> str:
    """Two decimals; never a negative zero."""
    shown = f"{value:.2f}"
    return "0.00" if float(shown) == 0 else shown


def signed(value: float) -> str:
    """Two decimals with the sign; zero has none."""
    shown = f"{value:+.2f}"
    return "0.00" if float(shown) == 0 else shown


def p_value(value: float) -> str:
    """Three decimals; what is smaller is said to be smaller, so that nothing reads as impossible."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def flag(value: bool) -> str:
    """Yes or no."""
    return "yes" if value else "no"


def too_few(rows: int | None) -> str:
    """What stands in place of a percentage that would rest on fewer than ten rows."""
    if rows == 0:
        return ABSENT
    return "too few" if rows is None else f"{counted(rows, 'row')}: too few"
