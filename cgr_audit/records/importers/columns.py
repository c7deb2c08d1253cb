"""Columns of a table by name: nested ones by their path, and families such as ``A``, ``B``, ``C``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.identifiers import squeezed
from cgr_audit.records.importers.tables import Table

__all__ = ["Family", "column_names", "families", "named", "value_at"]

_MEMBER = re.compile(r"(?P<stem>.*?)[\s_.-]*(?P<suffix>[A-Za-z]|\d{1,2})")
_DEPTH = 2
_SAMPLE = 200
"""Rows that are looked at for nested columns."""


@dataclass(frozen=True, slots=True)
class Family:
    """Columns that are numbered or lettered from the first on."""

    stem: str
    """What their names have in common, squeezed."""
    columns: tuple[str, ...]
    suffixes: tuple[str, ...]


def value_at(record: Mapping[str, Any], name: str) -> Any:
    """What stands in a column, or under a dotted path; nothing if it is not there."""
    if name in record:
        return record[name]
    head, dot, rest = name.partition(".")
    inner = record.get(head)
    return value_at(inner, rest) if dot and isinstance(inner, Mapping) else None


def column_names(table: Table) -> tuple[str, ...]:
    """Every column, and the paths of what is nested in columns."""
    found: dict[str, None] = dict.fromkeys(table.columns)
    for row in table.rows[:_SAMPLE]:
        found.update(dict.fromkeys(_paths(row.record, "", _DEPTH)))
    return tuple(found)


def _paths(record: Mapping[str, Any], prefix: str, depth: int) -> Iterator[str]:
    for name, value in record.items():
        if isinstance(name, str) and isinstance(value, Mapping) and depth:
            yield from (f"{prefix}{name}.{inner}" for inner in value if isinstance(inner, str))
            yield from _paths(value, f"{prefix}{name}.", depth - 1)


def named(columns: Sequence[str], names: Sequence[str]) -> list[str]:
    """The columns that have one of some (squeezed) names, in the order of the names."""
    return [column for name in names for column in columns if squeezed(column) == name]


def families(columns: Sequence[str], stems: Sequence[str]) -> list[Family]:
    """The families of at least two columns whose names have one of some (squeezed) stems in common."""
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for column in columns:
        member = _MEMBER.fullmatch(column)
        if member is not None and squeezed(member["stem"]) in stems:
            suffix = member["suffix"]
            kind = "0" if suffix.isdigit() else "a" if suffix.islower() else "A"
            groups.setdefault((squeezed(member["stem"]), kind), []).append((column, suffix))
    runs = [(stem, _run(members)) for (stem, kind), members in groups.items() if stem or kind != "0"]
    return [
        Family(stem, tuple(column for column, _ in run), tuple(suffix for _, suffix in run))
        for stem, run in runs
        if run
    ]


def _run(members: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Members in their order as far as they follow each other from the first on; none if they are fewer than two."""
    ordered = sorted(members, key=lambda one: (int(one[1]) if one[1].isdigit() else ord(one[1]), one[0]))
    values = [int(suffix) if suffix.isdigit() else ord(suffix.upper()) - ord("A") for _, suffix in ordered]
    run = [one for place, one in enumerate(ordered) if values[place] == values[0] + place]
    return run if len(run) > 1 and values[0] in (0, 1) and (values[0] == 0 or run[0][1].isdigit()) else []
