"""Groups of rows in which fields agree: which there are, what they are called, and in which order they stand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.label import distinct_labels

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from cgr_audit.scorecards.comparison import Labels

__all__ = ["LabelledValues", "grouped"]

_NO_ORDER: Mapping[str, tuple[str, ...]] = MappingProxyType({})

Identity = tuple[str, Any]
"""Kind and value, so that 1, true and "1" are three values, and 1 and 1.0 are one."""

_KINDS = ("number", "truth", "text", "structure", "nothing")
"""In the order in which groups stand."""


def grouped(
    table: pd.DataFrame, fields: Sequence[str], order: Mapping[str, Sequence[str]] = _NO_ORDER
) -> Iterator[tuple[Labels, NDArray[np.intp]]]:
    """The groups of rows in which fields agree, as labels and numbers of rows.

    Args:
        table: the rows.
        fields: of the table.
        order: of fields whose values have an order that is known, these values; others come after them, sorted.
    """
    columns = [LabelledValues.of(table[name], order.get(name, ())) for name in fields]
    code = np.zeros(len(table), dtype=np.intp)
    for column in columns:
        # Numbers stay small, however many fields there are.
        _, code = np.unique(code * len(column.labels) + column.of_row, return_inverse=True)
    rows = np.argsort(code, kind="stable")
    for places in np.split(rows, np.flatnonzero(np.diff(code[rows])) + 1):
        if len(places):
            found = zip(fields, columns, strict=True)
            yield tuple((name, column.labels[column.of_row[places[0]]]) for name, column in found), places


@dataclass(frozen=True, slots=True, eq=False)
class LabelledValues:
    """The values of a field, each with a label that no other has."""

    labels: tuple[str, ...]
    """In the order in which groups stand."""
    of_row: NDArray[np.intp]
    """Of each row the number of its label."""

    @classmethod
    def of(cls, values: Sequence[Any] | pd.Series, order: Sequence[str] = ()) -> LabelledValues:
        """Label values: absent ones and null are ``(none)``; where two would have the same label, text is in quotes.

        Numbers are sorted by size, then come truths, texts by their characters, lists and objects, and what is absent.
        """
        numbers: dict[str | Identity, int] = {}
        seen: list[Any] = []
        given = np.empty(len(values), dtype=np.intp)
        for row, value in enumerate(values):
            number = numbers.setdefault(value if type(value) is str else _identity(value), len(seen))
            if number == len(seen):
                seen.append(value)
            elif type(value) is int and type(seen[number]) is float:
                seen[number] = value  # 1 and 1.0 are one, whichever row comes first
            given[row] = number
        places = {name: place for place, name in enumerate(order)}
        ranked = sorted(range(len(seen)), key=lambda number: _rank(seen[number], places))
        names = distinct_labels(seen)
        position = np.empty(len(seen), dtype=np.intp)
        position[ranked] = np.arange(len(seen))
        return cls(tuple(names[number] for number in ranked), position[given])


def _identity(value: Any) -> Identity:
    match value:
        case None:
            return "nothing", None
        case bool():
            return "truth", value
        case int() | float():
            return "number", value
        case str():
            return "text", value
        case _:
            return "structure", json.dumps(value, sort_keys=True)


def _rank(value: Any, places: Mapping[str, int]) -> tuple[Any, ...]:
    """Known values in their order, then by kind and size."""
    kind, key = _identity(value)
    known = places.get(key, len(places)) if kind == "text" else len(places)
    return known, _KINDS.index(kind), key
