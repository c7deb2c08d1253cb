"""Values that crossed from the sandbox, exactly as they were.

``guest/encode.py`` writes JSON in which ``null``, ``true``, ``false``, strings, small integers and finite floats stand
for themselves and everything else is an array whose first element is a tag:

====  =============================================  ====  =============================================
tag   then                                           tag   then
====  =============================================  ====  =============================================
l     list: the items                                b     bytes: hexadecimal digits
t     tuple: the items                               a     bytearray: hexadecimal digits
d     dict: key, value, key, value, ...              c     complex: real part, imaginary part
s     set: the items                                 r     range: start, stop, step
z     frozenset: the items                           q     fractions.Fraction: numerator, denominator
i     large int: hexadecimal digits, signed          m     decimal.Decimal: its text
f     float: ``inf``, ``-inf`` or ``nan``            e     the ellipsis
o     anything else: type name, and the content of its built-in base type where it has one
====  =============================================  ====  =============================================
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

__all__ = [
    "Instance",
    "ValueDecodeError",
    "all_finite",
    "decode_value",
    "holds_opaque",
    "is_in_any_order",
    "json_view",
    "parts",
    "plain",
    "value_literal",
]

_DEEPEST = 150
"""Brackets within brackets: the guest writes some 100, and reading each takes three frames of the host's thousand."""
_DIGITS_OF_DECIMAL = 10**4000
_LONGEST_RANGE = 10_000


class ValueDecodeError(ValueError):
    """The text is not a value: the program tampered with what reports it."""


@dataclass(frozen=True, slots=True)
class Instance:
    """An object whose type is not one of the plain ones."""

    type_name: str
    content: Any
    """What its built-in base type holds, such as the tuple of a named tuple; ``None`` where it has none."""
    ordinal: int
    """Its place among the instances of the whole value, so that two of them stay two."""

    @property
    def is_opaque(self) -> bool:
        """Whether nothing but the type's name is known."""
        return self.content is None


def decode_value(text: str) -> Any:
    """The value that a tagged text stands for.

    Raises:
        ValueDecodeError: the text is not tagged JSON.
    """
    try:
        raw = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ValueDecodeError(f"not a value: {str(error)[:200]}") from error
    return _Decoder().decode(raw, 0)


class _Decoder:
    """Reads one value and numbers its instances."""

    def __init__(self) -> None:
        self._instances = 0

    def decode(self, raw: Any, depth: int) -> Any:
        if not isinstance(raw, list):
            if isinstance(raw, dict):
                raise ValueDecodeError("not a value: a JSON object")
            return raw
        if not raw or not isinstance(raw[0], str) or depth > _DEEPEST:
            raise ValueDecodeError("not a value: no tag, or nested too deeply")
        try:
            return self._tagged(raw[0], raw[1:], depth)
        except (TypeError, ValueError, IndexError, ArithmeticError, InvalidOperation) as error:
            raise ValueDecodeError(f"not a value: {str(error)[:200]}") from error

    def _tagged(self, tag: str, rest: list[Any], depth: int) -> Any:
        if tag == "o":
            return self._instance(rest, depth)
        if tag in _SEQUENCES:
            return _SEQUENCES[tag](self.decode(item, depth + 1) for item in rest)
        if tag == "d":
            items = [self.decode(item, depth + 1) for item in rest]
            return dict(zip(items[::2], items[1::2], strict=True))
        if tag in ("r", "q"):
            numbers = [self.decode(item, depth + 1) for item in rest]
            # Of a text, Fraction would work out the power of ten that it names.
            if not all(type(number) is int for number in numbers):
                raise ValueDecodeError(f"not a value: {tag!r} holds what is not an integer")
            return range(*numbers) if tag == "r" else Fraction(*numbers)
        if tag == "c":
            real, imaginary = (self.decode(item, depth + 1) for item in rest)
            return complex(real, imaginary)
        return _scalar(tag, rest)

    def _instance(self, rest: list[Any], depth: int) -> Instance:
        ordinal = self._instances
        self._instances += 1
        content = self.decode(rest[1], depth + 1) if len(rest) > 1 else None
        return Instance(str(rest[0]), content, ordinal)


_SEQUENCES: dict[str, type[Any]] = {"l": list, "t": tuple, "s": set, "z": frozenset}


def _scalar(tag: str, rest: list[Any]) -> Any:
    if tag == "e":
        return ...
    (text,) = rest
    if not isinstance(text, str):
        raise ValueDecodeError(f"not a value: {tag!r} holds no text")
    match tag:
        case "i":
            return int(text, 16)
        case "f":
            return float(text)
        case "b":
            return bytes.fromhex(text)
        case "a":
            return bytearray.fromhex(text)
        case "m":
            return Decimal(text)
        case _:
            raise ValueDecodeError(f"not a value: unknown tag {tag!r}")


def _refuse_constant(name: str) -> Any:
    raise ValueDecodeError(f"not a value: {name} outside a tag")


def plain(value: Any) -> Any:
    """A value with every instance replaced by its content, at the top only; opaque ones stay."""
    while isinstance(value, Instance) and not value.is_opaque:
        value = value.content
    return value


def holds_opaque(value: Any) -> str | None:
    """The type name of the first part of a value of which nothing else is known, if there is any."""
    if isinstance(value, Instance) and value.is_opaque:
        return value.type_name
    return next((name for name in map(holds_opaque, parts(value)) if name is not None), None)


