"""What a JSON Schema objects to, in words for somebody who has never read one."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cgr_audit.identifiers import LONE_SURROGATE, too_long
from cgr_audit.value_words import KINDS, described, either, instead, listed, shown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

__all__ = ["WORDED", "described_fault"]

_PATTERNS: Mapping[str, str] = MappingProxyType(
    {
        "^[0-9a-f]{64}$": "a sha256: 64 hexadecimal digits in lower case",
        "^sha256:[0-9a-f]{64}$": "sha256: and 64 hexadecimal digits in lower case",
        r"^\d{4}-\d{2}-\d{2}": "a date such as 2026-01-31",
        r"^[^\W\d]\w*$": "a name of letters, digits and underscores that begins with no digit",
    }
)


def described_fault(error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """Where a record is wrong, as steps from its top, and one sentence: what is wrong, and what to write instead."""
    path, fault = _meant(_fault_of(error))
    said = _bad_name(fault) if fault.is_name else WORDED[fault.keyword](fault)
    return (*error.absolute_path, *path), said


@dataclass(frozen=True, slots=True)
class _Fault:
    """A value that does not satisfy a keyword of its schema."""

    keyword: str
    expected: Any
    """The value of the keyword."""
    value: Any
    """What does not satisfy it."""
    schema: Mapping[str, Any]
    path: tuple[str | int, ...]
    """Where the value is, from the value of the fault that this one is a cause of."""
    is_name: bool
    """Whether it is the name of a field."""
    causes: tuple[_Fault, ...]
    """Why each alternative is not satisfied."""


def _fault_of(error: ValidationError) -> _Fault:
    return _Fault(
        str(error.validator),
        error.validator_value,
        error.instance,
        error.schema if isinstance(error.schema, Mapping) else {},
        tuple(error.path),
        "propertyNames" in error.absolute_schema_path,
        tuple(map(_fault_of, error.context or ())),
    )


def _meant(fault: _Fault) -> tuple[tuple[str | int, ...], _Fault]:
    """The fault to tell: of alternatives, that of the one which is of the value's kind, wherever in the value it is."""
    causes = fault.causes
    if fault.keyword != "anyOf" or fault.is_name or _asks_for_fields(causes):
        return (), fault
    meant = [cause for cause in causes if cause.path or cause.keyword != "type"]
    if not meant:
        return (), fault
    path, found = _meant(meant[0])
    return (*meant[0].path, *path), found


def _asks_for_fields(causes: Sequence[_Fault]) -> bool:
    """Whether the alternatives differ in the fields that they require."""
    return all(cause.keyword == "required" and not cause.path for cause in causes)


def _type(fault: _Fault) -> str:
    kinds = fault.expected
    return _another_kind([kinds] if isinstance(kinds, str) else kinds, fault.value)


def _another_kind(kinds: Sequence[str], value: object) -> str:
    return f"{either([KINDS[kind] for kind in kinds])} is expected, not {described(value)}"


def _required(fault: _Fault) -> str:
    missing = [name for name in fault.expected if name not in fault.value]
    if len(missing) == 1:
        others = [name for name in fault.value if name not in fault.schema.get("properties", ())]
        close = difflib.get_close_matches(missing[0], others, n=1, cutoff=0.8)
        renamed = f", or is it what is called {close[0]!r} here?" if close else ""
        return f"the field {missing[0]!r} is missing; add it{renamed}"
    return f"the fields {listed(missing)} are missing; add them"


def _depends(fault: _Fault) -> str:
    field, needed = next(
        (name, [other for other in others if other not in fault.value])
        for name, others in fault.expected.items()
        if name in fault.value and not all(other in fault.value for other in others)
    )
    return f"{field!r} requires {listed(needed)}; add it, or leave {field!r} out"


def _unknown_field(fault: _Fault) -> str:
    known = list(fault.schema.get("properties", ()))
    unknown = [name for name in fault.value if name not in known]
    said = f"the field {unknown[0]!r} is" if len(unknown) == 1 else f"the fields {listed(unknown)} are"
    return f"{said} unknown here; {instead(unknown[0], known)}"


