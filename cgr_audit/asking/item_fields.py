"""Fields of items that are copied to rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["taken_field"]


def taken_field(record: Mapping[str, Any], of_rows: Iterable[str]) -> str | None:
    """What is wrong with an item that has a field which rows fill; nothing where it has none.

    Args:
        record: the item.
        of_rows: the fields that rows fill.
    """
    name = next((name for name in of_rows if name in record), None)
    return None if name is None else f"/{name}: rows have a field of that name; give it another one"
