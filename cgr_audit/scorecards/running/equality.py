"""Whether what a program gave is what a test expects: decided outside the sandbox, on plain values."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.sandbox.values import Instance, value_literal

__all__ = ["NotALiteralError", "contents", "is_expected", "is_printed", "literal_value"]

_NAN = math.nan
_NAMES = {"true": True, "false": False, "null": None, "NaN": _NAN, "Infinity": math.inf}
_CALLS = {kind.__name__: kind for kind in (set, frozenset, list, tuple, dict, bytearray, float)}
_LONGEST = 4 << 20
_UNREADABLE = (SyntaxError, ValueError, TypeError, MemoryError, RecursionError, ArithmeticError)


class NotALiteralError(ValueError):
    """The text or the expression is not a Python literal."""


def is_expected(value: Any, output: str, *, is_json: bool = False) -> bool:
    """Whether a returned value is the one that a test's output says.

    Where the output is a Python literal, values are compared as ``==`` compares them: 1, 1.0 and ``True`` are equal, a
    list and a tuple are not, and there is no tolerance; only not-a-number equals itself, since it is the same output.
    Where it is not a literal, it is compared with the value's text. In JSON a tuple equals a list, and keys are texts.
    """
    returned = contents(value)
    try:
        expected = contents(_read(output, lambda: json.loads(output)) if is_json else literal_value(output))
        # In a list, one and the same object equals itself, as not-a-number by itself does not.
        return [_as_json(returned) if is_json else returned] == [expected]
    except NotALiteralError:
        return output.strip() in _texts(value, returned)
    except (ArithmeticError, RecursionError):
        # A signalling not-a-number refuses to be compared.
        return False


def is_printed(printed: str, output: str, *, is_json: bool = False) -> bool:
    """Whether a script printed what a test expects; blanks at the end of lines and lines at the end do not count.

    Of JSON a text is what it says, and another value is also right as Python writes it.
    """
    right = [output]
    if is_json:
        with suppress(ValueError):  # also where it has more digits than Python writes
            value = _read(output, lambda: json.loads(output))
            right = [value] if isinstance(value, str) else [output, str(value)]
    return _lines(printed) in map(_lines, right)


def contents(value: Any) -> Any:
    """A value with each instance replaced by what its built-in base type holds, and not-a-number by one object.

    An object of a type that is not known is one that equals nothing.
    """
    match value:
        case Instance():
            return object() if value.is_opaque else contents(value.content)
        case list() | tuple() | set() | frozenset():
            return type(value)(map(contents, value))
        case dict():
            return {contents(key): contents(item) for key, item in value.items()}
        case float() if math.isnan(value):
            return _NAN
        case _:
            return value


def literal_value(text: str | ast.expr) -> Any:
    """The value of a Python literal: displays, numbers, texts, bytes, and calls such as ``set()`` and ``float('nan')``.

    Of a text JSON's ``true``, ``false`` and ``null`` are read as well.

    Raises:
        NotALiteralError: it is something else.
    """
    if isinstance(text, str):
        return _read(text, lambda: _value(ast.parse(text.strip(), mode="eval").body, _NAMES))
    return _read("", lambda: _value(text, {}))


def _read(text: str, read: Callable[[], Any]) -> Any:
    if len(text) > _LONGEST:
        raise NotALiteralError(f"{len(text)} characters")
    try:
        return on_a_deep_stack(read)
    except _UNREADABLE as error:
        raise NotALiteralError(str(error)[:200]) from error


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Like ``ast.literal_eval``, with the few names and calls that exact literals need."""
    match node:
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            kinds: dict[type[ast.expr], Callable[[Any], Any]] = {ast.List: list, ast.Tuple: tuple, ast.Set: set}
            return kinds[type(node)](_value(item, names) for item in items)
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_value(key, names): _value(item, names) for key, item in zip(keys, values, strict=True) if key}
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _CALLS and len(arguments) < 2:
            return _CALLS[name](*(_value(argument, names) for argument in arguments))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name()):
            return -_value(node.operand, names)
        case _:
            return ast.literal_eval(node)


def _texts(value: Any, plain: Any) -> tuple[str, ...]:
    """How a value may be written by somebody who writes no literals: a text as it is, everything as ``repr`` does."""
    literal = value_literal(value)
    if isinstance(plain, str) or literal is None:
        return (plain.strip(), repr(plain)) if isinstance(plain, str) else ()
    with suppress(ValueError):  # more digits than Python writes
        return (literal, str(plain))
    return (literal,)


def _as_json(value: Any) -> Any:
    """What JSON makes of a value: lists of tuples, and keys that are texts; others stay as they are."""
    try:
        return contents(json.loads(json.dumps(value)))
    except (TypeError, ValueError, RecursionError):
        return value


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().replace("\r\n", "\n").split("\n")]