def _bad_name(fault: _Fault) -> str:
    if fault.keyword == "enum":
        return f"the field {fault.value!r} is unknown here; {instead(fault.value, fault.expected)}"
    if fault.value:
        return f"the name {shown(fault.value)}: {WORDED[fault.keyword](fault)}"
    return "a name is empty; give it at least one character"


def _enum(fault: _Fault) -> str:
    allowed = fault.expected
    return f"{either([shown(value) for value in allowed])} is expected, not {described(fault.value)}"


def _const(fault: _Fault) -> str:
    return f"{shown(fault.expected)} is expected, not {described(fault.value)}"


def _too_short(fault: _Fault) -> str:
    if fault.value:
        return f"{shown(fault.value)} is too short; give at least {fault.expected} characters"
    instead = ", or null where there is none" if "null" in fault.schema.get("type", ()) else ""
    return f"the text is empty; give at least one character{instead}"


def _too_long(fault: _Fault) -> str:
    return too_long(fault.value, fault.expected)


def _format(_fault: _Fault) -> str:
    return LONE_SURROGATE  # the one format there is


def _minimum(fault: _Fault) -> str:
    return f"{shown(fault.value)} is too small; the smallest is {shown(fault.expected)}"


def _maximum(fault: _Fault) -> str:
    return f"{shown(fault.value)} is too large; the largest is {shown(fault.expected)}"


def _not_above(fault: _Fault) -> str:
    return f"{shown(fault.value)} is too small; it must be above {shown(fault.expected)}"


def _not_below(fault: _Fault) -> str:
    return f"{shown(fault.value)} is too large; it must be below {shown(fault.expected)}"


def _between_steps(fault: _Fault) -> str:
    return f"{shown(fault.value)} is not a multiple of {shown(fault.expected)}"


def _pattern(fault: _Fault) -> str:
    wanted = _PATTERNS.get(fault.expected, f"text of the form {fault.expected}")
    return f"{shown(fault.value)} is not {wanted}"


def _repeated(fault: _Fault) -> str:
    elements = fault.value
    repeated = next(element for place, element in enumerate(elements) if element in elements[:place])
    return f"{shown(repeated)} is in the list twice; leave one out"


def _too_few(fault: _Fault) -> str:
    held, least = len(fault.value), fault.expected
    if held:
        return f"the list has {held} of at least {least} elements; add what is missing"
    return "the list is empty; give at least " + ("one element" if least == 1 else f"{least} elements")


def _too_many(fault: _Fault) -> str:
    return f"the list has {len(fault.value)} elements; give at most {fault.expected}"


def _none_of(fault: _Fault) -> str:
    """No alternative is of the value's kind, or each lacks a field."""
    causes = fault.causes
    if _asks_for_fields(causes):
        return f"one of the fields {listed(sorted(_required_by(causes)))} is needed; add one"
    return _another_kind(list(dict.fromkeys(_kinds_of(causes))), fault.value)


def _required_by(causes: Sequence[_Fault]) -> Iterator[str]:
    for cause in causes:
        yield from cause.expected


def _kinds_of(causes: Sequence[_Fault]) -> Iterator[str]:
    for cause in causes:
        yield from [cause.expected] if isinstance(cause.expected, str) else cause.expected


WORDED: Mapping[str, Callable[[_Fault], str]] = MappingProxyType(
    {
        "type": _type,
        "required": _required,
        "dependentRequired": _depends,
        "additionalProperties": _unknown_field,
        "enum": _enum,
        "const": _const,
        "minLength": _too_short,
        "maxLength": _too_long,
        "format": _format,
        "minimum": _minimum,
        "maximum": _maximum,
        "exclusiveMinimum": _not_above,
        "exclusiveMaximum": _not_below,
        "multipleOf": _between_steps,
        "pattern": _pattern,
        "uniqueItems": _repeated,
        "minItems": _too_few,
        "maxItems": _too_many,
        "anyOf": _none_of,
    }
)
"""The words for each keyword that the schemas use and that a record may not satisfy."""
