"""One JSON object out of a text: what is no JSON, or holds a key twice, is refused with its place."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from cgr_audit.errors import CgrAuditError
from cgr_audit.records.accepted import REFUSED_BY_TYPE, acceptor
from cgr_audit.records.quick_decoding import count_keys, may_repeat_a_key, quick_decoder
from cgr_audit.schema import check_record

__all__ = ["RecordError", "checked_record", "parsed_record"]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class RecordError(CgrAuditError):
    """A record that is not what its schema says, or a package that contradicts itself."""


def parsed_record(text: bytes, where: str) -> dict[str, Any]:
    """The object that a text holds, with the values that ``json.loads`` gives.

    Raises:
        RecordError: it is no JSON (NaN is none), no object, or holds a key twice: ``where`` and the reason.
    """
    try:
        record = msgspec.json.decode(text)
        repeats = may_repeat_a_key(text, count_keys(record))
    except REFUSED_BY_TYPE:
        repeats = True
    if repeats:
        record = _parsed_slowly(text, where)
    if not isinstance(record, dict):
        raise RecordError(f"{where}: /: a JSON object was expected, not {type(record).__name__}")
    return record


def checked_record(text: bytes, schema: str, where: str) -> dict[str, Any]:
    """The object that a text holds, which satisfies its schema.

    Raises:
        RecordError: as ``parsed_record`` does, or with JSON pointer and reason where the schema is not satisfied.
    """
    accepted = quick_decoder(schema)(text)
    if accepted is not None:
        return accepted
    record = parsed_record(text, where)
    try:
        acceptor(schema)(text)
    except REFUSED_BY_TYPE:
        problem = check_record(schema, record)
        if problem is not None:
            raise RecordError(f"{where}: {problem}") from None
    return record


def _parsed_slowly(text: bytes, where: str) -> Any:
    if text.startswith(_BYTE_ORDER_MARK):
        raise RecordError(f"{where}: not JSON: it begins with a byte order mark; save it as UTF-8 without one")
    try:
        return json.loads(
            text.decode("utf-8"),
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=_without_repeated_keys,
        )
    except UnicodeDecodeError as error:
        raise RecordError(f"{where}: not UTF-8: {error.reason} at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise RecordError(f"{where}: not JSON: {error.msg} at column {error.colno}") from error
    except _RepeatedKeyError as error:
        raise RecordError(f"{where}: /: the key {error.args[0]!r} is there twice in one object") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: not JSON: {error}") from error


class _RepeatedKeyError(Exception):
    """An object with a key that it holds already."""


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        seen: set[str] = set()
        raise _RepeatedKeyError(next(name for name, _ in pairs if name in seen or seen.add(name)))  # type: ignore[func-returns-value]
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value; a missing value is null")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text[:40]} is larger than any number of 64 bits")
    return value
