"""Whether what a program gave is what a test expects: decided outside the sandbox, on plain values."""

from __future__ import annotations

import ast
import json
import math
from typing import Any

from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.sandbox.values import Instance, value_literal
from cgr_audit.scorecards.running.standard_objects import standard_object

__all__ = ["NotALiteralError", "contents", "is_equal", "is_expected", "is_printed", "literal_value"]

_NAN = math.nan
_JSON_NAMES = {"true": True, "false": False, "null": None, "NaN": _NAN, "Infinity": math.inf}
_CALLS = {"set": set, "frozenset": frozenset, "bytearray": bytearray, "float": float}
_LONGEST = 4 << 20
_UNREADABLE = (SyntaxError, ValueError, TypeError, MemoryError, RecursionError, ArithmeticError)


class NotALiteralError(ValueError):
    """The text or the expression is not a Python literal."""


def is_expected(value: Any, output: str, *, is_json: bool = False) -> bool:
    """Whether a returned value is the one that a test's output says.

    Where the output is a Python literal, values are compared as ``==`` compares them: 1, 1.0 and ``True`` are equal, a
    list and a tuple are not, and there is no tolerance; only not-a-number equals itself, since it is the same output.
    Where it is not a literal, it is compared with the value's text.

    Args:
        value: as ``values.decode_value`` gives it.
        output: the expected value as Python text, or the text of the value.
        is_json: whether it was written as JSON: a tuple then equals a list, and keys are texts.
    """
    try:
        expected = _json_value(output) if is_json else literal_value(output)
    except NotALiteralError:
        return output.strip() in _texts(value)
    returned = contents(value)
    # In a list, one and the same object equals itself, as not-a-number by itself does not.
    return _are_equal([_with_one_nan(_as_json(returned) if is_json else returned)], [_with_one_nan(expected)])


def is_printed(printed: str, output: str, *, is_json: bool = False) -> bool:
    """Whether a script printed what a test expects; blanks at the end of lines and lines at the end do not count.

    Args:
        printed: all of it.
        output: the expected text.
        is_json: whether it was written as JSON: a text is then what it says, and a value is also right as Python
            writes it.
    """
    return _lines(printed) in [_lines(one) for one in (_json_texts(output) if is_json else (output,))]


def is_equal(value: Any, expected: Any) -> bool:
    """Whether a value equals another as ``==`` says, where both hold plain ones only; an opaque object equals nothing.

    Instances of subclasses count for what they hold: a counter equals a dictionary.
    """
    return _are_equal(contents(value), expected)


def _are_equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except ArithmeticError:
        # A signalling not-a-number refuses to be compared.
        return False


class _Unknown:
    """An object of a type that is not known, which equals nothing; shown as the deciding instance makes its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "_Unknown()"


def contents(value: Any) -> Any:
    """A value with each instance replaced by what its built-in base type holds, at every depth."""
    match value:
        case Instance():
            if value.is_opaque:
                return _Unknown()
            content = contents(value.content)
            standard = standard_object(value.type_name, content)
            return content if standard is None else standard
        case list():
            return [contents(item) for item in value]
        case tuple():
            return tuple(contents(item) for item in value)
        case set() | frozenset():
            return type(value)(contents(item) for item in value)
        case dict():
            return {contents(key): contents(item) for key, item in value.items()}
        case _:
            return value


def literal_value(text: str | ast.expr) -> Any:
    """The value of a Python literal: displays, numbers, texts, bytes, and calls such as ``set()`` and ``float('nan')``.

    JSON's ``true``, ``false`` and ``null`` are read as well.

    Raises:
        NotALiteralError: it is something else.
    """
    if isinstance(text, str) and len(text) > _LONGEST:
        raise NotALiteralError(f"{len(text)} characters")
    try:
        return on_a_deep_stack(lambda: _value(_expression(text) if isinstance(text, str) else text))
    except _UNREADABLE as error:
        raise NotALiteralError(str(error)[:200]) from error


def _json_value(text: str) -> Any:
    try:
        return on_a_deep_stack(lambda: json.loads(text))
    except _UNREADABLE as error:
        raise NotALiteralError(str(error)[:200]) from error


def _json_texts(output: str) -> tuple[str, ...]:
    """How a script may print what was written as JSON."""
    try:
        value = _json_value(output)
    except NotALiteralError:
        return (output,)
    return (value,) if isinstance(value, str) else (output, _printed(value, output))


def _expression(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _value(node: ast.expr) -> Any:
    """Like ``ast.literal_eval``, with the few names and calls that exact literals need."""
    match node:
        case ast.Name(id=name) if name in _JSON_NAMES:
            return _JSON_NAMES[name]
        case ast.List(elts=items):
            return [_value(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_value(item) for item in items)
        case ast.Set(elts=items):
            return {_value(item) for item in items}
        case ast.Dict(keys=keys, values=values):
            return {_key(key): _value(item) for key, item in zip(keys, values, strict=True)}
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _CALLS and len(arguments) < 2:
            return _CALLS[name](*map(_value, arguments))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id="Infinity")):
            return -math.inf
        case _:
            return ast.literal_eval(node)


def _key(node: ast.expr | None) -> Any:
    if node is None:
        raise NotALiteralError("a dictionary is unpacked")
    return _value(node)


def _texts(value: Any) -> tuple[str, ...]:
    """How a value may be written by somebody who writes no literals: a text as it is, everything as ``repr`` does."""
    plain = contents(value)
    if isinstance(plain, str):
        return (plain.strip(), repr(plain))
    literal = value_literal(value)
    return () if literal is None else (literal, _printed(plain, literal))


def _printed(plain: Any, literal: str) -> str:
    try:
        return str(plain)
    except ValueError:
        return literal


def _with_one_nan(value: Any) -> Any:
    match value:
        case float():
            return _NAN if math.isnan(value) else value
        case list() | tuple() | set() | frozenset():
            return type(value)(map(_with_one_nan, value))
        case dict():
            return {_with_one_nan(key): _with_one_nan(item) for key, item in value.items()}
        case _:
            return value


def _as_json(value: Any) -> Any:
    match value:
        case list() | tuple():
            return [_as_json(item) for item in value]
        case dict():
            return {_json_key(key): _as_json(item) for key, item in value.items()}
        case _:
            return value


def _json_key(key: Any) -> Any:
    match key:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[key]
        case int() | float():
            return repr(key)
        case _:
            return key


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines
