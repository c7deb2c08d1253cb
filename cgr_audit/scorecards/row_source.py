"""Rows to score, from JSONL or Parquet: every one checked, and those that are not rows told with their line."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Protocol

import msgspec

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.records.json_text import RecordError, check_size, checked_record
from cgr_audit.regular_file import open_regular
from cgr_audit.scorecards.label import distinct_labels
from cgr_audit.source.budget import BudgetSpentError
from cgr_audit.source.rows import DAMAGED_GZIP, numbered_lines
from cgr_audit.source.shards import parquet_shards

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BAD_ROW", "AcceptedRows", "RowKey", "RowKind", "RowSource", "Rows", "joined_rows", "read_rows"]

BAD_ROW = "bad_row"
"""Why a line is in no figure that is not a row by its schema, or has the key of an earlier one."""


@dataclass(frozen=True, slots=True)
class RowKey:
    """The fields that together tell a row from every other."""

    fields: tuple[str, ...]
    read: Mapping[str, Callable[[Mapping[str, Any]], Any]] = field(default_factory=lambda: MappingProxyType({}))
    """Of a field whose values may be spelled in several ways, or left out, what reads it from a record."""

    def of(self, record: Mapping[str, Any]) -> tuple[Any, ...]:
        """The key of a record; an absent field counts as null."""
        values = map(record.get, self.fields)
        if not self.read:
            return tuple(values)
        return tuple(
            self.read[name](record) if name in self.read else value
            for name, value in zip(self.fields, values, strict=True)
        )


class RowKind(Protocol):
    """What a row is: its schema, its key, and what else may be wrong with it."""

    schema: ClassVar[str]
    """The name of the schema of a row."""
    key: ClassVar[RowKey]
    """A second row with the same is bad."""

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """What is wrong with a record that the schema accepts, as ``/field: reason``."""
        ...


@dataclass(frozen=True, slots=True)
class RowSource:
    """One file that rows were read from."""

    path: str
    sha256: str
    rows: int
    """How many lines it has that are not blank."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {"path": self.path, "sha256": self.sha256, "rows": self.rows}


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of some files, in order."""

    records: list[dict[str, Any]] = field(repr=False)
    """Those that their schema accepts, as they were given."""
    places: list[str] = field(repr=False)
    """``file:line`` of each."""
    bad: tuple[str, ...]
    """``file:line: /field: reason`` of each line that is not a row."""
    sources: tuple[RowSource, ...]

    def table(self) -> pd.DataFrame:
        """The records as a table: a line each, columns of Python values; absent fields are ``None``.

        A field whose name has no UTF-8 is named by its escapes.
        """
        import pandas as pd  # noqa: PLC0415  it costs start-up time

        names = list(dict.fromkeys(name for record in self.records for name in record))
        columns = {
            shown: pd.Series([record.get(name) for record in self.records], dtype=object)
            for name, shown in zip(names, distinct_labels(names), strict=True)
        }
        return pd.DataFrame(columns, index=range(len(self.records)))


def read_rows(paths: Sequence[Path], kind: RowKind) -> Rows:
    """Read rows, each line checked.

    Args:
        paths: ``.jsonl``, ``.jsonl.gz`` or ``.parquet`` files, or folders of ``.parquet`` files.
        kind: what a row is; any scorer says so of its rows.

    Raises:
        UsageError: a path is no such file, cannot be read to its end, or is given twice.
        NothingCollectedError: the files have no line at all.
    """
    paths = [file for path in paths for file in parquet_shards(path) or (path,)]
    twice = [path for path, count in Counter(os.path.realpath(path) for path in paths).items() if count > 1]
    if twice:
        raise UsageError(f"{twice[0]}: given twice; every file of rows is read once")
    accepted = AcceptedRows(kind.key)
    sources: list[RowSource] = []
    for path in paths:
        with _opened(path) as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            stream.seek(0)
            count = 0
            for number, text in _lines(path, stream):
                count += 1
                accepted.read(text, kind, f"{path}:{number}")
        sources.append(RowSource(str(path), digest, count))
    if not accepted.records and not accepted.bad:
        raise NothingCollectedError(
            f"{', '.join(map(str, paths))}: no rows; a row is a JSON object on a line, or a row of Parquet"
        )
    return accepted.rows(sources)


def joined_rows(parts: Sequence[Rows], key: RowKey) -> Rows:
    """Rows that were read apart as one; those with the key of an earlier one are bad."""
    accepted = AcceptedRows(key)
    for part in parts:
        accepted.bad.extend(part.bad)
    for part in parts:
        for record, place in zip(part.records, part.places, strict=True):
            accepted.take(record, place)
    return accepted.rows(source for part in parts for source in part.sources)


class AcceptedRows:
    """Rows as they are taken, each key once."""

    def __init__(self, key: RowKey) -> None:
        """Begin with none, of which ``key`` tells one from another."""
        self.bad: list[str] = []
        """What is said of those that are none, a line each."""
        self.records: list[dict[str, Any]] = []
        self._key = key
        self._places: list[str] = []
        self._seen: dict[tuple[Any, ...], str] = {}

    def read(self, text: bytes | str, kind: RowKind, place: str) -> None:
        """Keep the record of a line, or say why it is none; a text says so already."""
        try:
            if isinstance(text, str):
                raise RecordError(f"{place}: {text}")
            check_size(text, place)
            record = checked_record(text, kind.schema, place)
        except RecordError as error:
            self.bad.append(str(error))
            return
        wrong = kind.fault(record)
        if wrong is None:
            self.take(record, place)
        else:
            self.bad.append(f"{place}: {wrong}")

    def take(self, record: dict[str, Any], place: str) -> bool:
        """Keep a record, or say of which earlier one it has the key; whether it was kept."""
        first = self._seen.setdefault(self._key.of(record), place)
        if first is not place:
            names = self._key.fields
            self.bad.append(f"{place}: /{names[0]}: the same {', '.join(names)} as {first}; keep one of the two")
            return False
        self.records.append(record)
        self._places.append(place)
        return True

    def rows(self, sources: Iterable[RowSource]) -> Rows:
        """Those that were kept, and what was said of the others."""
        return Rows(self.records, self._places, tuple(self.bad), tuple(sources))


def _opened(path: Path) -> BufferedReader:
    if not path.name.lower().endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise UsageError(f"{path}: rows are read from .jsonl, .jsonl.gz and .parquet files, and folders of .parquet")
    try:
        return open_regular(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from error


def _lines(path: Path, stream: BinaryIO) -> Iterator[tuple[int, bytes | str]]:
    """The lines that are not blank, counted from 1; of Parquet, its rows as JSON. A text says why a row has none."""
    try:
        if path.suffix.lower() == ".parquet":
            yield from enumerate(_parquet_rows(path, stream), start=1)
            return
        for number, line in numbered_lines(stream, is_compressed=path.suffix.lower() == ".gz"):
            if not line.isspace():
                yield number, line
    except DAMAGED_GZIP as error:
        raise UsageError(f"{path}: the compressed file is damaged: {error}") from error
    except BudgetSpentError as error:
        raise UsageError(f"{path}: the file {error}") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from error


def _parquet_rows(path: Path, stream: BinaryIO) -> Iterator[bytes | str]:
    """The rows; a column whose numbers are all whole has integers: whoever writes Parquet may have none with gaps."""
    from cgr_audit.source.parquet_rows import BadParquetError, ParquetRows  # noqa: PLC0415  it costs start-up time

    try:
        table = ParquetRows(stream)
        whole = table.whole_columns()
        for row in table:
            if isinstance(row, str):
                yield row
                continue
            integers = {name: int(row[name]) for name in whole if row[name] is not None}
            yield msgspec.json.encode({**row, **integers})
    except BadParquetError as error:
        raise UsageError(f"{path}: not a Parquet file that can be read: {error}") from error
