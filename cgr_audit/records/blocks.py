"""Files of lines read by columns: many records at a time, each checked against its schema.

Most files hold lines of one shape: the same fields in each. Such lines are decoded straight into that shape, which
checks them as well; a line of another shape, or one that its type refuses, is read and checked by itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from cgr_audit.records.fast_validation import REFUSED_BY_TYPE, may_nest, struct_namespace, type_of_schema
from cgr_audit.records.json_text import RecordError, check_size, checked_record, parsed_record
from cgr_audit.records.quick_decoding import count_keys, may_repeat_a_key
from cgr_audit.records.shards import open_lines
from cgr_audit.schema import load_schema
from cgr_audit.source.budget import RECORD_BYTES

__all__ = ["Block", "Part", "read_blocks"]

_BLOCK_BYTES = 1 << 17
"""Small enough that a block and its records stay in the processor's cache."""
_LONG = 1 << 20
_SHAPES = 8
"""How many shapes of lines are kept in mind."""
_FIELD_NAME = re.compile(r'[^\x00-\x1f"\\\ud800-\udfff]*')
"""The names that a field of a msgspec type may have."""


@dataclass(frozen=True, slots=True)
class Part:
    """Whole lines of a file: its bytes from ``start`` to ``end``."""

    path: Path
    start: int
    end: int

    def lines(self) -> int:
        """How many there are, blank ones among them."""
        with open_lines(self.path) as stream:
            stream.seek(self.start)
            return stream.read(self.end - self.start).count(b"\n")


@dataclass(frozen=True, slots=True)
class Block:
    """Records of a file that follow each other, by columns of equal length."""

    lines: Sequence[int]
    """The number of each record's line."""
    columns: Mapping[str, Sequence[Any]]
    """The fields asked for; null where a record has none of that name."""


def read_blocks(source: Path | Part, schema: str, names: Sequence[str]) -> Iterator[Block]:
    """Yield some fields of all records of a JSONL file; every line is checked as ``read_lines`` does.

    Args:
        source: the file, or a part of one, whose lines count from 1.
        schema: the name of the schema that every line must satisfy.
        names: the fields, which the schema knows.

    Raises:
        RecordError: a line is not JSON, holds a key twice, or does not satisfy the schema: file, line number, JSON
            pointer and reason.
    """
    path = source.path if isinstance(source, Part) else source
    reader = _Reader(path, schema, tuple(names))
    first = 1
    try:
        with open_lines(path) as stream:
            if isinstance(source, Part):
                stream.seek(source.start)
            left = source.end - source.start if isinstance(source, Part) else sys.maxsize
            while text := stream.read(min(_BLOCK_BYTES, left)):
                text += b"" if text.endswith(b"\n") else stream.readline(RECORD_BYTES + 1)
                yield reader.block(text, first)
                first += text.count(b"\n")
                left -= len(text)
    except OSError as error:
        raise RecordError(f"{error.filename or path}: cannot be read: {error.strerror or error}") from error


@dataclass(frozen=True, slots=True)
class _Shape:
    """Lines that have exactly these fields."""

    names: tuple[str, ...]
    decode: Callable[[bytes], Any]
    decode_lines: Callable[[bytes], list[Any]]
    nesting: Mapping[int, Callable[[Any], int]]
    """For each field that may hold objects, what counts the keys of a value that is not null."""
    unique: tuple[int, ...]
    """Which fields are arrays whose elements must differ."""


class _Reader:
    """Reads one file, and keeps the shapes that its lines have in mind, the last that fitted first."""

    def __init__(self, path: Path, schema: str, names: tuple[str, ...]) -> None:
        self._path = path
        self._schema = schema
        self._names = names
        self._shapes: list[_Shape] = []

    def block(self, text: bytes, first: int) -> Block:
        """The records of some whole lines, of which the first has the number given."""
        if len(text) > _LONG:
            return self._mixed(text.removesuffix(b"\n").split(b"\n"), first)
        if not self._shapes:
            line = text.partition(b"\n")[0]
            if line and not line.isspace():
                self._learn(line, first)
        if self._shapes:
            block = self._uniform(text, first, self._shapes[0])
            if block is not None:
                return block
        return self._mixed(text.removesuffix(b"\n").split(b"\n"), first)

    def _uniform(self, text: bytes, first: int, shape: _Shape) -> Block | None:
        """The block, if every line has that shape and no key twice."""
        try:
            records = _records(text, shape)
        except REFUSED_BY_TYPE:
            return None
        count = len(records)
        columns = list(zip(*map(msgspec.structs.astuple, records), strict=True))
        keys = count * len(shape.names)
        for place, keys_in in shape.nesting.items():
            keys += sum(map(keys_in, filter(None, columns[place])))
        if _may_repeat_a_key(text, keys) or any(
            not _differ(value) for place in shape.unique for value in columns[place]
        ):
            return None
        found = dict(zip(shape.names, columns, strict=True))
        absent = (None,) * count
        return Block(range(first, first + count), {name: found.get(name, absent) for name in self._names})

    def _mixed(self, lines: Sequence[bytes], first: int) -> Block:
        """The block, line by line."""
        numbers, rows = [], []
        for number, line in enumerate(lines, start=first):
            if line and not line.isspace():
                numbers.append(number)
                rows.append(self._row(line, number))
        columns = zip(*rows, strict=True) if rows else ((),) * len(self._names)
        return Block(numbers, dict(zip(self._names, columns, strict=True)))

    def _row(self, line: bytes, number: int) -> tuple[Any, ...]:
        check_size(line, f"{self._path}:{number}")
        for place, shape in enumerate(self._shapes):
            try:
                record = msgspec.structs.astuple(shape.decode(line))
            except REFUSED_BY_TYPE:
                continue
            if place:
                self._shapes.insert(0, self._shapes.pop(place))
            if not all(_differ(record[at]) for at in shape.unique):
                continue
            keys = len(shape.names) + sum(count(record[at]) for at, count in shape.nesting.items() if record[at])
            if may_repeat_a_key(line, keys):
                parsed_record(line, f"{self._path}:{number}", line=number)
            found = dict(zip(shape.names, record, strict=True))
            return tuple(found.get(name) for name in self._names)
        checked = self._learn(line, number)
        return tuple(checked.get(name) for name in self._names)

    def _learn(self, line: bytes, number: int) -> dict[str, Any]:
        """The record of a line, whose shape is kept in mind unless it is known, or no type can have it."""
        record = checked_record(line, self._schema, f"{self._path}:{number}", line=number)
        names = tuple(record)
        if len(self._shapes) == _SHAPES or not all(map(_FIELD_NAME.fullmatch, names)):
            return record
        if all(set(shape.names) != set(names) for shape in self._shapes):
            self._shapes.insert(0, _shape(load_schema(self._schema), names))
        return record


