"""The types of outputs, by which CodeMind's results are broken down."""

from __future__ import annotations

import ast
import re
from enum import StrEnum
from functools import lru_cache
from typing import Any

from cgr_audit.scorecards.codemind.comparison import END

__all__ = ["OutputType", "output_type"]

_LONGEST = 2_000
"""Characters of a text that is read as a literal; of a longer one the brackets decide."""
_KEPT = 65_536
"""How many texts are remembered with their type."""


class OutputType(StrEnum):
    """What an output is."""

    INT = "int"
    DECIMAL = "decimal"
    STRING = "string"
    BINARY = "binary"
    """A truth value."""
    LIST = "list"
    TUPLE = "tuple"
    DICT = "dict"
    SET = "set"
    NONE = "none"
    OTHER = "other"
    """Bytes, complex numbers, and whatever else an expression may give."""


_BY_CLASS: tuple[tuple[type, OutputType], ...] = (
    (bool, OutputType.BINARY),
    (int, OutputType.INT),
    (float, OutputType.DECIMAL),
    (str, OutputType.STRING),
    (list, OutputType.LIST),
    (tuple, OutputType.TUPLE),
    (dict, OutputType.DICT),
    (set, OutputType.SET),
    (type(None), OutputType.NONE),
)
_CALLED = {
    "set": OutputType.SET,
    "frozenset": OutputType.SET,
    "tuple": OutputType.TUPLE,
    "list": OutputType.LIST,
    "dict": OutputType.DICT,
    "str": OutputType.STRING,
    "int": OutputType.INT,
    "float": OutputType.DECIMAL,
    "bool": OutputType.BINARY,
}
_CALL = re.compile(r"([A-Za-z_][\w.]*)\(.*\)", re.DOTALL)
_NOT_FINITE = re.compile(r"[+-]?(nan|inf)")
_BRACKETS = {("[", "]"): OutputType.LIST, ("(", ")"): OutputType.TUPLE}


@lru_cache(maxsize=_KEPT)
def output_type(text: str) -> OutputType:
    """The type of an output as it is written.

    A text that is no literal is a string, as the comparison does not ask for its quotes; a call of a builtin type, such
    as ``set()``, is of that type. Backticks around the output and the mark of its end do not count.
    """
    text = text.replace(END, "").strip().removeprefix("`").removesuffix("`").strip()
    if len(text) > _LONGEST:
        return _by_brackets(text)
    try:
        value: Any = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return _of_no_literal(text)
    return next((kind for known, kind in _BY_CLASS if isinstance(value, known)), OutputType.OTHER)


def _of_no_literal(text: str) -> OutputType:
    if _NOT_FINITE.fullmatch(text):
        return OutputType.DECIMAL
    called = _CALL.fullmatch(text)
    return OutputType.STRING if called is None else _CALLED.get(called[1], OutputType.OTHER)


def _by_brackets(text: str) -> OutputType:
    if (text[0], text[-1]) == ("{", "}"):
        first = re.search(r"[:,]", text)
        return OutputType.DICT if first is not None and first[0] == ":" else OutputType.SET
    if text.lstrip("+-").isdigit():
        return OutputType.INT
    return _BRACKETS.get((text[0], text[-1]), OutputType.STRING)
