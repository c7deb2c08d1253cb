"""Why a text is not JSON, in words for somebody who wonders what to do about it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["broken_bytes", "broken_json", "is_no_text"]

_BEGINNINGS: Mapping[bytes, str] = MappingProxyType(
    {
        b"\xff\xfe": "it is UTF-16, or UTF-32; save it as UTF-8",
        b"\xfe\xff": "it is UTF-16; save it as UTF-8",
        b"\x1f\x8b": "it is compressed by gzip; unpack it",
        b"\x28\xb5\x2f\xfd": "it is compressed by zstd; unpack it",
        b"PK\x03\x04": "it is a zip file; unpack it",
        b"version https://git-lfs": "it is a pointer of Git LFS; fetch the file itself with `git lfs pull`",
    }
)
"""What files begin with that were never meant to be read as JSON; in a later line it says nothing about the file."""
_MARKS_OF_16_BITS = (b"\xff\xfe", b"\xfe\xff")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "Expecting property name enclosed in double quotes": "a key in double quotes is expected",
        "Expecting ':' delimiter": "a colon is expected after the key",
        "Expecting ',' delimiter": "a comma, or a closing bracket or brace, is expected",
        "Expecting value": "a value is expected",
        "Extra data": "extra text after the end of the object; write one object to a line",
        "Invalid control character at": "a text holds a control character; write a tab as \\t, a line feed as \\n",
        "Invalid \\escape": "a backslash begins no escape that JSON knows; write two for one",
        "Invalid \\uXXXX escape": "\\u needs four hexadecimal digits after it",
    }
)
_COMMA = "trailing comma in a list or object; remove it"
_CUT = "the text that begins here has no end; is the line cut off, or does the text hold a line feed instead of \\n?"
_UNFINISHED = "it ends before the object does; is it cut off, or is the object split over several lines?"
_WORD = re.compile(r"[^\s,:\]}]+")
_CONSTANTS: Mapping[str, str] = MappingProxyType({"True": "true", "False": "false", "None": "null"})


def broken_bytes(text: bytes, line: int = 1) -> str | None:
    """Why bytes are not text that could hold JSON; nothing if they are.

    Args:
        text: a file, or a line of one.
        line: which one; what the first begins with tells what the file is, and a later one tells of itself alone.
    """
    beginning = _beginning_of_file(text) if line == 1 else None
    if beginning is not None:
        return _BEGINNINGS[beginning]
    if text.startswith(b"<<<<<<< "):
        return "it is a mark of a merge that conflicted; resolve the conflict"
    if text.startswith(_BYTE_ORDER_MARK):
        if line == 1:
            return "it begins with a byte order mark; save it as UTF-8 without one"
        return "the line begins with a byte order mark; take it out"
    if not text.strip():
        return "it is empty; a JSON object is expected"
    if b"\0" in text:
        if line == 1:
            return f"byte {text.index(0)} is NUL; it is UTF-16 or no text at all: save it as UTF-8"
        return f"byte {text.index(0)} is NUL, which no JSON holds; is the file damaged?"
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"byte {error.start} is not UTF-8; save it as UTF-8"
    return None


def is_no_text(text: bytes, line: int = 1) -> bool:
    """Whether a line shows that a whole file is something else than lines of text in UTF-8; only the first can."""
    return line == 1 and (b"\0" in text or _beginning_of_file(text) is not None)


def broken_json(error: json.JSONDecodeError) -> str:
    """Why a text is not JSON, and what to do: ``at column 7: ...``, with the line where the text has several."""
    begin = len(error.doc) - len(error.doc.lstrip(" \t\r\n"))
    if error.doc[begin : begin + 1] not in {"{", "["}:
        found = _WORD.match(error.doc, begin)
        word = found.group()[:20] if found else error.doc[begin]
        return f"at column {begin + 1}: a JSON object is expected, which begins with a brace, not {word!r}"
    comma = _trailing_comma(error)
    at = error if comma is None else json.JSONDecodeError(error.msg, error.doc, comma)
    line = f"line {at.lineno}, " if "\n" in error.doc.strip() else ""
    return f"at {line}column {at.colno}: {_COMMA if at is not error else _reason(error.msg, error.doc, error.pos)}"


def _beginning_of_file(text: bytes) -> bytes | None:
    """Of the beginnings of files that are not JSON the one that is there.

    What is told in 16 bits a character holds a NUL next to each brace.
    """
    found = next(filter(text.startswith, _BEGINNINGS), None)
    return None if found in _MARKS_OF_16_BITS and b"\0" not in text else found


def _trailing_comma(error: json.JSONDecodeError) -> int | None:
    """Where a comma before the end of a list or object stands: Python 3.13 objects to it, others to what follows it."""
    if error.msg.startswith("Illegal trailing comma"):
        return error.pos
    before = error.doc[: error.pos].rstrip(" \t\r\n")
    is_trailing = before.endswith(",") and error.doc[error.pos : error.pos + 1] in {"]", "}"}
    return len(before) - 1 if is_trailing else None


def _reason(said: str, text: str, place: int) -> str:
    if said.startswith("Unterminated string"):
        return _CUT
    if not text[place:].strip(" \t\r\n"):
        return _UNFINISHED
    found = _WORD.match(text, place)
    word = found.group()[:20] if found else text[place]
    if word.startswith("'"):
        return "a single quote is not a quote of JSON; write a double one"
    if said == "Expecting value" and word in _CONSTANTS:
        return f"{word} is not JSON; write {_CONSTANTS[word]}"
    return next((reason for begin, reason in _REASONS.items() if said.startswith(begin)), said)
