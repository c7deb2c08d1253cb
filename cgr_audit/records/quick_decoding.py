"""Lines decoded straight into dictionaries by a type that checks them as well, where nothing speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from cgr_audit.records.fast_validation import REFUSED_BY_TYPE, may_nest, type_of_schema
from cgr_audit.schema import load_schema

__all__ = ["count_keys", "may_repeat_a_key", "quick_decoder"]

_HOLDERS = frozenset({dict, list})


@cache
def quick_decoder(name: str) -> Callable[[bytes], dict[str, Any] | None]:
    """What decodes a text that the schema of that name accepts.

    It gives nothing if it cannot tell at once that the schema accepts the text, that no key is there twice, and that
    the schema knows every key: a slower way must decide.
    """
    schema = load_schema(name)
    properties: Mapping[str, Any] = schema.get("properties", {})
    unique = tuple(key for key, one in properties.items() if one.get("uniqueItems"))
    plain = {key: {**one, "uniqueItems": False} for key, one in properties.items()}
    try:
        kind = type_of_schema({**schema, "properties": plain} if properties else schema, schema, as_dictionaries=True)
    except NotImplementedError:
        return _undecided
    decode = msgspec.json.Decoder(kind).decode
    nesting = tuple((key, _counter(one)) for key, one in properties.items() if may_nest(one))
    count = _count_of(nesting) if properties else count_keys

    def decoded(text: bytes) -> dict[str, Any] | None:
        try:
            record: dict[str, Any] = decode(text)
        except REFUSED_BY_TYPE:
            return None
        if may_repeat_a_key(text, count(record)) or not all(_differ(record.get(key)) for key in unique):
            return None
        return record

    return decoded


def count_keys(value: object) -> int:
    """How many keys the objects in a decoded value have."""
    found, waiting = 0, [value]
    while waiting:
        parts = waiting.pop()
        if isinstance(parts, dict):
            found += len(parts)
            parts = parts.values()
        elif not isinstance(parts, list):
            continue
        waiting += [part for part in parts if type(part) in _HOLDERS]
    return found


def may_repeat_a_key(text: bytes, keys: int) -> bool:
    """Whether a text may hold a key twice, given how many different keys its objects have.

    Every key has a colon after it: as many colons as different keys leave no room for a duplicate key. Values
    may hold colons too; but where no colon has a blank before it, every key is a quote with a colon after it.
    """
    if text.count(b":") == keys:
        return False
    return text.count(b'":') != keys or b" :" in text or b"\t:" in text or b"\r:" in text or b"\n:" in text


def _undecided(_: bytes) -> None:
    """What decodes nothing."""


def _count_of(nesting: tuple[tuple[str, Callable[[Any], int]], ...]) -> Callable[[dict[str, Any]], int]:
    """What counts the keys of a record, of whose values only these may hold objects."""

    def count(record: dict[str, Any]) -> int:
        found = len(record)
        for key, keys_in in nesting:
            value = record.get(key)
            if value:
                found += keys_in(value)
        return found

    return count


def _counter(schema: Mapping[str, Any]) -> Callable[[Any], int]:
    """What counts the keys of a value that a schema accepts."""
    parts = schema.get("items", {}).get("properties", {})
    if schema.get("type") == "array" and parts and not any(map(may_nest, parts.values())):
        return lambda elements: sum(map(len, elements))
    return count_keys


def _differ(elements: list[Any] | None) -> bool:
    return not elements or len(elements) == 1 or len(set(elements)) == len(elements)