def _shape(schema: Mapping[str, Any], names: tuple[str, ...]) -> _Shape:
    """The shape of records with these fields, which are all that the schema requires and perhaps some unknown to it."""
    properties: Mapping[str, Any] = schema["properties"]
    unique = tuple(place for place, name in enumerate(names) if properties.get(name, {}).get("uniqueItems"))
    schemas = [{**properties.get(name, {}), "uniqueItems": False} for name in names]
    fields = [(f"field_{place}", type_of_schema(one, schema)) for place, one in enumerate(schemas)]
    rename = {f"field_{place}": name for place, name in enumerate(names)}
    namespace = struct_namespace(schema, {name: attribute for attribute, name in rename.items()})
    kind = msgspec.defstruct("Shape", fields, namespace=namespace, rename=rename, forbid_unknown_fields=True, gc=False)
    nesting = {place: _counter(one) for place, one in enumerate(schemas) if may_nest(one)}
    decoder = msgspec.json.Decoder(kind)
    return _Shape(names, decoder.decode, decoder.decode_lines, nesting, unique)


def _records(text: bytes, shape: _Shape) -> list[Any]:
    """What each line holds; decoding refuses a line of another shape."""
    lines = _objects_alone(text)
    if lines is not None:
        records = shape.decode_lines(text)
        if len(records) == lines:
            return records
    return list(map(shape.decode, text.removesuffix(b"\n").split(b"\n")))


def _objects_alone(text: bytes) -> int | None:
    """How many lines there are, if each begins and ends as an object does.

    Where there are then as many objects as lines, each line is one: an object that goes on in the next line would have
    to go on with a bracket, after one that is closed.
    """
    letters = np.frombuffer(text if text.endswith(b"\n") else text + b"\n", dtype=np.uint8)
    ends = np.flatnonzero(letters == ord("\n"))
    starts = np.append(0, ends[:-1] + 1)
    alone = np.all(letters[starts] == ord("{")) and np.all(letters[ends - 1] == ord("}"))
    return len(ends) if alone else None


def _counter(schema: Mapping[str, Any]) -> Callable[[Any], int]:
    """What counts the keys of a value of a schema; it may count too few, never too many."""
    additional = schema.get("additionalProperties")
    if isinstance(additional, Mapping) and "properties" not in schema and not may_nest(additional):
        return len
    properties = schema.get("items", {}).get("properties", {})
    if properties and not any(map(may_nest, properties.values())) and _may_only_be_array(schema):
        required = len(set(properties).intersection(schema["items"].get("required", ())))
        return lambda elements: required * len(elements)
    return _keys_in


def _may_only_be_array(schema: Mapping[str, Any]) -> bool:
    kinds = schema["type"]
    return set([kinds] if isinstance(kinds, str) else kinds) <= {"array", "null"}


def _keys_in(value: Any) -> int:
    if isinstance(value, list):
        return sum(map(_keys_in, value))
    if isinstance(value, msgspec.Struct):
        held = [part for part in msgspec.structs.astuple(value) if part is not msgspec.UNSET]
        return len(held) + sum(_keys_in(part) for part in held if isinstance(part, msgspec.Struct))
    return count_keys(value)


def _differ(elements: Sequence[Any] | None) -> bool:
    return not elements or len(elements) == 1 or len(set(elements)) == len(elements)


def _may_repeat_a_key(text: bytes, keys: int) -> bool:
    """As ``may_repeat_a_key`` says, for many lines; it says yes for any blank before a colon."""
    letters = np.frombuffer(text, dtype=np.uint8)
    before = letters[:-1]
    colons = letters[1:] == ord(":")
    return bool(np.count_nonzero(colons & (before == ord('"'))) != keys or np.any(colons & (before <= ord(" "))))
