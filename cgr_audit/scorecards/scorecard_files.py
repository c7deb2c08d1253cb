"""The files of a scorecard: every figure as JSON, CSV, Parquet, Markdown and LaTeX, and what was found of each row."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.rows.files import rows_csv, rows_parquet
from cgr_audit.records.lines import utf8, write_atomically
from cgr_audit.records.writing import encode_document
from cgr_audit.schema import require_record
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.scorecards.scored_rows import DROPPED, ScoredRows
from cgr_audit.scorecards.tables import long_table, scorecard_tables
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.folder import table_files, write_tables
from cgr_audit.tables.latex import latex
from cgr_audit.tables.markdown import escape_markdown, markdown
from cgr_audit.tables.parquet import parquet_table
from cgr_audit.tables.table import Table
from cgr_audit.version import VERSION

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["file_names", "page_name", "scorecard_record", "table_folder", "write_scorecard"]

SCHEMA_VERSION = "1.0"

_TYPES = (({bool}, "boolean"), ({int}, "Int64"), ({int, float}, "Float64"))


def scorecard_record(scored: Scored) -> dict[str, Any]:
    """The content of the JSON document, by ``schemas/scorecard.json``."""
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "cgr-audit", "version": VERSION},
        "scorecard": scored.name,
        "settings": dict(scored.settings),
        "sources": [source.to_record() for source in scored.sources],
        "audited": scored.audited,
        "rows": scored.read,
        "case": scored.scored.case,
        "notes": list(scored.scored.notes),
        "measures": {measure.key: measure.meaning for measure in scored.scored.measures},
        "overall": scored.overall.to_record(),
        "divisions": [division.to_record() for division in scored.divisions],
        "found": dict(scored.scored.found),
        "bad_rows": list(scored.bad),
    }


def file_names(name: str) -> tuple[str, ...]:
    """The names of the files that are written for a scorecard, but for the page and tables of their own."""
    figures = (f"{name}.{ending}" for ending in ("json", "csv", "parquet", "md", "tex"))
    return (*figures, f"{name}-rows.csv", f"{name}-rows.parquet")


def page_name(name: str) -> str:
    """The name of a scorecard's page."""
    return f"{name}.html"


def table_folder(name: str) -> str:
    """The name of the folder with each table in files of its own; several scorecards may be written side by side."""
    return f"{name}-tables"


def write_scorecard(scored: Scored, folder: Path, tables: Sequence[Table] | None = None) -> list[Path]:
    """Write figures and rows; the paths of the files outside the folder of tables.

    The same rows and settings give the same bytes. Tables that an earlier run wrote to that folder and that these rows
    do not have are removed; other files stay.

    Args:
        scored: the figures.
        folder: made where it is missing.
        tables: of ``scorecard_tables``, where they were made before.

    Raises:
        InconsistentRecordError: the document would not be what its schema says; nothing was written then.
    """
    record = scorecard_record(scored)
    require_record("scorecard", record)
    tables = scorecard_tables(scored) if tables is None else tables
    every, rows = long_table(scored), _rows(scored.scored)
    written = (
        encode_document(record),
        utf8(csv_table(every)),
        parquet_table(every),
        utf8(_markdown(scored, tables)),
        utf8("\n".join(map(latex, tables))),
        b"".join(rows_csv(rows)),
        b"".join(rows_parquet(rows)),
    )
    contents = dict(zip(file_names(scored.name), written, strict=True))
    files = table_files(tables)
    for name, content in contents.items():
        write_atomically(folder / name, [content])
    write_tables(files, folder / table_folder(scored.name))
    return [folder / name for name in contents]


def _rows(scored: ScoredRows) -> pd.DataFrame:
    """A line for each row that was read: its fields, what was found of it, and why it is in no figure."""
    import pandas as pd  # noqa: PLC0415  it costs start-up time

    dropped = scored.found_names()[DROPPED]
    whole = scored.table().assign(**{dropped: pd.Series(scored.dropped, dtype=object)})
    return pd.DataFrame({name: _column(values) for name, values in whole.items()})


def _column(values: pd.Series) -> pd.Series:
    """One type for all values of a column: numbers and truths stay what they are, everything else is text."""
    import pandas as pd  # noqa: PLC0415

    kinds = {type(value) for value in values if value is not None}
    for types, name in _TYPES:
        if kinds and kinds <= types:
            try:
                return pd.Series(values, dtype=name)
            except OverflowError:
                break  # an integer of more than 64 bits, or greater than any fraction: its digits are text
    texts = [_text(value) for value in values]
    return pd.Series(texts, index=values.index, dtype=pd.StringDtype("pyarrow"))


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return None if value is None else utf8(value).decode()
    return utf8(json.dumps(value, ensure_ascii=False, separators=(",", ":"))).decode()


def _markdown(scored: Scored, tables: Sequence[Table]) -> str:
    said = io.StringIO()
    said.write(f"# {escape_markdown(scored.title)}\n\n")
    for note in scored.scored.notes:
        said.write(f"> {escape_markdown(note)}\n\n")
    said.write("\n".join(markdown(table) for table in tables))
    return said.getvalue()
