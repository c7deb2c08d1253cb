"""The rows table as CSV and as Parquet: the same rows give the same bytes."""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import TYPE_CHECKING, Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.spreadsheet import FORMULA_STARTS, NUMBER, no_formula

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

__all__ = ["rows_csv", "rows_parquet"]

_ROWS_AT_ONCE = 20_000
_ROWS_IN_A_GROUP = 1 << 16
_BATCHES_AT_ONCE = 2
"""Arrow writes texts without holding the interpreter."""
_PLAIN_FROM, _PLAIN_TO = 1e-4, 1e10
"""Numbers between which Arrow writes a broken number as Python does."""


def rows_csv(table: pd.DataFrame) -> Iterator[bytes]:
    """Yield the table as CSV: UTF-8, lines that end in a line feed, quotes only where they are needed.

    Null is an empty field, truths are ``True`` and ``False``, numbers as short as they can be to read back the same. A
    text that a spreadsheet would take for a formula has an apostrophe in front, and control characters are spelled out;
    in Parquet every text is as it is.
    """
    header = io.StringIO()
    csv.writer(header, lineterminator="\n").writerow(
        escape_control_characters(no_formula(name)) for name in table.columns
    )
    yield header.getvalue().encode()
    with ThreadPoolExecutor(_BATCHES_AT_ONCE) as threads:
        waiting: deque[Future[bytes]] = deque()
        for part in _parts(table, _ROWS_AT_ONCE):
            waiting.append(threads.submit(_lines, part))
            if len(waiting) > _BATCHES_AT_ONCE:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def rows_parquet(table: pd.DataFrame) -> Iterator[bytes]:
    """Yield the table as one Parquet file, a group of rows at a time; texts are written out."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet  # noqa: PLC0415

    sink, parts = _Pieces(), _parts(table, _ROWS_IN_A_GROUP)
    first = next(parts)
    texts = [pa.large_string() if pa.types.is_dictionary(field.type) else field.type for field in first.schema]
    schema = pa.schema(list(zip(first.column_names, texts, strict=True)))
    with pyarrow.parquet.ParquetWriter(sink, schema) as writer:
        for part in chain([first], parts):
            writer.write_table(part.cast(schema))
            yield from sink.taken()
    yield from sink.taken()


class _Pieces(io.RawIOBase):
    """What was written to it, until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        self._size += len(self._pieces[-1])
        return len(self._pieces[-1])

    def tell(self) -> int:
        return self._size

    def taken(self) -> list[bytes]:
        pieces, self._pieces = self._pieces, []
        return pieces


def _lines(part: pa.Table) -> bytes:
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    comma, nothing, end = (pa.scalar(text, pa.large_string()) for text in (",", "", "\n"))
    cells = [_cells(column.combine_chunks()) for column in part.columns]
    joined = pc.binary_join_element_wise(*cells, comma, null_handling="replace")
    lines = pc.binary_join_element_wise(joined, nothing, end)
    return bytes(_characters(lines))


def _parts(table: pd.DataFrame, rows: int) -> Iterator[pa.Table]:
    """The table as Arrow holds it, so many rows at a time, categories as dictionaries; one part if it has no row.

    What a column of Python objects holds shows only in all of it.
    """
    import pyarrow as pa  # noqa: PLC0415

    def arrow(part: pd.DataFrame) -> pa.Table:
        return pa.Table.from_pandas(part, preserve_index=False).replace_schema_metadata(None)

    whole = arrow(table) if any(getattr(kind, "hasobject", False) for kind in table.dtypes) else None
    for first in range(0, max(len(table), 1), rows):
        yield arrow(table.iloc[first : first + rows]) if whole is None else whole.slice(first, rows)


def _cells(column: pa.Array) -> pa.Array:
    """The cells of a column as texts; null stays null."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    text = pa.large_string()
    if pa.types.is_boolean(column.type):
        return pc.if_else(column, pa.scalar("True", text), pa.scalar("False", text))
    if pa.types.is_floating(column.type):
        return _shortest(column)
    if pa.types.is_integer(column.type):
        return column.cast(text)
    column = column.cast(text)  # pandas has several ways to hold texts
    characters = bytes(_characters(column))
    if any(start.encode() in characters for start in FORMULA_STARTS):
        column = _without_formulas(column)
    if not characters.decode().isprintable():
        column = pa.array([None if one is None else escape_control_characters(one) for one in column.to_pylist()], text)
    if not any(special in characters for special in (b'"', b",")):
        return column
    special = pc.fill_null(pc.match_substring_regex(column, '[",]'), fill_value=False)
    quote = pa.scalar('"', text)
    doubled = pc.replace_substring(column, '"', '""')
    quoted = pc.binary_join_element_wise(quote, doubled, quote, pa.scalar("", text))
    return pc.if_else(special, quoted, column)


def _shortest(column: pa.Array) -> pa.Array:
    """Numbers as Python writes them, as short as they can be to read back the same; most of them Arrow writes too."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    size = pc.abs(column)
    plain = pc.and_(
        pc.and_(pc.greater_equal(size, _PLAIN_FROM), pc.less(size, _PLAIN_TO)), pc.not_equal(pc.floor(size), size)
    )
    others = pc.fill_null(pc.invert(plain), fill_value=False)
    texts = column.cast(pa.large_string())
    written = [repr(value) for value in column.filter(others).to_pylist()]
    return pc.replace_with_mask(texts, others, pa.array(written, pa.large_string())) if written else texts


def _without_formulas(column: pa.Array) -> pa.Array:
    """Texts with an apostrophe before each that a spreadsheet would take for a formula."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    starts = f"^[{''.join(map(re.escape, FORMULA_STARTS))}]"
    number = pc.match_substring_regex(column, NUMBER)
    formula = pc.fill_null(pc.and_not(pc.match_substring_regex(column, starts), number), fill_value=False)
    if not pc.any(formula).as_py():
        return column
    apostrophe, nothing = (pa.scalar(mark, pa.large_string()) for mark in ("'", ""))
    return pc.if_else(formula, pc.binary_join_element_wise(apostrophe, column, nothing), column)


def _characters(texts: pa.Array) -> memoryview:
    """The characters of all texts of an array, one after the other."""
    import numpy as np  # noqa: PLC0415

    _, places, characters = texts.buffers()
    if characters is None or not len(texts):
        return memoryview(b"")
    bounds = np.frombuffer(places, dtype=np.int64)
    return memoryview(characters)[bounds[texts.offset] : bounds[texts.offset + len(texts)]]
