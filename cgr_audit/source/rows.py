"""Programs in the rows of a JSONL or Parquet file: one field is the text, one the id, the rest are kept."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cgr_audit.identifiers import identifier_fault
from cgr_audit.json_faults import broken_json
from cgr_audit.regular_file import open_regular
from cgr_audit.source.budget import RECORD_BYTES, Budget, BudgetSpentError, record_fault, size_of
from cgr_audit.source.collected import PROGRAM_LIMIT, Unreadable, reason_of, too_large
from cgr_audit.source.program import Program
from cgr_audit.source.seen_ids import SeenIds

__all__ = [
    "DAMAGED_GZIP",
    "JsonLine",
    "RowFields",
    "json_lines",
    "numbered_lines",
    "programs_in_jsonl",
    "programs_in_parquet",
]

DAMAGED_GZIP = (gzip.BadGzipFile, EOFError, zlib.error)
"""What reading a damaged compressed file raises."""
_NAMED = 20
"""How many fields of a row are named where the one asked for is missing."""
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class RowFields:
    """Which fields of a row hold the program and its id."""

    source: str = "source"
    id: str = "id"


@dataclass(frozen=True, slots=True)
class JsonLine:
    """One object of a JSONL file."""

    number: int
    """Its line, from 1."""
    row: dict[str, Any]


def programs_in_jsonl(path: Path, fields: RowFields) -> Iterator[Program | Unreadable]:
    """The programs of a ``.jsonl`` or ``.jsonl.gz`` file, line by line; blank lines are passed over."""
    rows = _Rows(fields)
    rows.begin(path.as_posix())
    for line in json_lines(path):
        yield line if isinstance(line, Unreadable) else rows.program(line.number, line.row)


def programs_in_parquet(paths: Sequence[Path], fields: RowFields) -> Iterator[Program | Unreadable]:
    """The programs of the Parquet files that are one table, in the order of their rows, which count from 1 in each.

    A column of bytes is taken as it is, a column of text as UTF-8. A row without an id has its number in the table.
    """
    rows = _Rows(fields)
    for path in paths:
        yield from _programs_in_shard(path, rows)


def _programs_in_shard(path: Path, rows: _Rows) -> Iterator[Program | Unreadable]:
    from cgr_audit.source.parquet_rows import BadParquetError, ParquetRows  # noqa: PLC0415  costs start-up time

    where, fields = path.as_posix(), rows.fields
    rows.begin(where)
    number = 0
    try:
        with open_regular(path) as stream:
            table = ParquetRows(stream)
            if fields.source not in table.names:
                named = _listed(table.names)
                yield Unreadable(where, f"no column {fields.source!r}; it has {named}: see --source-field")
                return
            for number, row in enumerate(table, start=1):
                yield Unreadable(f"{where}:{number}", row) if isinstance(row, str) else rows.program(number, row)
    except BadParquetError as error:
        yield Unreadable(f"{where}:{number + 1}" if number else where, f"not a Parquet file that can be read: {error}")
    except BudgetSpentError as error:
        yield Unreadable(f"{where}:{number + 1}" if number else where, f"the file {error}; the rest is not read")
    except OSError as error:
        yield Unreadable(where, reason_of(error))


def json_lines(path: Path) -> Iterator[JsonLine | Unreadable]:
    """The objects of a ``.jsonl`` or ``.jsonl.gz`` file with their lines; a bad line is reported."""
    number = 0
    where = path.as_posix()
    try:
        with open_regular(path) as file:
            for number, line in numbered_lines(file, is_compressed=path.name.lower().endswith(".gz")):
                text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                if text.strip():
                    yield _parse(text.rstrip(b"\r\n"), number, where)
    except DAMAGED_GZIP as error:
        yield Unreadable(f"{where}:{number + 1}", f"the compressed file is damaged here: {error}")
    except BudgetSpentError as error:
        yield Unreadable(f"{where}:{number + 1}", f"the file {error}; the rest is not read")
    except OSError as error:
        yield Unreadable(where if number == 0 else f"{where}:{number + 1}", reason_of(error))


def numbered_lines(file: BinaryIO, *, is_compressed: bool) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, numbered from 1; of one that is too long the beginning, which is too long as well.

    Raises:
        BudgetSpentError: the file holds more than is taken out of one.
        OSError: as one of ``DAMAGED_GZIP`` where it is damaged.
    """
    budget = Budget(size_of(file))
    stream: BinaryIO = gzip.GzipFile(fileobj=file) if is_compressed else file  # type: ignore[assignment]
    number = 0
    while line := stream.readline(RECORD_BYTES + 1):
        number += 1
        budget.take(len(line), records=1)
        yield number, line
        while len(line) > RECORD_BYTES and not line.endswith(b"\n"):
            line = stream.readline(RECORD_BYTES + 1)
            budget.take(len(line))


