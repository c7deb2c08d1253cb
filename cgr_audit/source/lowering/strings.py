"""Strings: plain ones, f-strings, t-strings, and several in a row.

In CPython 3.12 and later: neighbouring constants are one, from the first to the last (quotes are part of a
plain string, not of what an f-string holds); empty ones vanish from f-strings; ``{x = }`` is the constant
``x = `` and the value; a format specification reaches from its colon to the brace that ends the
replacement.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering import syntax
from cgr_audit.source.lowering.literals import bytes_value, text_value
from cgr_audit.source.lowering.scan import LowerExpression, Scan

__all__ = ["lower_string"]

_BRACES: Final = re.compile(r"\{\{|\}\}")
_ESCAPES_AND_BRACES: Final = re.compile(r"\\N\{[^}]*\}|\\[^{}]|\{\{|\}\}", re.DOTALL)
_COMMENT: Final = re.compile(r"""(\"\"\".*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|#[^\n]*""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Text:
    """A piece of constant text and where it stands."""

    value: str
    kind: str | None
    start: int
    end: int


def lower_string(scan: Scan, node: cst.BaseString, start: int, lower: LowerExpression) -> ast.expr:
    """Lower one string or several in a row; ``lower`` reads the expressions inside."""
    parts = list(_parts(node))
    if all(isinstance(part, cst.SimpleString) for part in parts):
        return _plain(scan, parts, start)
    pieces: list[_Text | ast.expr] = []
    template = any(isinstance(part, cst.TemplatedString) for part in parts)
    for part in parts:
        if template != isinstance(part, cst.TemplatedString) or (
            isinstance(part, cst.SimpleString) and "b" in part.prefix
        ):
            raise scan.error(scan.begin(), "different kinds of strings in a row")
        if isinstance(part, cst.SimpleString):
            pieces.append(_simple_text(scan, part))
        else:
            scan.begin()
            scan.take_raw(part.start)
            pieces.extend(_pieces(scan, part.parts, lower, raw="r" in part.prefix, template=template))
            scan.take_raw(part.end)
    values = _merged(scan, pieces)
    return scan.place(syntax.TemplateStr(values=values) if template else ast.JoinedStr(values=values), start)


def _parts(node: Any) -> Iterator[Any]:
    while isinstance(node, cst.ConcatenatedString):
        yield node.left
        node = node.right
    yield node


def _plain(scan: Scan, parts: Sequence[cst.SimpleString], start: int) -> ast.expr:
    """One constant for all strings in a row."""
    if any("b" in part.prefix for part in parts):
        if not all("b" in part.prefix for part in parts):
            raise scan.error(start, "bytes and text in a row")
        value: str | bytes = b"".join(_simple_bytes(scan, part) for part in parts)
    else:
        value = "".join(_simple_text(scan, part).value for part in parts)
    return scan.place(ast.Constant(value=value, kind="u" if parts[0].value[0] == "u" else None), start)


def _simple_text(scan: Scan, part: cst.SimpleString) -> _Text:
    start = scan.take(part.value)
    try:
        value = text_value(part.raw_value, raw="r" in part.prefix)
    except ValueError as error:
        raise scan.error(start, str(error)) from None
    return _Text(value, "u" if part.value[0] == "u" else None, start, scan.end)


def _simple_bytes(scan: Scan, part: cst.SimpleString) -> bytes:
    start = scan.take(part.value)
    try:
        return bytes_value(part.raw_value, raw="r" in part.prefix)
    except ValueError as error:
        raise scan.error(start, str(error)) from None


def _pieces(
    scan: Scan, parts: Any, lower: LowerExpression, *, raw: bool, template: bool, specification: bool = False
) -> Iterator[_Text | ast.expr]:
    """What an f-string, t-string or format specification holds."""
    for part in parts:
        if isinstance(part, (cst.FormattedStringText, cst.TemplatedStringText)):
            start = scan.take_raw(part.value)
            try:
                value = text_value(part.value if specification else _undoubled(part.value, raw=raw), raw=raw)
            except ValueError as error:
                raise scan.error(start, str(error)) from None
            yield _Text(value, None, start, scan.end)
        else:
            yield from _replacement(scan, part, lower, raw=raw, template=template)


def _undoubled(text: str, *, raw: bool) -> str:
    r"""The text with ``{{`` and ``}}`` as one brace each; not so in ``\N{...}``."""
    found = _BRACES if raw else _ESCAPES_AND_BRACES
    return found.sub(lambda match: match.group() if match.group()[0] == "\\" else match.group()[0], text)


def _replacement(
    scan: Scan, part: Any, lower: LowerExpression, *, raw: bool, template: bool
) -> Iterator[_Text | ast.expr]:
    """Lower ``{expression = !conversion:specification}``."""
    start = scan.take_raw("{")
    value = lower(scan, part.expression)
    written = scan.text[start + 1 : scan.end]
    if part.equal is not None:
        scan.take("=")
    after = scan.begin()
    if part.equal is not None:
        yield _Text(_without_comments(scan.text[start + 1 : after]), None, start + 1, after)
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
        inside = list(_pieces(scan, part.format_spec, lower, raw=raw, template=False, specification=True))
        specification = scan.place(ast.JoinedStr(values=_merged(scan, inside)), colon)
        scan.take_raw("}")
    else:
        scan.take("}")
    if template:
        text = _without_comments(written).rstrip()
        interpolation = syntax.Interpolation(value=value, str=text, conversion=conversion, format_spec=specification)
        yield scan.place(interpolation, start)
    else:
        formatted = ast.FormattedValue(value=value, conversion=conversion, format_spec=specification)
        yield scan.place(formatted, start)


def _without_comments(written: str) -> str:
    r"""The text of an expression as ``{x = }`` shows it: newlines as ``\n``, comments left out."""
    text = re.sub(r"\r\n?", "\n", written) if "\r" in written else written
    return _COMMENT.sub(lambda found: found.group(1) or "", text) if "#" in text else text


def _merged(scan: Scan, pieces: Sequence[_Text | ast.expr]) -> list[ast.expr]:
    """Neighbouring texts as one constant, empty ones left out."""
    merged: list[ast.expr] = []
    run: list[_Text] = []
    for piece in (*pieces, None):
        if isinstance(piece, _Text):
            run.append(piece)
            continue
        value = "".join(text.value for text in run)
        if value:
            constant = ast.Constant(value=value, kind=run[0].kind)
            merged.append(scan.place(constant, run[0].start, run[-1].end))
        run = []
        if piece is not None:
            merged.append(piece)
    return merged
