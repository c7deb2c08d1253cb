"""Text of unknown origin in CSV: a cell that a spreadsheet would take for a formula gets an apostrophe in front.

That is how spreadsheets themselves write text. Whoever needs exact values reads Parquet or JSON.
"""

from __future__ import annotations

import re

__all__ = ["FORMULA_STARTS", "NUMBER", "no_formula"]

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001  full width ones count too
"""What the text of a formula begins with."""


NUMBER = r"^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?i:inf|infinity|nan))$"
"""A text that is all of one number, which is not a formula whatever it begins with."""


def no_formula(text: str) -> str:
    """The text of a cell that means only itself; that of a number is written as it is."""
    is_formula = text.startswith(FORMULA_STARTS) and (text.endswith("\n") or re.match(NUMBER, text) is None)
    return "'" + text if is_formula else text