def _parse(line: bytes, number: int, where: str) -> JsonLine | Unreadable:
    place = f"{where}:{number}"
    fault = record_fault(line)
    if fault is not None:
        return Unreadable(place, fault)
    try:
        row = json.loads(line.decode("utf-8").rstrip(" \t\r\n"))
    except UnicodeDecodeError as error:
        return Unreadable(place, f"not UTF-8: byte 0x{line[error.start]:02x} at offset {error.start} of the line")
    except json.JSONDecodeError as error:
        return Unreadable(place, f"not JSON {broken_json(error)}")
    except RecursionError:
        return Unreadable(place, "not JSON that can be read: lists or objects are nested too deeply")
    except ValueError:
        return Unreadable(place, "not JSON that can be read: a number has too many digits")
    if not isinstance(row, dict):
        return Unreadable(place, f"a JSON object is needed, and this is {_kind(row)}")
    return JsonLine(number, row)


class _Rows:
    """Makes programs of rows, and sees to it that no two of one table share an id."""

    def __init__(self, fields: RowFields) -> None:
        self.where = ""
        self.fields = fields
        self.seen = SeenIds()
        """For each id the number of its row in the table."""
        self.files: list[tuple[int, str]] = []
        """The files that the table consists of, with the number of rows before each."""
        self.last = 0

    def begin(self, where: str) -> None:
        """Go on with a file."""
        self.where = where
        self.files.append((self.last, where))

    def program(self, number: int, row: dict[str, Any]) -> Program | Unreadable:
        place = f"{self.where}:{number}"
        if self.fields.id != RowFields().id and self.fields.id not in row:
            return Unreadable(place, f"no field {self.fields.id!r}; it has {_names(row)}: see --id-field")
        self.last = self.files[-1][0] + number
        program_id = self._id(self.last, row)
        if program_id is None:
            kind = _kind(row[self.fields.id])
            return Unreadable(place, f"field {self.fields.id!r} must be text or a whole number, and is {kind}")
        fault = identifier_fault(program_id)
        if fault is not None:
            return Unreadable(place, f"field {self.fields.id!r} cannot name a program: {fault}")
        first = self.seen.setdefault(program_id, self.last)
        if first != self.last:
            return Unreadable(place, f"its id {program_id!r} is already that of {self._place(first)}; ids must differ")
        data = self._data(row)
        if isinstance(data, str):
            return Unreadable(place, data)
        return Program(program_id, place, data, fields=_others(row, self.fields.source))

    def _place(self, number: int) -> str:
        """Where a row of the table is, as seen from the file that is read."""
        before, where = next(one for one in reversed(self.files) if one[0] < number)
        return f"line {number - before}" if where == self.where else f"{where}:{number - before}"

    def _id(self, number: int, row: Mapping[str, Any]) -> str | None:
        value = row.get(self.fields.id)
        if value is None:
            return str(number)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return value if isinstance(value, str) and value else None

    def _data(self, row: Mapping[str, Any]) -> bytes | str:
        """The exact bytes, or what is wrong with the field that should hold them."""
        name = self.fields.source
        if name not in row:
            return f"no field {name!r}; it has {_names(row)}: see --source-field"
        value = row[name]
        if isinstance(value, str):
            value = value.encode("utf-8", "surrogatepass")
        if not isinstance(value, bytes):
            return f"field {name!r} must be text, and is {_kind(value)}"
        return value if len(value) <= PROGRAM_LIMIT else too_large()


def _names(row: Mapping[str, Any]) -> str:
    return _listed(map(repr, row)) or "none"


def _listed(names: Iterable[str]) -> str:
    """Names in a row, as far as a person reads them."""
    found = [name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..." for name in names]
    more = [f"and {len(found) - _NAMED:,} more"] if len(found) > _NAMED else []
    return ", ".join([*found[:_NAMED], *more])


def _others(row: dict[str, Any], source: str) -> Mapping[str, Any]:
    return {name: value for name, value in row.items() if name != source}


def _kind(value: object) -> str:
    """What JSON calls a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case "":
            return "empty"
        case str():
            return "text"
        case list():
            return "an array"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"
