"""Functions and methods of the standard library on known Python values: those that are pure, named one by one.

Bounded like :mod:`cgr_audit.analysis.pure`, whose :class:`Unfoldable` says that a call is refused.
"""

from __future__ import annotations

import ast
import base64
import binascii
import codecs
import html
import json
import math
import operator
import re
import string
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cgr_audit.analysis.pure import (
    MAX_TEXT,
    WIDE_FIELD,
    Unfoldable,
    guarded,
    iterate,
    raw_binary,
    require_printable,
    require_small_numbers,
    subscript,
)

__all__ = ["attribute", "call", "format_value", "method"]


def attribute(qualified_name: str) -> object:
    """A constant of the standard library by its dotted name, such as ``string.ascii_uppercase`` or ``math.pi``."""
    module, _, name = qualified_name.rpartition(".")
    if module == "string" and name in _STRING_CONSTANTS:
        return getattr(string, name)
    if module == "math" and name in _MATH_CONSTANTS:
        return getattr(math, name)
    raise Unfoldable


def call(qualified_name: str, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> object:
    """A known pure function by its dotted name (``builtins.chr``, ``base64.b64decode``, ``builtins.bytes.fromhex``)."""
    function = _FUNCTIONS.get(qualified_name)
    if function is not None:
        return guarded(lambda: function(*arguments, **keywords))
    owner, _, name = qualified_name.rpartition(".")
    if owner in _UNBOUND and arguments:
        return method(arguments[0], name, arguments[1:], keywords)
    if owner == "math" and name in _MATH_FUNCTIONS and not keywords:
        require_small_numbers(arguments)
        return guarded(lambda: getattr(math, name)(*arguments))
    raise Unfoldable


def method(receiver: Any, name: str, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> object:
    """``receiver.name(*arguments, **keywords)`` for methods that change nothing."""
    if name not in _METHODS.get(type(receiver), ()):
        raise Unfoldable
    if isinstance(receiver, str | bytes):
        _require_bounded_text(receiver, name, arguments, keywords)
    elif name == "to_bytes" and any(
        isinstance(value, int) and value > 1_000 for value in (*arguments, *keywords.values())
    ):
        raise Unfoldable
    return guarded(lambda: getattr(receiver, name)(*arguments, **keywords))


def format_value(value: object, conversion: int, spec: str) -> str:
    """One field of a formatted string; ``conversion`` is the code of ``r``, ``s`` or ``a``, or -1."""
    if conversion in (ord("r"), ord("a")):
        value = call("builtins.repr" if conversion == ord("r") else "builtins.ascii", (value,), {})
    elif conversion == ord("s"):
        value = call("builtins.str", (value,), {})
    if WIDE_FIELD.search(spec):
        raise Unfoldable
    require_printable(value)
    return str(guarded(lambda: format(value, spec)))


def _require_bounded_text(
    receiver: str | bytes, name: str, arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> None:
    length = len(receiver)
    values = [*arguments, *keywords.values()]
    if name in ("ljust", "rjust", "center", "zfill", "expandtabs"):
        if any(isinstance(value, int) and value > 1_000 for value in values) or length > MAX_TEXT:
            raise Unfoldable
    elif name == "replace":
        longest = max((len(value) for value in values if isinstance(value, str | bytes)), default=0)
        if (length + 1) * max(longest, 1) > MAX_TEXT * 100:
            raise Unfoldable
    elif name == "join":
        parts = iterate(arguments[0]) if arguments else ()
        total = sum(len(part) + length for part in parts if isinstance(part, str | bytes))
        if total > MAX_TEXT or (arguments and isinstance(arguments[0], set | frozenset) and len(arguments[0]) > 1):
            raise Unfoldable
    elif name == "translate":
        tables = [value for value in values if isinstance(value, dict)]
        if any(isinstance(new, str) and len(new) > 100 for table in tables for new in table.values()):
            raise Unfoldable
    elif name == "format":
        if WIDE_FIELD.search(str(receiver)):
            raise Unfoldable
        for value in values:
            require_printable(value)
    elif name in ("encode", "decode"):
        for value in values[:1]:
            _require_codec(value, _TEXT_CODECS)


def _require_codec(codec: object, known: frozenset[str]) -> str:
    name = str(codec).lower().replace("_", "-").replace("rot-13", "rot13")
    if name not in known:
        raise Unfoldable
    return name


def _few(function: Callable[..., object], most: int = 600) -> Callable[..., object]:
    """A function of numbers whose work grows with them."""

    def bounded(*numbers: int) -> object:
        if any(abs(number) > most for number in numbers):
            raise Unfoldable
        return function(*numbers)

    return bounded


def _ordered(function: Callable[..., object]) -> Callable[..., object]:
    """A function whose result depends on the order of its arguments' elements."""

    def over(*sequences: Any, **keywords: Any) -> object:
        return function(*(iterate(sequence) for sequence in sequences), **keywords)

    return over


def _text_of(function: Callable[[object], str]) -> Callable[..., object]:
    def printed(*values: object) -> object:
        for value in values:
            require_printable(value)
        return function(*values)

    return printed


def _integer(*arguments: Any) -> int:
    if arguments and isinstance(arguments[0], str | bytes) and len(arguments[0]) > 1_000:
        raise Unfoldable
    return int(*arguments)


def _power(base: Any, exponent: Any, modulus: Any = None) -> object:
    if modulus is None:
        return raw_binary(ast.Pow(), base, exponent)
    require_small_numbers((base, exponent, modulus))
    return pow(base, exponent, modulus)


def _rounded(number: Any, digits: Any = None) -> object:
    if digits is not None and abs(digits) > 300:
        raise Unfoldable
    return round(number, digits) if digits is not None else round(number)


def _bytes(*arguments: Any) -> bytes:
    if arguments and isinstance(arguments[0], int):
        if arguments[0] > MAX_TEXT:
            raise Unfoldable
    elif len(arguments) == 1:
        arguments = (iterate(arguments[0]),)
    return bytes(*arguments)


def _total(values: Any, start: Any = 0) -> object:
    parts = list(values) if isinstance(values, set | frozenset) else iterate(values)
    if any(not isinstance(part, int | float | complex) for part in (*parts, start)):
        raise Unfoldable
    total: object = sum(parts, start)  # type: ignore[arg-type]
    return total


def _extreme(function: Callable[..., object]) -> Callable[..., object]:
    def of(*values: Any, default: Any = Unfoldable) -> object:
        if len(values) == 1 and not values[0] and default is not Unfoldable:
            return default
        return function(*values)

    return of


def _sorted(values: Any, *, reverse: bool = False) -> list[Any]:
    return sorted(values if isinstance(values, set | frozenset) else iterate(values), reverse=bool(reverse))


def _decode(data: Any, codec: Any = "utf-8") -> object:
    return codecs.decode(data, _require_codec(codec, _CODECS))


def _encode(data: Any, codec: Any = "utf-8") -> object:
    return codecs.encode(data, _require_codec(codec, _CODECS))


def _loads(text: Any) -> object:
    if len(text) > 4_000:
        raise Unfoldable
    return json.loads(text)


def _dumps(value: Any) -> object:
    require_printable(value)
    return json.dumps(value)


def _substituted(pattern: Any, new: Any, text: Any) -> object:
    """``re.sub`` of a short text: what a pattern costs grows with the text."""
    if not all(isinstance(part, str) for part in (pattern, new, text)) or len(pattern) > 60 or len(text) > 12:
        raise Unfoldable
    try:
        return re.sub(pattern, new, text)
    except re.error:
        raise Unfoldable from None


def _literal(text: Any) -> object:
    if not isinstance(text, str) or len(text) > 1_000:
        raise Unfoldable
    return ast.literal_eval(text)


_TEXT_CODECS = frozenset(("utf-8", "utf8", "ascii", "latin-1", "latin1", "utf-16", "utf-32", "utf-16-le", "utf-16-be"))

_CODECS = _TEXT_CODECS | {"rot13", "hex", "base64"}

_STRING_CONSTANTS = frozenset(
    ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "octdigits", "punctuation",
     "printable", "whitespace")
)  # fmt: skip

_MATH_CONSTANTS = frozenset(("pi", "e", "tau", "inf", "nan"))

_MATH_FUNCTIONS = frozenset(
    ("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "copysign", "cos", "cosh", "degrees", "dist",
     "erf", "erfc", "exp", "expm1", "fabs", "floor", "fmod", "fsum", "gamma", "gcd", "hypot", "isclose", "isfinite",
     "isinf", "isnan", "isqrt", "lcm", "lgamma", "log", "log10", "log1p", "log2", "modf", "pow", "prod", "radians",
     "remainder", "sin", "sinh", "sqrt", "tan", "tanh", "trunc")
)  # fmt: skip

_FUNCTIONS: Mapping[str, Callable[..., Any]] = types.MappingProxyType({
    **{f"builtins.{function.__name__}": function for function in
       (abs, bin, bool, chr, complex, divmod, float, hex, oct, ord)},
    **{f"builtins.{function.__name__}": _text_of(function) for function in (ascii, repr, str)},
    "builtins.all": _ordered(all), "builtins.any": _ordered(any), "builtins.bytes": _bytes,
    "builtins.dict": dict,
    "builtins.enumerate": lambda values, start=0: list(enumerate(iterate(values), start)),
    "builtins.format": lambda value, spec="": format_value(value, -1, spec),
    "builtins.frozenset": frozenset, "builtins.int": _integer, "builtins.len": len, "builtins.list": _ordered(list),
    "builtins.max": _extreme(max), "builtins.min": _extreme(min), "builtins.pow": _power, "builtins.range": range,
    "builtins.reversed": lambda values: list(reversed(iterate(values))), "builtins.round": _rounded,
    "builtins.set": set, "builtins.slice": slice, "builtins.sorted": _sorted, "builtins.sum": _total,
    "builtins.tuple": _ordered(tuple),
    "builtins.zip": lambda *values: list(zip(*(iterate(value) for value in values), strict=False)),
    "builtins.bytes.fromhex": bytes.fromhex, "builtins.str.maketrans": str.maketrans,
    "builtins.int.from_bytes": int.from_bytes, "builtins.dict.fromkeys": lambda keys, value=None: dict.fromkeys(
        iterate(keys), value),
    **{f"base64.{name}": getattr(base64, name) for name in
       ("a85decode", "a85encode", "b16decode", "b16encode", "b32decode", "b32encode", "b64decode", "b64encode",
        "b85decode", "b85encode", "decodebytes", "encodebytes", "standard_b64decode", "standard_b64encode",
        "urlsafe_b64decode", "urlsafe_b64encode")},
    **{f"binascii.{name}": getattr(binascii, name) for name in
       ("a2b_base64", "a2b_hex", "b2a_hex", "hexlify", "unhexlify")},
    "codecs.decode": _decode, "codecs.encode": _encode, "html.unescape": html.unescape, "html.escape": html.escape,
    "json.loads": _loads, "json.dumps": _dumps, "ast.literal_eval": _literal,
    "re.sub": _substituted,
    "math.factorial": _few(math.factorial), "math.comb": _few(math.comb), "math.perm": _few(math.perm),
    **{f"operator.{name}": getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge", "not_", "truth")},
    "operator.add": lambda left, right: raw_binary(ast.Add(), left, right),
    "operator.sub": lambda left, right: raw_binary(ast.Sub(), left, right),
    "operator.mul": lambda left, right: raw_binary(ast.Mult(), left, right),
    "operator.mod": lambda left, right: raw_binary(ast.Mod(), left, right),
    "operator.getitem": subscript,
})  # fmt: skip

_SEARCHES = ("count", "endswith", "find", "index", "rfind", "rindex", "startswith")

_TEXT_METHODS = frozenset(
    (*_SEARCHES, "capitalize", "center", "expandtabs", "isalnum", "isalpha", "isascii", "isdigit", "islower",
     "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "partition", "removeprefix", "removesuffix",
     "replace", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines", "strip", "swapcase", "title",
     "translate", "upper", "zfill")
)  # fmt: skip

_SET_METHODS = frozenset(
    ("copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset", "symmetric_difference", "union")
)  # fmt: skip

_METHODS: Mapping[type, frozenset[str]] = types.MappingProxyType({
    str: _TEXT_METHODS | {"casefold", "encode", "format", "isdecimal", "isidentifier", "isnumeric", "isprintable"},
    bytes: _TEXT_METHODS | {"decode", "hex"},
    list: frozenset(("copy", "count", "index")), tuple: frozenset(("count", "index")),
    range: frozenset(("count", "index")), dict: frozenset(("copy", "get", "items", "keys", "values")),
    set: _SET_METHODS, frozenset: _SET_METHODS,
    int: frozenset(("bit_count", "bit_length", "conjugate", "to_bytes")),
    float: frozenset(("as_integer_ratio", "hex", "is_integer")), bool: frozenset(("bit_length",)),
})  # fmt: skip

_UNBOUND = frozenset(
    f"builtins.{kind.__name__}" for kind in (str, bytes, list, tuple, dict, set, frozenset, int, float)
)
