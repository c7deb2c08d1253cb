"""The files of ``join``: rows, and every figure as JSON, CSV, Parquet, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.accuracy.intervals.estimates import Method
from cgr_audit.accuracy.join import Joined, joined_tables
from cgr_audit.accuracy.long_table import long_table
from cgr_audit.accuracy.rows.writing import RowFiles
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.records.fast_validation import REFUSED_BY_TYPE, fast_validator
from cgr_audit.records.lines import write_atomically
from cgr_audit.records.writing import encode_document
from cgr_audit.schema import require_record
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.folder import table_files, write_tables
from cgr_audit.tables.latex import latex
from cgr_audit.tables.markdown import escape_markdown, markdown
from cgr_audit.tables.parquet import parquet_table

if TYPE_CHECKING:
    from cgr_audit.tables.table import Table

__all__ = ["FOLDER", "write_join"]

FOLDER = "tables"
"""The folder with each table in files of its own."""


def write_join(joined: Joined, folder: Path, rows: RowFiles | None = None) -> list[Path]:
    """Write rows and figures; the paths of the files outside ``tables/``.

    The same rows and settings give the same bytes. In CSV null is an empty field; there are no empty texts. Tables that
    an earlier run wrote there and that these rows do not have are removed; other files stay.

    Args:
        joined: what is written.
        folder: where.
        rows: the files of its rows in that folder, if they were begun already.

    Raises:
        InconsistentRecordError: ``accuracy.json`` would not be what its schema says; nothing was written then.
    """
    if rows is None:
        with RowFiles(folder) as own:
            own.begin(joined.rows)
            return write_join(joined, folder, own)
    shown = joined_tables(joined)
    every = long_table(joined.summary)
    record = joined.to_record()
    document = encode_document(record)
    try:
        fast_validator("accuracy")(document)
    except REFUSED_BY_TYPE:
        require_record("accuracy", record)
    contents = {
        "accuracy.json": document,
        "accuracy.csv": csv_table(every).encode(),
        "accuracy.parquet": parquet_table(every),
        "accuracy.md": "\n".join(_markdown(joined.summary, shown)).encode(),
        "accuracy.tex": "\n".join(map(latex, shown)).encode(),
    }
    single = table_files(shown)
    written = rows.finish()  # figures of rows that could not be written would stand next to rows of an earlier run
    for name, content in contents.items():
        write_atomically(folder / name, [content])
    write_tables(single, folder / FOLDER)
    return [*written, *(folder / name for name in contents)]


def _markdown(summary: AccuracySummary, shown: list[Table]) -> Iterator[str]:
    population = summary.population
    yield "# Accuracy\n"
    yield f"{population.counted} of {population.total} rows count.\n"
    if summary.warnings:
        yield (
            "\n".join(f"- {escape_markdown(escape_control_characters(str(note)))}" for note in summary.warnings) + "\n"
        )
    yield f"Rows without an answer: {summary.settings.missing.label}. {summary.settings.missing.meaning}\n"
    for table in shown:
        yield markdown(table)
    yield "## How intervals are made\n"
    yield "\n".join(f"- **{method.label}**: {method.meaning}" for method in Method) + "\n"
