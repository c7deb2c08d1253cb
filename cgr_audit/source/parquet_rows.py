"""The rows of a Parquet file, in bounded memory whatever the file says.

A text of megabytes that a thousand rows share takes its size once in the file, and a thousand times in a batch of rows.
A batch is therefore so small that its texts fit into memory even if each is all that their column stores; texts inside
lists are read as references into a dictionary, and every row is measured before it becomes Python values.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from cgr_audit.source.budget import (
    RECORD_BYTES,
    RECORDS,
    Budget,
    BudgetSpentError,
    expanded,
    record_too_large,
    size_of,
)

__all__ = ["BadParquetError", "ParquetRows"]

_MOST_ROWS = 256
_BATCH_BYTES = 64 << 20
_CHUNK_BYTES = 64 << 20
_CHUNK_VALUES = 10_000_000
"""What a chunk of a column may hold however small it is in the file."""
_POINTER = 8
_TEXTS = frozenset({"NONE", "STRING", "JSON", "BSON", "ENUM"})


class BadParquetError(Exception):
    """A file is not Parquet that can be read; the message is the first line of what Arrow says."""


class ParquetRows:
    """The rows of a Parquet file in their order, each as a dictionary, or as a text: why it cannot be one."""

    def __init__(self, stream: BinaryIO) -> None:
        """Read what the file says of itself.

        Raises:
            BadParquetError: it is not Parquet.
            BudgetSpentError: it holds more than is taken out of one file.
        """
        with _arrow_faults():
            metadata = parquet.read_metadata(stream)
            columns = [metadata.schema.column(place) for place in range(metadata.num_columns)]
            texts = [column for column in columns if column.physical_type == "BYTE_ARRAY"]
            in_lists = [
                column.path for column in texts if column.max_repetition_level and column.logical_type.type in _TEXTS
            ]
            self._budget = Budget(size_of(stream))
            self._batch = _batch_size(metadata, {column.path for column in texts})
            self._file = parquet.ParquetFile(stream, metadata=metadata, read_dictionary=in_lists)
            self.names: list[str] = self._file.schema_arrow.names

    def whole_columns(self) -> frozenset[str]:
        """The columns of floating-point numbers that are all whole, or null."""
        schema = self._file.schema_arrow
        floating = [field.name for field in schema if pa.types.is_floating(field.type)]
        return frozenset(name for name in floating if self._is_whole(name))

    def _is_whole(self, name: str) -> bool:
        with _arrow_faults():
            column = self._file.read(columns=[name], use_threads=False).column(0)
        try:
            column.cast(pa.int64())
        except pa.ArrowInvalid:
            return False
        return True

    def __iter__(self) -> Iterator[dict[str, Any] | str]:
        """Yield the rows, a batch in memory at a time.

        Raises:
            BadParquetError: the file is damaged.
            BudgetSpentError: more was read than is taken out of one file.
        """
        batches = self._file.iter_batches(batch_size=self._batch, use_threads=False)
        while True:
            with _arrow_faults():
                batch = next(batches, None)
            if batch is None:
                return
            size = _size(batch.to_struct_array())
            parts = [batch] if size <= RECORD_BYTES else [batch.slice(place, 1) for place in range(batch.num_rows)]
            for part in parts:
                size = _size(part.to_struct_array())
                is_small = size <= RECORD_BYTES
                self._budget.take(size if is_small else 0, part.num_rows)
                yield from _rows(part) if is_small else [record_too_large()]


@contextmanager
def _arrow_faults() -> Iterator[None]:
    """Turn what Arrow raises over a damaged file into one error."""
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, MemoryError) as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadParquetError(said) from error


def _batch_size(metadata: parquet.FileMetaData, texts: Set[str]) -> int:
    """How many rows are read at a time.

    Args:
        metadata: what the file says of itself.
        texts: the paths of the columns of texts.

    Raises:
        BudgetSpentError: the file holds more than is taken out of one.
    """
    if metadata.num_rows > RECORDS:
        raise BudgetSpentError(f"holds {metadata.num_rows:,} rows, more than any file of programs")
    largest = 1
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for chunk in map(group.column, range(group.num_columns)):
            unpacked, stored = chunk.total_uncompressed_size, chunk.total_compressed_size
            if unpacked > expanded(stored, _CHUNK_BYTES) or chunk.num_values > expanded(stored, _CHUNK_VALUES):
                told = f"{unpacked:,} bytes and {chunk.num_values:,} values in {stored:,} bytes"
                raise BudgetSpentError(f"holds {told}, column {chunk.path_in_schema!r}: a file made to exhaust memory")
            if chunk.path_in_schema in texts:
                largest = max(largest, unpacked)
    return max(1, min(_MOST_ROWS, _BATCH_BYTES // largest))


def _rows(batch: pa.RecordBatch) -> list[dict[str, Any] | str]:
    try:
        return batch.to_pylist()  # type: ignore[no-any-return]
    except (ValueError, OverflowError) as error:  # such as a date that Python does not have
        if batch.num_rows == 1:
            return [f"holds a value that cannot be read: {str(error).splitlines()[0]}"]
        return [row for place in range(batch.num_rows) for row in _rows(batch.slice(place, 1))]


def _size(values: pa.Array) -> int:
    """About how many bytes an array takes as Python values, texts as often as they are referred to."""
    kind = values.type
    if pa.types.is_dictionary(kind):
        lengths = pc.binary_length(values.dictionary).take(values.indices)
        return int(pc.sum(lengths).as_py() or 0)
    if pa.types.is_map(kind) or pa.types.is_list(kind) or pa.types.is_large_list(kind):
        start, end = values.offsets[0].as_py(), values.offsets[-1].as_py()
        held = (values.keys, values.items) if pa.types.is_map(kind) else (values.values,)
        return sum(_POINTER * (end - start) + _size(part.slice(start, end - start)) for part in held)
    if pa.types.is_struct(kind):
        return sum(map(_size, values.flatten()))
    return int(values.nbytes)
