"""Rows of the files that people keep items, programs and answers in, each with the line on which it begins.

CSV and TSV, JSON lines (also compressed), a JSON list, Parquet, and folders of such files. Texts stay as they are: an
id of ``007`` is not a number.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.plural import counted
from cgr_audit.regular_file import open_regular, read_regular
from cgr_audit.source.budget import RECORD_BYTES, BudgetSpentError
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.packages import is_package
from cgr_audit.source.rows import json_lines

__all__ = ["SUFFIXES", "Row", "Table", "read_table"]

SUFFIXES = (".csv", ".tsv", ".jsonl", ".jsonl.gz", ".json", ".parquet")
_DELIMITERS = ",;\t|"
_WORDS = re.compile(r"\S\s+\S+\s+\S")


@dataclass(frozen=True, slots=True)
class Row:
    """One row."""

    place: str
    """``file:line``, of the line on which it begins; of Parquet, its number."""
    record: Mapping[str, Any]
    """By column; what is empty or no number is ``None``."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file, or of all files in a folder."""

    path: Path
    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    """Every column of any row, in the order in which they first appear."""
    bad: tuple[Unreadable, ...]
    """Lines that are not rows."""
    left_out: tuple[str, ...] = ()
    """Files of a folder that hold no rows."""

    @property
    def name(self) -> str:
        """The file's name without its ending, or the folder's."""
        name = self.path.resolve().name
        ending = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
        return name[: len(name) - len(ending)] or name


def read_table(path: Path) -> Table:
    """Read every row.

    Raises:
        UsageError: there is no such file, it has another ending, or cannot be read as what its ending says.
        NothingCollectedError: there is no row in it.
    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if is_package(path):
        raise UsageError(f"{path}: a trace package already; to import its items again give {path / 'items.jsonl'}")
    files, left_out = ([path], ()) if not path.is_dir() else _shards(path)
    found = list(chain.from_iterable(map(_rows, files)))
    rows = tuple(one for one in found if isinstance(one, Row))
    bad = tuple(one for one in found if isinstance(one, Unreadable))
    if not found:
        raise NothingCollectedError(f"{path}: it holds no rows")
    columns = dict.fromkeys(name for row in rows for name in row.record)
    return Table(path, rows, tuple(columns), bad, left_out)


def _shards(folder: Path) -> tuple[list[Path], tuple[str, ...]]:
    inside = sorted(one for one in folder.rglob("*") if one.is_file())
    seen = [one for one in inside if not any(part.startswith(".") for part in one.relative_to(folder).parts)]
    files = [one for one in seen if _is_table(one)]
    if not files:
        raise NothingCollectedError(f"{folder}: none of its files ends in {', '.join(SUFFIXES)}")
    return files, tuple(one.as_posix() for one in seen if one not in files)


def _is_table(path: Path) -> bool:
    return path.name.lower().endswith(SUFFIXES)


def _rows(path: Path) -> Iterator[Row | Unreadable]:
    if not _is_table(path):
        raise UsageError(f"{path}: rows are read from {', '.join(SUFFIXES)} files, and from folders of these")
    try:
        match path.suffix.lower():
            case ".parquet":
                yield from _parquet(path)
            case ".csv" | ".tsv":
                yield from _separated(path, _text(path))
            case ".json":
                yield from _json(path)
            case _:
                yield from _lines(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from error


def _text(path: Path) -> str:
    data = read_regular(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(
            f"{path}:{line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from error


def _separated(path: Path, text: str) -> Iterator[Row | Unreadable]:
    before = csv.field_size_limit(RECORD_BYTES)  # one number for the whole process
    try:
        yield from _cells(path, text)
    finally:
        csv.field_size_limit(before)


def _cells(path: Path, text: str) -> Iterator[Row | Unreadable]:
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = "\t" if path.suffix.lower() == ".tsv" else max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    line = 1
    try:
        for cells in reader:
            begins, line = line, reader.line_num + 1
            if not any(map(str.strip, cells)):
                continue
            if header is None and _is_row(cells):
                header = ["question", *string.ascii_uppercase[: len(cells) - 2], "answer"]
            if header is None:
                header = _header([cell.strip() for cell in cells], f"{path}:{begins}")
            elif len(cells) == len(header):
                yield Row(f"{path}:{begins}", {name: cell or None for name, cell in zip(header, cells, strict=True)})
            else:
                said = f"{counted(len(cells), 'cell')}, and the header has {len(header)}; is a quote missing?"
                yield Unreadable(f"{path}:{begins}", said)
    except csv.Error as error:
        said = "a quote that is opened here is never closed" if "end of data" in str(error) else str(error)
        yield Unreadable(f"{path}:{line}", f"not CSV that can be read: {said}")


def _is_row(cells: list[str]) -> bool:
    """Whether a first line is a row, as in MMLU's own files: a question, its options, and the letter of one of them."""
    letters = string.ascii_uppercase[: len(cells) - 2]
    right = cells[-1].strip()
    return len(cells) > 3 and len(right) == 1 and right in letters and bool(_WORDS.search(cells[0].strip()))


def _header(names: list[str], place: str) -> list[str]:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{place}: two columns are named {twice!r}; rename one")
    return names


def _lines(path: Path) -> Iterator[Row | Unreadable]:
    for line in json_lines(path):
        yield line if isinstance(line, Unreadable) else Row(f"{path}:{line.number}", _cleaned(line.row))


def _json(path: Path) -> Iterator[Row | Unreadable]:
    """The objects of a JSON list, each with its line; a file that begins with an object holds one to a line."""
    text = _text(path)
    begin = _blank(text, 0)
    if text[begin : begin + 1] != "[":
        yield from _lines(path)
        return
    place, line = _blank(text, begin + 1), 0
    counted_to = 0
    while place < len(text) and text[place] != "]":
        line, counted_to = line + text.count("\n", counted_to, place), place
        where = f"{path}:{line + 1}"
        try:
            value, place = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            said = getattr(error, "msg", "it is nested too deeply, or a number has too many digits")
            yield Unreadable(where, f"not JSON: {said}")
            return
        if isinstance(value, dict):
            yield Row(where, _cleaned(value))
        else:
            yield Unreadable(where, "a JSON object is needed for each row of the list")
        place = _blank(text, place)
        place = _blank(text, place + 1) if text[place : place + 1] == "," else place
    if place >= len(text):
        yield Unreadable(f"{path}:{text.count(chr(10)) + 1}", "the list has no end; is the file cut off?")


def _blank(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n":
        place += 1
    return place


def _parquet(path: Path) -> Iterator[Row | Unreadable]:
    from cgr_audit.source.parquet_rows import BadParquetError, ParquetRows  # noqa: PLC0415  it costs start-up time

    try:
        with open_regular(path) as stream:
            table = ParquetRows(stream)
            whole = table.whole_columns()
            for number, row in enumerate(table, start=1):
                if isinstance(row, str):
                    yield Unreadable(f"{path}:{number}", row)
                    continue
                integers = {name: int(row[name]) for name in whole if row[name] is not None}
                yield Row(f"{path}:{number}", _cleaned({**row, **integers}))
    except BadParquetError as error:
        raise UsageError(f"{path}: not a Parquet file that can be read: {error}") from error
    except BudgetSpentError as error:
        raise UsageError(f"{path}: the file {error}") from error


def _cleaned(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record whose empty texts and NaN are nothing."""
    return {name: None if _is_nothing(value) else value for name, value in record.items()}


def _is_nothing(value: object) -> bool:
    return value == "" or (isinstance(value, float) and math.isnan(value))
