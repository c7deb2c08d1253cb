"""How values of rows name groups."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cgr_audit.records.lines import utf8

__all__ = ["NONE", "distinct_labels", "label"]

NONE = "(none)"
"""What names the rows in which a field is absent or null."""


def label(value: Any) -> str:
    """The name of the group of a value: text as it is, but that what has no UTF-8, a lone surrogate, is an escape."""
    if value is None:
        return NONE
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return utf8(str(value)).decode()


def distinct_labels(values: Sequence[Any]) -> list[str]:
    """A label for each of some values that differ; where two would have the same, text is in quotes."""
    plain = [label(value) for value in values]
    if len(set(plain)) == len(plain):
        return plain
    others = {name for name, value in zip(plain, values, strict=True) if name != value}
    # What is in quotes is JSON, and nothing else begins with a quote: no two are the same.
    return [
        json.dumps(value) if isinstance(value, str) and (name in others or name.startswith('"')) else name
        for name, value in zip(plain, values, strict=True)
    ]
