"""The types of outputs, by which CodeMind's results are broken down."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from cgr_audit.scorecards.codemind.case import Case, Task
from cgr_audit.scorecards.codemind.comparison import END

__all__ = ["OutputType", "RowTypes", "output_type"]

_LONGEST = 2_000
"""Characters of a text that is read as a literal; of a longer one the brackets decide."""


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
    "Counter": OutputType.DICT,
    "OrderedDict": OutputType.DICT,
    "defaultdict": OutputType.DICT,
    "str": OutputType.STRING,
    "int": OutputType.INT,
    "float": OutputType.DECIMAL,
    "bool": OutputType.BINARY,
}
_OBJECT = re.compile(r"<class '[\w.]+'>|<[\w.]+: .+>", re.DOTALL)
"""A class or a member of an enumeration, as ``repr`` gives it."""
_BEGINS_CALL = re.compile(r"([A-Za-z_][\w.]*)\(")
_NOT_FINITE = re.compile(r"[+-]?(nan|inf)", re.IGNORECASE)
_OPENING = frozenset("[({")
_BRACKETS = {("[", "]"): OutputType.LIST, ("(", ")"): OutputType.TUPLE}


@dataclass(frozen=True, slots=True)
class RowTypes:
    """The types of the outputs of rows; nothing if a row has no output, and for rows of ``sr``."""

    expected: tuple[OutputType | None, ...]
    predicted: tuple[OutputType | None, ...]

    @classmethod
    def of(cls, cases: Sequence[Case]) -> Self:
        """Read the outputs of rows, equal texts once."""
        asked = [case.task is not Task.SR for case in cases]
        expected = [case.expected if is_asked else None for case, is_asked in zip(cases, asked, strict=True)]
        predicted = [case.predicted if is_asked else None for case, is_asked in zip(cases, asked, strict=True)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the parser warns of in an output, such as "\\d"
            known: dict[str | None, OutputType] = {
                text: output_type(text) for text in {*expected, *predicted} if text is not None
            }
        programs = [case.subject or "" for case in cases]
        return cls(_of_rows(expected, programs, known), _of_rows(predicted, programs, known))


def output_type(text: str) -> OutputType:
    """The type of an output as it is written.

    A text that is not a literal is a string, as the comparison does not ask for its quotes; but brackets around what is
    none, such as ``[1.0, inf]``, and calls of types, such as ``set()`` and ``Counter({'a': 1})``, say what they are.
    Backticks around the output and the mark of its end do not count.
    """
    text = text.replace(END, "").strip().removeprefix("`").removesuffix("`").strip()
    if len(text) > _LONGEST:
        return _by_brackets(text)
    try:
        expression = ast.parse(text, mode="eval").body
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        return _by_brackets(text) if text[:1] in _OPENING and _is_deep(error) else _of_no_expression(text)
    try:
        value: Any = ast.literal_eval(expression)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return _of_no_literal(expression, text)
    return next((kind for known, kind in _BY_CLASS if isinstance(value, known)), OutputType.OTHER)


def _of_rows(
    texts: Sequence[str | None], programs: Sequence[str], known: Mapping[str | None, OutputType]
) -> tuple[OutputType | None, ...]:
    found = [known.get(text) for text in texts]
    for place, (kind, text, program) in enumerate(zip(found, texts, programs, strict=True)):
        if kind is OutputType.OTHER and text is not None and _is_named_tuple(text, program):
            found[place] = OutputType.TUPLE
    return tuple(found)


def _is_deep(error: Exception) -> bool:
    """Whether a text is too deeply nested to be read, rather than none that can be."""
    return isinstance(error, MemoryError | RecursionError) or "too many nested" in str(error)


def _of_no_expression(text: str) -> OutputType:
    """A defaultdict's text names its factory in angle brackets, which are not Python; nor are most strings."""
    called = _BEGINS_CALL.match(text)
    if called is not None and text[-1] == ")":
        return _CALLED.get(called[1], OutputType.STRING)
    return OutputType.OTHER if _OBJECT.fullmatch(text) else OutputType.STRING


def _of_no_literal(expression: ast.expr, text: str) -> OutputType:
    match expression:
        case _ if _NOT_FINITE.fullmatch(text):
            return OutputType.DECIMAL
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return _CALLED.get(name, OutputType.OTHER)
        case ast.Name(id="Ellipsis" | "NotImplemented"):
            return OutputType.OTHER
        case ast.List():
            return OutputType.LIST
        case ast.Tuple() if text.startswith("("):
            return OutputType.TUPLE
        case ast.Dict():
            return OutputType.DICT
        case ast.Set():
            return OutputType.SET
        case _:
            return OutputType.STRING


def _is_named_tuple(text: str, program: str) -> bool:
    """Whether it is written as an instance of what the program makes a named tuple; data classes are written alike."""
    called = _BEGINS_CALL.match(text.strip().strip("`"))
    if called is None:
        return False
    name = re.escape(called[1].rpartition(".")[2])
    made = rf"^[ \t]*(?:class[ \t]+{name}[ \t]*\([^)\n]*?|{name}[ \t]*=[ \t]*[\w.]*?)(?:namedtuple|NamedTuple)\b"
    return re.search(made, program, re.MULTILINE) is not None


def _by_brackets(text: str) -> OutputType:
    if (text[0], text[-1]) == ("{", "}"):
        first = re.search(r"[:,]", text)
        return OutputType.DICT if first is not None and first[0] == ":" else OutputType.SET
    if text.lstrip("+-").isdigit():
        return OutputType.INT
    called = _BEGINS_CALL.match(text)
    if called is not None and text[-1] == ")":
        return _CALLED.get(called[1].rpartition(".")[2], OutputType.OTHER)
    return _BRACKETS.get((text[0], text[-1]), OutputType.STRING)
