"""Where in a file of records the lines of each row are, so that a reader can be told and few of them are read."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cgr_audit.records.rows import RowKey
from cgr_audit.records.shards import has_lines, open_lines

__all__ = ["Places", "find_places", "line_ranges", "open_places", "read_places"]


@dataclass(frozen=True, slots=True)
class Places:
    """The lines of one row in one file, in the file's order."""

    lines: tuple[int, ...]
    """Line numbers, counted from 1."""
    offsets: tuple[int, ...]
    """Where each line begins, in bytes."""


def find_places(path: Path, keys: Collection[RowKey]) -> dict[RowKey, Places]:
    """The places of the rows with these keys; the file is read once, and nothing of it is kept.

    Args:
        path: a file that was checked before, each line with a row's key; one that is not there has no lines.
        keys: of the rows to look for.
    """
    lines: dict[RowKey, list[int]] = {}
    offsets: dict[RowKey, list[int]] = {}
    for key, line, offset in _keyed_lines(path):
        if key in keys:
            lines.setdefault(key, []).append(line)
            offsets.setdefault(key, []).append(offset)
    return {key: Places(tuple(found), tuple(offsets[key])) for key, found in lines.items()}


def open_places(path: Path) -> BinaryIO:
    """A file to read places of, once for all of them; one that is not there has no lines."""
    return open_lines(path) if has_lines(path) else io.BytesIO()


def read_places(stream: BinaryIO, places: Places | None) -> list[dict[str, Any]]:
    """The records at these places of a file that ``open_places`` opened."""
    records = []
    for offset in places.offsets if places else ():
        stream.seek(offset)
        records.append(json.loads(stream.readline()))
    return records


def line_ranges(lines: Sequence[int]) -> str:
    """Line numbers in order, runs of them joined: ``3–7, 9``."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)


def _keyed_lines(path: Path) -> Iterator[tuple[RowKey, int, int]]:
    """The key, number and offset of every line that is not blank. Only the key is decoded: lines may be long."""
    import msgspec  # noqa: PLC0415  it costs start-up time

    if not has_lines(path):
        return
    key_type = msgspec.defstruct("Key", [(name, int if name == "sample" else str) for name in RowKey._fields])
    decoder = msgspec.json.Decoder(key_type)
    offset = 0
    with open_lines(path) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.isspace():
                try:
                    found: Any = decoder.decode(line)
                    key = RowKey(found.dataset, found.item_id, found.solver, found.generator, found.sample)
                except (msgspec.DecodeError, UnicodeDecodeError):  # what only json reads, such as lone surrogates
                    key = RowKey._make(map(json.loads(line).__getitem__, RowKey._fields))
                yield key, number, offset
            offset += len(line)
