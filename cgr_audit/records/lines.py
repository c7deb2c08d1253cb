"""JSON lines: read with every line checked against its schema, written deterministically and atomically."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from cgr_audit.errors import CgrAuditError
from cgr_audit.schema import check_record

__all__ = ["RecordError", "encode_record", "read_document", "read_lines", "write_atomically", "write_lines"]


class RecordError(CgrAuditError):
    """A record that is not what its schema says, or a package that contradicts itself."""


def read_lines(path: Path, schema: str, *, checked: bool = True) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield ``(line number, record)`` for every line of a JSONL file that is not blank.

    Args:
        path: the file.
        schema: the name of the schema that every line must satisfy.
        checked: false for a file that was read through once before.

    Raises:
        RecordError: a line is no JSON, or does not satisfy the schema: file, line number, JSON pointer and
            reason.
    """
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                if line.isspace():
                    continue
                record = _parse(line, f"{path}:{number}")
                if checked:
                    _check(record, schema, f"{path}:{number}")
                yield number, record
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error


def read_document(path: Path, schema: str) -> dict[str, Any]:
    """Read a file that holds one JSON object.

    Raises:
        RecordError: it cannot be read, is no JSON, or does not satisfy the schema.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    record = _parse(text, str(path))
    _check(record, schema, str(path))
    return record


def encode_record(record: Mapping[str, Any]) -> bytes:
    """One line, without its end: UTF-8, fields in the order given; never NaN.

    Lone surrogates have no UTF-8: a line that holds one is written in ASCII escapes.
    """
    try:
        return json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(", ", ": ")).encode()
    except UnicodeEncodeError:
        return json.dumps(record, ensure_ascii=True, allow_nan=False, separators=(", ", ": ")).encode()


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


def write_atomically(path: Path, pieces: Iterable[bytes], *, durable: bool = True) -> None:
    """Write a file so that a reader sees the old one or the whole new one.

    A link stays a link, and a file keeps its mode. What is no regular file (a device, a pipe) is written to as it is.

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


def _parse(text: bytes, where: str) -> dict[str, Any]:
    try:
        record = json.loads(text.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise RecordError(f"{where}: not UTF-8: {error.reason} at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise RecordError(f"{where}: not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: not JSON: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"{where}: /: a JSON object was expected, not {type(record).__name__}")
    return record


def _check(record: Mapping[str, Any], schema: str, where: str) -> None:
    problem = check_record(schema, record)
    if problem is not None:
        raise RecordError(f"{where}: {problem}")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value; a missing value is null")
