"""What is taken out of a record where too few rows count for a percentage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cgr_audit.accuracy.measures import MEASURES
from cgr_audit.tables.table import TOO_FEW

__all__ = ["without_few", "without_shares"]

_SHARES = frozenset(MEASURES)
_ENDS = ("_low", "_high", "_few")
"""The fields of an interval that say where it is, and on how few units that rests."""


def without_few(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record, without percentages and intervals where its ``too_few`` says that it rests on too few rows."""
    return without_shares(record) if record[TOO_FEW] else dict(record)


def without_shares(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its percentages and its intervals taken out; counts and remarks stay."""
    return {
        name: None if name in _SHARES or (name.endswith(_ENDS) and name != TOO_FEW) else value
        for name, value in record.items()
    }