def all_finite(value: Any) -> bool:
    """Whether no number in a value is infinite or not a number."""
    if isinstance(value, float | Decimal):
        return math.isfinite(value)
    return all(map(all_finite, parts(value)))


def is_in_any_order(value: Any) -> bool:
    """Whether it holds a set whose items another run of Python, or another version, may give in another order.

    Where a text lies in a set follows from a number that every process draws for itself. Integers lie where their value
    says, as long as no two of them want the same place.
    """
    if isinstance(value, set | frozenset) and len(value) > 1:
        # CPython's smallest table has 8 places; integers below 2^31 have the same hash on every machine.
        places = max(8, 1 << len(value).bit_length())
        kept = {item % places for item in value if isinstance(item, int) and 0 <= item < (1 << 31) - 1}
        return len(kept) < len(value)
    return any(map(is_in_any_order, parts(value)))


def parts(value: Any) -> Iterable[Any]:
    """What a value holds: items, keys and values, the content of an instance."""
    if isinstance(value, Instance):
        return (value.content,)
    if isinstance(value, dict):
        return (part for item in value.items() for part in item)
    return value if isinstance(value, list | tuple | set | frozenset) else ()


def json_view(value: Any) -> Any:
    """The value as JSON can hold it: tuples and sets as lists, keys as text, other numbers as floats.

    What JSON has no notation for becomes text: ``"inf"``, ``"nan"``, hexadecimal digits of bytes, integers of more
    than 4,000 digits, ranges of more than 10,000 numbers, type names of opaque objects.
    """
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if abs(value) < _DIGITS_OF_DECIMAL else hex(value)
        case float():
            return value if math.isfinite(value) else str(value)
        case Fraction() | Decimal():
            return _as_float(value)
        case range():
            return list(value) if _is_short(value) else value_text(value)
        case list() | tuple():
            return [json_view(item) for item in value]
        case set() | frozenset():
            return [json_view(item) for item in sorted(value, key=value_text)]
        case dict():
            return {_json_key(key): json_view(item) for key, item in value.items()}
        case bytes() | bytearray():
            return value.hex()
        case Instance():
            return f"<{value.type_name}>" if value.is_opaque else json_view(value.content)
        case _:
            return str(value)


def value_literal(value: Any) -> str | None:
    """The value as a Python expression that gives exactly it, sets in a fixed order; nothing for opaque objects.

    It is a literal wherever Python has one: only ``frozenset({...})``, ``bytearray(b'...')``, ``range(...)``,
    ``Fraction(...)``, ``Decimal(...)``, ``float('nan')`` and complex numbers with an infinity or a negative zero are
    calls. Infinity is ``1e999``. An instance of a subclass is shown by its content.
    """
    return None if holds_opaque(value) else value_text(value)


def value_text(value: Any) -> str:
    """Like ``value_literal``, with the type name of an opaque object in angle brackets."""
    match value:
        case bool() | None | str() | bytes() | bytearray():
            return repr(value)
        case int():
            return _integer_text(value)
        case range():
            return f"range({', '.join(map(_integer_text, _arguments(value)))})"
        case Fraction():
            return f"Fraction({_integer_text(value.numerator)}, {_integer_text(value.denominator)})"
        case float():
            return _float_text(value)
        case complex():
            return _complex_text(value)
        case list():
            return "[" + ", ".join(map(value_text, value)) + "]"
        case tuple():
            return "(" + ", ".join(map(value_text, value)) + (",)" if len(value) == 1 else ")")
        case set() | frozenset():
            return _set_text(value)
        case dict():
            return "{" + ", ".join(f"{value_text(key)}: {value_text(item)}" for key, item in value.items()) + "}"
        case Instance():
            return f"<{value.type_name}>" if value.is_opaque else value_text(value.content)
        case _ if value is ...:
            return "..."
        case _:
            return repr(value)


def _integer_text(value: int) -> str:
    """Hexadecimal where Python refuses to write that many decimal digits."""
    return repr(value) if abs(value) < _DIGITS_OF_DECIMAL else hex(value)


def _arguments(value: range) -> tuple[int, ...]:
    return (value.start, value.stop, value.step) if value.step != 1 else (value.start, value.stop)


def _is_short(value: range) -> bool:
    return abs(value.stop - value.start) <= _LONGEST_RANGE * abs(value.step)


def _set_text(value: set[Any] | frozenset[Any]) -> str:
    items = ", ".join(sorted(map(value_text, value)))
    if isinstance(value, frozenset):
        return f"frozenset({{{items}}})" if items else "frozenset()"
    return f"{{{items}}}" if items else "set()"


def _float_text(value: float) -> str:
    if math.isnan(value):
        return "float('nan')"
    return repr(value) if math.isfinite(value) else ("1e999" if value > 0 else "-1e999")


def _complex_text(value: complex) -> str:
    parts = (value.real, value.imag)
    # ``-1j`` is the negative of ``1j``, whose real part is a negative zero.
    is_negated = value.real == 0 and value.imag < 0
    if not is_negated and all(math.isfinite(part) and (part != 0 or math.copysign(1, part) > 0) for part in parts):
        return repr(value)
    return f"complex({_float_text(value.real)}, {_float_text(value.imag)})"


def _as_float(value: Fraction | Decimal) -> float | str:
    try:
        number = float(value)
    except (OverflowError, ValueError):
        return value_text(value)
    return number if math.isfinite(number) else str(number)


def _json_key(key: Any) -> str:
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, bool):
        return json.dumps(key)
    return value_text(plain(key))
