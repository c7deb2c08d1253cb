"""How values read: thousands apart, two decimals, true signs where they matter, a dash for what is undefined."""

from __future__ import annotations

from cgr_audit.plural import counted

__all__ = ["ABSENT", "count", "flag", "number", "p_value", "signed", "too_few"]

ABSENT = "–"
"""What stands for null."""
MINUS = "−"
"""The sign, which a hyphen only resembles."""


def count(value: int) -> str:
    """A whole number: ``20,498``."""
    return f"{value:,}".replace("-", MINUS)


def number(value: float) -> str:
    """Two decimals; never a negative zero."""
    return _decimals(value, ",.2f")


def signed(value: float) -> str:
    """Two decimals with the sign; zero has none."""
    return _decimals(value, "+,.2f")


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


def _decimals(value: float, form: str) -> str:
    return "0.00" if round(value, 2) == 0 else f"{value:{form}}".replace("-", MINUS)
