"""What ``--map`` says: which column holds which field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cgr_audit.errors import UsageError
from cgr_audit.source.contract import ItemSpec

__all__ = ["ITEM_FIELDS", "PROGRAM_FIELDS", "RECORDED", "RESULT_FIELDS", "ColumnMapping", "may_be_kept", "read_mapping"]

ITEM_FIELDS = ("id", "dataset", "question", "options", "labels", "gold", "distractors", "source", "licence")
PROGRAM_FIELDS = ("id", "dataset", "source", "generator", "sample")
RESULT_FIELDS = (
    "id", "dataset", "solver", "generator", "sample", "direct", "assisted", "generator_answer", "difficulty",
)  # fmt: skip
RECORDED = {"item_id": "id", "correct_ids": "gold", "redistributable": "licence", "extra": "note"}
"""Names in an item's record that no field of one's own can have, and what to write instead."""
_TABLES = {"programs": PROGRAM_FIELDS, "results": RESULT_FIELDS}


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Columns by field, for each of the three files."""

    items: Mapping[str, str] = field(default_factory=dict)
    """With fields of one's own, which items then have."""
    programs: Mapping[str, str] = field(default_factory=dict)
    results: Mapping[str, str] = field(default_factory=dict)


def may_be_kept(column: str) -> bool:
    """Whether a column can be a field of the item under its own name: it is no other field, and not the gold."""
    return column not in {*ITEM_FIELDS, *RECORDED} and not ItemSpec().may_be_gold(column)


def read_mapping(options: Sequence[str]) -> ColumnMapping:
    """Read ``FIELD=COLUMN`` of items, ``programs.FIELD=COLUMN`` and ``results.FIELD=COLUMN``.

    Raises:
        UsageError: it is neither, names an unknown field, or names one twice.
    """
    found: dict[str, dict[str, str]] = {"items": {}, **{table: {} for table in _TABLES}}
    for option in options:
        name, equals, column = option.partition("=")
        if not equals or not name or not column:
            raise UsageError(f"--map {option}: write FIELD=COLUMN, such as question=question_text")
        head, dot, rest = name.partition(".")
        table, named = (head, rest) if dot and head in _TABLES else ("items", name)
        if table in _TABLES and named not in _TABLES[table]:
            raise UsageError(f"--map {option}: {head} have no field {named!r}; there are {', '.join(_TABLES[table])}")
        if table == "items" and named in RECORDED:
            raise UsageError(f"--map {option}: the name is taken in an item's record; write {RECORDED[named]}={column}")
        if named in found[table]:
            raise UsageError(f"--map {option}: {name} is mapped already, to {found[table][named]!r}")
        found[table][named] = column
    return ColumnMapping(**found)
