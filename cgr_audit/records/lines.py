"""JSON lines: read with every line checked against its schema, written deterministically and atomically."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.records.json_text import RecordError, check_size, checked_record, is_no_text, parsed_record
from cgr_audit.records.shards import open_lines, shards_of
from cgr_audit.regular_file import read_regular
from cgr_audit.source.rows import numbered_lines

__all__ = [
    "RecordError",
    "encode_record",
    "read_document",
    "read_lines",
    "remove_unfinished",
    "utf8",
    "write_atomically",
    "write_lines",
    "write_shards",
]

_ROWS_OF_A_SHARD = 500_000
_UNFINISHED = re.compile(r"\..+\.([1-9][0-9]*)\.part", re.DOTALL)


def read_lines(
    path: Path, schema: str, *, checked: bool = True, on_fault: Callable[[RecordError], None] | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield ``(line number, record)`` for every line of a JSONL file that is not blank.

    Args:
        path: the file.
        schema: the name of the schema that every line must satisfy.
        checked: false for a file that was read through once before.
        on_fault: takes the fault of a line, and reading goes on with the next one; without it, reading ends there.

    Raises:
        RecordError: a line is not JSON, holds a key twice, or does not satisfy the schema: file, line number, JSON
            pointer and reason. A first line that shows that the file is not text at all ends reading in any case.
    """
    try:
        with open_lines(path) as stream:
            for number, line in numbered_lines(stream, is_compressed=False):
                if line.isspace():
                    continue
                where = f"{path}:{number}"
                try:
                    check_size(line, where)
                    if checked:
                        record = checked_record(line, schema, where, line=number)
                    else:
                        record = parsed_record(line, where, line=number)
                except RecordError as fault:
                    if on_fault is None or is_no_text(line, number):
                        raise
                    on_fault(fault)
                else:
                    yield number, record
    except OSError as error:
        raise RecordError(f"{error.filename or path}: cannot be read: {error.strerror or error}") from error


def read_document(path: Path, schema: str) -> dict[str, Any]:
    """Read a file that holds one JSON object.

    Raises:
        RecordError: it cannot be read, is not JSON, or fails the schema: a line for each of its first faults.
    """
    try:
        text = read_regular(path)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    return checked_record(text, schema, str(path), most=10)


def encode_record(record: Mapping[str, Any]) -> bytes:
    """One line, without its end: UTF-8, fields in the order given; never NaN.

    A line that holds a lone surrogate, which has no UTF-8, or a character that steers a terminal or hides from a reader
    is written in ASCII escapes.
    """
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
    if escape_control_characters(text) != text:
        text = json.dumps(record, ensure_ascii=True, allow_nan=False, separators=(", ", ": "))
    return text.encode()


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> int:
    """Write a JSONL file atomically, one record at a time; the number of records is returned."""
    written = 0

    def pieces() -> Iterator[bytes]:
        nonlocal written
        for record in records:
            written += 1
            yield encode_record(record) + b"\n"

    write_atomically(path, pieces())
    return written


def write_shards(path: Path, records: Iterable[Mapping[str, Any]]) -> int:
    """Write a file of lines, as shards where it has more of them than one shard takes; how many it has."""
    folder = path.with_suffix("")
    with suppress(RecordError):
        for old in shards_of(path):
            old.unlink()
    left = iter(records)
    written = write_lines(path, islice(left, _ROWS_OF_A_SHARD))
    for first in left:
        if path.is_file():
            folder.mkdir(exist_ok=True)
            path.replace(folder / "00000.jsonl")
        shard = folder / f"{written // _ROWS_OF_A_SHARD:05}.jsonl"
        written += write_lines(shard, chain([first], islice(left, _ROWS_OF_A_SHARD - 1)))
    return written


def utf8(text: str) -> bytes:
    """The bytes of a text; what has none, such as a lone surrogate, as an escape."""
    return text.encode("utf-8", "backslashreplace")


def write_atomically(path: Path, pieces: Iterable[bytes], *, durable: bool = True) -> None:
    """Write a file so that a reader sees the old one or the whole new one.

    A link stays a link, a file keeps its mode. What is not a regular file (a device, a pipe) is written to as it is.

    Args:
        path: the file.
        pieces: its content.
        durable: whether that holds after a crash of the machine too; it costs some milliseconds.

    Raises:
        OSError: nothing was changed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                stream.writelines(pieces)
        else:
            _replace(target, pieces, durable=durable)
    except OSError as error:
        error.filename = str(path)
        raise


def remove_unfinished(folder: Path, *, below: bool = True) -> None:
    """Remove what processes that are gone had begun to write with :func:`write_atomically`.

    Args:
        folder: into which.
        below: whether its folders are looked into too.
    """
    for path in (folder.rglob if below else folder.glob)(".*.part"):
        process = _UNFINISHED.fullmatch(path.name)
        if process is not None and not _is_running(int(process[1])):
            with suppress(OSError):
                path.unlink()


def _is_running(process: int) -> bool:
    """Whether another process has this number. On Windows nobody can remove what a process has open."""
    if os.name != "posix" or process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def _replace(target: Path, pieces: Iterable[bytes], *, durable: bool) -> None:
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as stream:
            stream.writelines(pieces)
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
