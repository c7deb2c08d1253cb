"""The rows table as CSV and as Parquet: the same rows give the same bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

__all__ = ["rows_csv", "rows_parquet"]

_ROWS_AT_ONCE = 100_000


def rows_csv(table: pd.DataFrame) -> Iterator[bytes]:
    """Yield the table as CSV: UTF-8, lines that end in a line feed, quotes only where they are needed.

    Null is an empty field, truths are ``True`` and ``False``, numbers as short as they can be to read back the same.
    """
    header = io.StringIO()
    csv.writer(header, lineterminator="\n").writerow(table.columns)
    yield header.getvalue().encode()
    for batch in _arrow(table).to_batches(max_chunksize=_ROWS_AT_ONCE):
        yield _lines(batch)


def rows_parquet(table: pd.DataFrame) -> bytes:
    """The table as one Parquet file."""
    import pyarrow.parquet  # noqa: PLC0415

    stream = io.BytesIO()
    pyarrow.parquet.write_table(_arrow(table), stream)
    return stream.getvalue()


def _lines(batch: pa.RecordBatch) -> bytes:
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    comma, nothing, end = (pa.scalar(text, pa.large_string()) for text in (",", "", "\n"))
    cells = [_cells(column) for column in batch.columns]
    joined = pc.binary_join_element_wise(*cells, comma, null_handling="replace")
    lines = pc.binary_join_element_wise(joined, nothing, end)
    return bytes(_characters(lines))


def _arrow(table: pd.DataFrame) -> pa.Table:
    import pyarrow as pa  # noqa: PLC0415

    return pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)


def _cells(column: pa.Array) -> pa.Array:
    """The cells of a column as texts; null stays null."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    text = pa.large_string()
    if pa.types.is_boolean(column.type):
        return pc.if_else(column, pa.scalar("True", text), pa.scalar("False", text))
    if pa.types.is_floating(column.type):
        return pa.array([None if value is None else repr(value) for value in column.to_pylist()], text)
    if not pa.types.is_large_string(column.type):
        return column.cast(text)
    characters = bytes(_characters(column))
    if not any(special in characters for special in (b'"', b",", b"\r", b"\n")):
        return column
    special = pc.fill_null(pc.match_substring_regex(column, '[",\r\n]'), fill_value=False)
    quote = pa.scalar('"', text)
    doubled = pc.replace_substring(column, '"', '""')
    quoted = pc.binary_join_element_wise(quote, doubled, quote, pa.scalar("", text))
    return pc.if_else(special, quoted, column)


def _characters(texts: pa.Array) -> memoryview:
    """The characters of all texts of an array, one after the other."""
    import numpy as np  # noqa: PLC0415

    _, places, characters = texts.buffers()
    if characters is None or not len(texts):
        return memoryview(b"")
    bounds = np.frombuffer(places, dtype=np.int64)
    return memoryview(characters)[bounds[texts.offset] : bounds[texts.offset + len(texts)]]
