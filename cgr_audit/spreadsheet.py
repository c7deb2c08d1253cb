"""Text of unknown origin in CSV: a cell that a spreadsheet would take for a formula gets an apostrophe in front.

That is how spreadsheets themselves write text. Whoever needs exact values reads Parquet or JSON.
"""

from __future__ import annotations

__all__ = ["FORMULA_STARTS", "no_formula"]

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001  full width ones count too
"""What the text of a formula begins with."""


def no_formula(text: str) -> str:
    """The text of a cell that means only itself; numbers are none, and are written as they are."""
    return "'" + text if text.startswith(FORMULA_STARTS) else text
