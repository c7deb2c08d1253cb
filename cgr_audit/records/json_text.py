"""One JSON object out of a text: what is not JSON, or holds a key twice, is refused with its place."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from cgr_audit.errors import CgrAuditError
from cgr_audit.json_faults import broken_bytes, broken_json, is_no_text
from cgr_audit.records.fast_validation import REFUSED_BY_TYPE, fast_validator
from cgr_audit.records.quick_decoding import count_keys, may_repeat_a_key, quick_decoder
from cgr_audit.schema import record_faults
from cgr_audit.source.budget import record_fault
from cgr_audit.value_words import kind_of_value

__all__ = ["RecordError", "check_size", "checked_record", "is_no_text", "parsed_record"]


class RecordError(CgrAuditError):
    """A record that is not what its schema says, or a package that contradicts itself."""


def check_size(line: bytes, where: str) -> None:
    """See that a line is no larger than a record may be.

    Raises:
        RecordError: it is: ``where`` and the limit.
    """
    fault = record_fault(line)
    if fault is not None:
        raise RecordError(f"{where}: {fault}")


def parsed_record(text: bytes, where: str, *, line: int = 1) -> dict[str, Any]:
    """The object that a text holds, with the values that ``json.loads`` gives.

    Args:
        text: the text.
        where: the place that faults are told with.
        line: which line of its file the text is; 1 too for a whole file.

    Raises:
        RecordError: it is not JSON (NaN is none), no object, or holds a key twice: ``where`` and the reason.
    """
    try:
        record = msgspec.json.decode(text)
        repeats = may_repeat_a_key(text, count_keys(record))
    except REFUSED_BY_TYPE:
        repeats = True
    if repeats:
        record = _parsed_slowly(text, where, line)
    if not isinstance(record, dict):
        raise RecordError(f"{where}: /: an object is expected, not {kind_of_value(record)}")
    return record


def checked_record(text: bytes, schema: str, where: str, *, most: int = 1, line: int = 1) -> dict[str, Any]:
    """The object that a text holds, which satisfies its schema.

    Args:
        text: the text.
        schema: the name of its schema.
        where: the place that faults are told with.
        most: how many faults are told, each on a line of its own.
        line: which line of its file the text is; 1 too for a whole file.

    Raises:
        RecordError: as ``parsed_record`` does, or with JSON pointer and reason where the schema is not satisfied.
    """
    accepted = quick_decoder(schema)(text)
    if accepted is not None:
        return accepted
    record = parsed_record(text, where, line=line)
    try:
        fast_validator(schema)(text)
    except REFUSED_BY_TYPE:
        faults = [f"{where}: {fault}" for fault in record_faults(schema, record)]
        if faults:
            more = [f"{where}: and {len(faults) - most} more"] if len(faults) > most > 1 else []
            raise RecordError("\n".join(faults[:most] + more)) from None
    return record


def _parsed_slowly(text: bytes, where: str, line: int) -> Any:
    unreadable = broken_bytes(text, line)
    if unreadable is not None:
        raise RecordError(f"{where}: not JSON: {unreadable}")
    try:
        return json.loads(
            text.decode("utf-8").rstrip(" \t\r\n"),
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_short_enough,
            object_pairs_hook=_without_repeated_keys,
        )
    except json.JSONDecodeError as error:
        raise RecordError(f"{where}: not JSON {broken_json(error)}") from error
    except _RepeatedKeyError as error:
        raise RecordError(f"{where}: /: duplicate key {error.args[0]!r}") from error
    except _NoValueError as error:
        raise RecordError(f"{where}: not JSON: {error}") from error
    except RecursionError as error:
        raise RecordError(f"{where}: not JSON that can be read: lists or objects are nested too deeply") from error


class _NoValueError(Exception):
    """A number that JSON does not have, or that is too large to be read."""


class _RepeatedKeyError(Exception):
    """An object with a key that it holds already."""


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        seen: set[str] = set()
        raise _RepeatedKeyError(next(name for name, _ in pairs if name in seen or seen.add(name)))  # type: ignore[func-returns-value]
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise _NoValueError(f"{name} is not a JSON value; a missing value is null")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _NoValueError(f"{text[:40]} is larger than any number of 64 bits")
    return value


def _short_enough(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _NoValueError(f"{text[:20]}... is a number of {len(text)} digits, too many to be read") from None
