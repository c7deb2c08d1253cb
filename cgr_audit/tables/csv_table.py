"""A table as comma-separated raw values: full precision, null as an empty field, for programs to read."""

from __future__ import annotations

import csv
import io
from typing import Any

from cgr_audit.tables.table import Table

__all__ = ["csv_table"]


def csv_table(table: Table) -> str:
    """A header of fields, then a line for each record.

    A text that is empty is quoted, so that it is not taken for null. Formulas are not defused: values are exact, and
    the cell of a spreadsheet that begins with ``=`` is what the data say.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_MINIMAL)
    fields = table.fields()
    writer.writerow(fields)
    for record in table.records:
        writer.writerow([_raw(record.get(name)) for name in fields])
    return stream.getvalue()


def _raw(value: Any) -> Any:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value
