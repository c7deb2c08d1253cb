"""How values of rows name groups."""

from __future__ import annotations

from typing import Any

__all__ = ["NONE", "label"]

NONE = "(none)"
"""What names the rows in which a field is absent or null."""


def label(value: Any) -> str:
    """The name of the group of a value: text as it is, but that what has no UTF-8, a lone surrogate, is an escape."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return str(value).lower()
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else repr(value)
