"""A table: columns, and records of raw values. What a reader sees of a value follows from its column's kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.notebook import notebook_html
from cgr_audit.tables.cells import ABSENT, count, flag, number, p_value, signed, too_few
from cgr_audit.tables.shortened import named, shortened_apart

__all__ = ["FEWEST_ROWS", "TOO_FEW", "Column", "Kind", "Table"]

FEWEST_ROWS = 10
"""Below so many rows a split is given no percentage: it would say more about chance than about the programs."""
TOO_FEW = "too_few"
"""The field of a record that says that it rests on fewer; ``rows`` says on how many."""


class Kind(StrEnum):
    """What a column's values are, and so how they are shown and stored."""

    TEXT = "text"
    COUNT = "count"
    PERCENT = "percent"
    POINTS = "points"
    """Signed percentage points."""
    NUMBER = "number"
    SHARE = "share"
    """A part of one, such as a precision."""
    RATE = "rate"
    """A part of one that is shown in percent."""
    P_VALUE = "p_value"
    FLAG = "flag"
    PERCENT_RANGE = "percent_range"
    """An interval in percent; its ends are the fields ``KEY_low`` and ``KEY_high``."""
    POINTS_RANGE = "points_range"
    """An interval in signed percentage points, likewise."""
    RATE_RANGE = "rate_range"
    """An interval of a part of one, likewise, shown in percent."""

    @property
    def is_text(self) -> bool:
        """Whether values are words, which stand to the left; numbers stand to the right."""
        return self in {Kind.TEXT, Kind.FLAG}

    @property
    def is_range(self) -> bool:
        """Whether a value has two ends."""
        return self in {Kind.PERCENT_RANGE, Kind.POINTS_RANGE, Kind.RATE_RANGE}

    @property
    def is_share(self) -> bool:
        """Whether too few rows leave no value to give."""
        return self in {Kind.PERCENT, Kind.POINTS, Kind.PERCENT_RANGE, Kind.POINTS_RANGE}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    key: str
    """The field of a record."""
    label: str
    """The heading that a reader sees."""
    kind: Kind = Kind.TEXT
    longest: int | None = None
    """Characters of a text that are shown; of a longer one both ends are. Files for programs hold it whole."""
    is_optional: bool = False
    """Whether it is among the first to be left out where a terminal is too narrow for all columns."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a record that it shows: one, or the two ends of a range."""
        return (f"{self.key}_low", f"{self.key}_high") if self.kind.is_range else (self.key,)

    @property
    def remark(self) -> str:
        """The field with the caveats of a range; where there is none, why, which stands in its place."""
        return f"{self.key}_remark"

    @property
    def few(self) -> str:
        """The field with what to see next to a range, rate or share, such as how few it rests on; in brackets."""
        return f"{self.key}_few"

    @property
    def beside(self) -> dict[str, Kind]:
        """The fields that are stored next to a range, and not shown: its number of units, and the remark."""
        return {f"{self.key}_units": Kind.COUNT, self.remark: Kind.TEXT} if self.kind.is_range else {}


@dataclass(frozen=True, slots=True)
class Table:
    """A table with everything that it takes to show or to store it."""

    name: str
    """What files of it are called."""
    title: str
    note: str
    """What a reader has to know of its figures: what they rest on, and what was done with missing answers."""
    columns: tuple[Column, ...]
    records: tuple[Mapping[str, Any], ...]
    """Raw values by the columns' fields; null is ``None``."""
    stored: tuple[Column, ...] = ()
    """Further columns that only files for programs have: what figures rest on, and counts that are too many to read."""

    def cells(self, *, whole: bool = False) -> tuple[tuple[str, ...], ...]:
        """Rows of text as shown: plain text in which nothing hides, not yet escaped for any format.

        Args:
            whole: whether long names are shown whole; without, those that differ are cut so that they still do.
        """
        names: dict[str, Mapping[str, str]] = {}
        for column in self.columns:
            if column.longest is not None:
                texts = (str(value) for record in self.records if (value := record.get(column.key)) is not None)
                names[column.key] = (
                    {text: named(text) for text in texts} if whole else shortened_apart(texts, column.longest)
                )
        return tuple(tuple(_row(self.columns, record, names)) for record in self.records)

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def record(self) -> dict[str, Any]:
        """The table as JSON can hold it."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The table of such a record."""
        columns = {
            key: tuple(Column(**{**column, "kind": Kind(column["kind"])}) for column in record[key])
            for key in ("columns", "stored")
        }
        return cls(**{**record, "records": tuple(record["records"]), **columns})

    def fields(self) -> dict[str, Kind]:
        """Every field that is stored, in order, with its kind; ``too_few`` comes last where records have it."""
        known = set().union(*self.records)
        stored: dict[str, Kind] = {}
        for column in (*self.columns, *self.stored):
            stored |= dict.fromkeys(column.fields, _stored(column.kind))
            stored |= {name: kind for name, kind in column.beside.items() if name in known}
        return stored | ({TOO_FEW: Kind.FLAG} if TOO_FEW in known else {})


_REMARKED = (Kind.RATE, Kind.SHARE)
"""Kinds of single values that have something in brackets where a record has it."""


def _stored(kind: Kind) -> Kind:
    ends = {Kind.PERCENT_RANGE: Kind.PERCENT, Kind.POINTS_RANGE: Kind.POINTS, Kind.RATE_RANGE: Kind.RATE}
    return ends.get(kind, kind)


def _row(columns: tuple[Column, ...], record: Mapping[str, Any], names: Mapping[str, Mapping[str, str]]) -> list[str]:
    cells = []
    said = False
    for column in columns:
        values = [record.get(name) for name in column.fields]
        if record.get(TOO_FEW) and column.kind.is_share and values[0] is None:
            cells.append(too_few(None if said else record.get("rows")))
            said = True
        elif column.kind.is_range and values[0] is None and record.get(column.remark):
            cells.append(escape_control_characters(record[column.remark]))
        elif column.key in names and values[0] is not None:
            cells.append(names[column.key][str(values[0])])
        else:
            few = record.get(column.few) if column.kind.is_range or column.kind in _REMARKED else None
            cells.append(_cell(column.kind, values) + (f" ({few})" if few is not None else ""))
    return cells


def _cell(kind: Kind, values: list[Any]) -> str:
    if any(value is None for value in values):
        return ABSENT
    value = values[0]
    match kind:
        case Kind.TEXT:
            return escape_control_characters(str(value))
        case Kind.COUNT:
            return count(value)
        case Kind.PERCENT | Kind.NUMBER:
            return number(value)
        case Kind.POINTS:
            return signed(value)
        case Kind.RATE:
            return number(100 * value)
        case Kind.RATE_RANGE:
            return f"{number(100 * value)} to {number(100 * values[1])}"
        case Kind.SHARE:
            return f"{value:.3f}"
        case Kind.P_VALUE:
            return p_value(value)
        case Kind.FLAG:
            return flag(value)
        case Kind.PERCENT_RANGE:
            return f"{number(value)} to {number(values[1])}"
        case Kind.POINTS_RANGE:
            return f"{signed(value)} to {signed(values[1])}"
