"""Checking records against their JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from cgr_audit.errors import InconsistentRecordError, UsageError
from cgr_audit.identifiers import LONGEST_IDENTIFIER, has_utf8
from cgr_audit.value_words import meant

if TYPE_CHECKING:
    from jsonschema import FormatChecker
    from jsonschema.protocols import Validator

__all__ = ["check_record", "load_schema", "record_faults", "require_record", "schema_names"]


def schema_names() -> tuple[str, ...]:
    """The names of every schema, sorted; ``load_schema`` takes them."""
    folder = resources.files("cgr_audit.schemas")
    return tuple(sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json")))


def load_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of one kind of record.

    Raises:
        UsageError: there is no schema of that name; the message lists those there are.
    """
    known = schema_names()
    if name not in known:
        raise UsageError(f"no schema named {name!r}; {meant(name, known)}there are: {', '.join(known)}")
    text = (resources.files("cgr_audit.schemas") / f"{name}.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def check_record(name: str, record: Any) -> str | None:
    """The first of the faults that ``record_faults`` gives; nothing if the record is right."""
    return next(iter(record_faults(name, record)), None)


def record_faults(name: str, record: Any) -> tuple[str, ...]:
    """What is wrong with a record by its schema, in plain words: ``/json/pointer: reason`` for each fault.

    They are in the order of their places, so that messages are the same from run to run.
    """
    faults = sorted(_validator(name).iter_errors(record), key=lambda fault: [str(part) for part in fault.absolute_path])
    if not faults:
        return ()
    from cgr_audit.schema_faults import described_fault  # noqa: PLC0415  only faults need words

    described = map(described_fault, faults)
    return tuple(dict.fromkeys(f"{_pointer(path)}: {said}" for path, said in described))


def require_record(name: str, record: Any) -> None:
    """Hold a record of our own making to its schema before it is written.

    Raises:
        InconsistentRecordError: it is not what the schema says: an internal error.
    """
    fault = check_record(name, record)
    if fault is not None:
        raise InconsistentRecordError(f"{name}.json: {fault}: a fault of cgr-audit, please report it")


def _pointer(path: Sequence[str | int]) -> str:
    return "".join("/" + _shortened(str(part)).replace("~", "~0").replace("/", "~1") for part in path) or "/"


def _shortened(step: str) -> str:
    return step if len(step) <= LONGEST_IDENTIFIER else f"{step[:LONGEST_IDENTIFIER]}..."


@cache
def _identifiers() -> FormatChecker:
    """What checks ``"format": "identifier"``; the schemas bound the length by ``maxLength``."""
    from jsonschema import FormatChecker  # noqa: PLC0415

    checker = FormatChecker(formats=())
    checker.checks("identifier")(lambda value: not isinstance(value, str) or has_utf8(value))
    return checker


@cache
def _validator(name: str) -> Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  jsonschema costs start-up time

    return Draft202012Validator(load_schema(name), format_checker=_identifiers())
