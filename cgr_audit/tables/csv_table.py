"""A table as comma-separated raw values: full precision, for programs and spreadsheets to read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.spreadsheet import no_formula
from cgr_audit.tables.table import Table

__all__ = ["csv_table"]


def csv_table(table: Table) -> str:
    """A header of fields, then a line for each record.

    Null is an empty field, and a text that is empty is quoted. A text that a spreadsheet would take for a formula has
    an apostrophe in front, and control characters are spelled out; numbers are written as they are. Parquet and JSON
    hold every text as it is.
    """
    fields = table.fields()
    lines = [_line(fields), *(_line(record.get(name) for name in fields) for record in table.records)]
    return "".join(lines)


def _line(values: Iterable[Any]) -> str:
    return ",".join(map(_field, values)) + "\n"


def _field(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return str(value)
    text = escape_control_characters(no_formula(value))
    if text and not any(mark in text for mark in ',"'):
        return text
    return '"' + text.replace('"', '""') + '"'
