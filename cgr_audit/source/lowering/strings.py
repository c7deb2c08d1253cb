"""Strings: plain ones, f-strings, t-strings, and several in a row.

In CPython 3.12 and later: neighbouring constants are one, from the first to the last (quotes are part of a
plain string, not of what an f-string holds); empty ones vanish from f-strings; ``{x = }`` is the constant
``x = `` and the value; a format specification reaches from its colon to the brace that ends the
replacement.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering import syntax
from cgr_audit.source.lowering.dispatch import handles, lower
from cgr_audit.source.lowering.literals import bytes_value, text_value
from cgr_audit.source.lowering.scan import LoweringError, Scan

__all__: list[str] = []

_STRING: Final = re.compile(r"""(?P<prefix>\w*)(?P<quotes>'{3}|"{3}|['"])(?P<body>.*)(?P=quotes)""", re.DOTALL)
_BRACES: Final = re.compile(r"\{\{|\}\}")
_ESCAPES_AND_BRACES: Final = re.compile(r"\\N\{[^}]*\}|\\[^{}]|\{\{|\}\}", re.DOTALL)
_COMMENT: Final = re.compile(r"""(\"\"\".*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|#[^\n]*""", re.DOTALL)


@handles(cst.SimpleString)
def _plain(scan: Scan, node: cst.SimpleString) -> ast.Constant:
    start = scan.take(node.value)
    found = _STRING.fullmatch(node.value)
    assert found is not None
    prefix, _, body = found.groups()
    return _constant(scan, start, body, prefix)


def _constant(scan: Scan, start: int, body: str, prefix: str) -> ast.Constant:
    """The constant that a piece of a string with this prefix stands for."""
    evaluated: Callable[..., str | bytes] = bytes_value if "b" in prefix or "B" in prefix else text_value
    try:
        value = evaluated(body, raw="r" in prefix or "R" in prefix)
    except ValueError as error:
        raise scan.error(start, str(error)) from None
    return scan.node(ast.Constant, start, value=value, kind="u" if prefix == "u" else None)


@handles(cst.FormattedString, cst.TemplatedString, cst.ConcatenatedString)
def _in_a_row(scan: Scan, node: Any) -> Any:
    """One string with replacements, or several strings."""
    start = scan.cursor
    kinds, pieces = set(), []
    for part in _parts(node):
        kinds.add(type(part))
        if isinstance(part, cst.SimpleString):
            pieces.append(lower(scan, part))
        else:
            scan.take(part.start)
            pieces += _pieces(scan, part.parts, part.start, template=isinstance(part, cst.TemplatedString))
            scan.take_raw(part.end)
    values = _merged(pieces)
    if kinds == {cst.SimpleString}:
        return values[0]
    has_bytes = any(isinstance(value, ast.Constant) and isinstance(value.value, bytes) for value in values)
    if has_bytes or (cst.TemplatedString in kinds and len(kinds) > 1):
        raise scan.error(start, "different kinds of strings in a row")
    kind = syntax.TemplateStr if cst.TemplatedString in kinds else ast.JoinedStr
    return scan.node(kind, start, values=_without_empty(values))


def _parts(node: Any) -> Iterator[Any]:
    while isinstance(node, cst.ConcatenatedString):
        yield node.left
        node = node.right
    yield node


def _pieces(scan: Scan, parts: Any, prefix: str, *, template: bool, specification: bool = False) -> Iterator[ast.expr]:
    """What an f-string, t-string or format specification holds."""
    for part in parts:
        if isinstance(part, (cst.FormattedStringText, cst.TemplatedStringText)):
            start = scan.take_raw(part.value)
            body = part.value if specification else _undoubled(part.value, prefix)
            yield _constant(scan, start, body, "r" if "r" in prefix.lower() else "")
        else:
            yield from _replacement(scan, part, prefix, template=template)


def _undoubled(text: str, prefix: str) -> str:
    r"""The text with ``{{`` and ``}}`` as one brace each; not so in ``\N{...}``."""
    found = _BRACES if "r" in prefix.lower() else _ESCAPES_AND_BRACES
    return found.sub(lambda match: match.group() if match.group()[0] == "\\" else match.group()[0], text)


def _replacement(scan: Scan, part: Any, prefix: str, *, template: bool) -> Iterator[ast.expr]:
    """Lower ``{expression = !conversion:specification}``."""
    start = scan.take_raw("{")
    value = lower(scan, part.expression)
    end = scan.end
    if part.equal is not None:
        scan.take("=")
        scan.end = scan.cursor  # the blanks after it belong to the text
        text = _without_comments(scan.written(start + 1, scan.end))
        yield scan.node(ast.Constant, start + 1, value=text, kind=None)
    conversion = -1
    if part.conversion is not None:
        scan.take("!")
        scan.take_raw(part.conversion)
        conversion = ord(part.conversion)
    elif part.equal is not None and part.format_spec is None:
        conversion = ord("r")
    specification = None
    if part.format_spec is not None:
        colon = scan.take(":")
        # A specification is an f-string inside, also in a t-string.
        inside = list(_pieces(scan, part.format_spec, prefix, template=False, specification=True))
        specification = scan.node(ast.JoinedStr, colon, values=_without_empty(_merged(inside)))
        scan.take_raw("}")
    else:
        scan.take("}")
    fields = {"value": value, "conversion": conversion, "format_spec": specification}
    if template:
        text = _without_comments(scan.written(start + 1, end)).rstrip()
        yield scan.node(syntax.Interpolation, start, str=text, **fields)
    else:
        yield scan.node(ast.FormattedValue, start, **fields)


def _without_comments(written: str) -> str:
    r"""The text of an expression as ``{x = }`` shows it: newlines as ``\n``, comments left out."""
    text = re.sub(r"\r\n?", "\n", written) if "\r" in written else written
    return _COMMENT.sub(lambda found: found.group(1) or "", text) if "#" in text else text


def _merged(pieces: list[Any]) -> list[Any]:
    """The pieces with neighbouring constants as one."""
    merged: list[Any] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if not isinstance(last, ast.Constant) or not isinstance(piece, ast.Constant):
            merged.append(piece)
        elif type(last.value) is not type(piece.value):
            raise LoweringError(piece.lineno, "bytes and text in a row")
        else:
            last.value += piece.value  # type: ignore[operator]  # both are texts, or both bytes
            last.end_lineno, last.end_col_offset = piece.end_lineno, piece.end_col_offset
    return merged


def _without_empty(values: list[Any]) -> list[ast.expr]:
    return [value for value in values if not isinstance(value, ast.Constant) or value.value]
