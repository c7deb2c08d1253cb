"""A folder with each table in files of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from cgr_audit.records.lines import utf8, write_atomically
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.latex import latex
from cgr_audit.tables.markdown import markdown
from cgr_audit.tables.parquet import is_table, parquet_table
from cgr_audit.tables.table import Table

__all__ = ["table_files", "write_tables"]


def table_files(tables: Iterable[Table]) -> dict[str, bytes]:
    """Each table as CSV, LaTeX, Markdown and Parquet, by the name of its file."""
    return {f"{table.name}.{ending}": content for table in tables for ending, content in _written(table).items()}


def write_tables(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of tables, and remove those of an earlier run's tables that are none of these.

    A table of an earlier run is known by what its Parquet file says of itself; nothing else in the folder is touched.
    """
    for name, content in files.items():
        write_atomically(folder / name, [content])
    for parquet in sorted(folder.glob("*.parquet")):
        if parquet.name not in files and is_table(parquet):
            for ending in _ENDINGS:
                parquet.with_suffix(f".{ending}").unlink(missing_ok=True)


_ENDINGS = ("csv", "tex", "md", "parquet")
"""Parquet comes last: where removing is interrupted, the next run still knows the rest by it."""


def _written(table: Table) -> dict[str, bytes]:
    return {
        "csv": utf8(csv_table(table)),
        "tex": utf8(latex(table)),
        "md": utf8(markdown(table)),
        "parquet": parquet_table(table),
    }
