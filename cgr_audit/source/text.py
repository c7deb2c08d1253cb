"""From exact bytes to text, without ever failing: what cannot be decoded is said, not raised."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["SourceText", "TextProblem", "decode", "split_lines"]

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)")
_NEWLINE = re.compile(r"\r\n|\r|\n")


class TextProblem(StrEnum):
    """Why bytes are not the text of a program."""

    UNDECODABLE = "undecodable"
    """Bytes that its encoding does not know."""

    UNKNOWN_ENCODING = "unknown_encoding"
    """A coding cookie that the sandbox's interpreter does not honour; other codecs can hide code."""

    LONE_SURROGATE = "lone_surrogate"
    """Half of a surrogate pair: no UTF-8 text holds one."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a program. Newlines are as found; a leading byte order mark is dropped, as Python does."""

    text: str
    """Undecodable bytes stand in it as lone surrogates (``surrogateescape``)."""

    encoding: str
    problem: TextProblem | None = None
    detail: str = ""
    """The problem in one line, with the byte offset or the encoding's name."""


def decode(data: bytes) -> SourceText:
    """Decode as the interpreter would: byte order mark, coding cookie in the first two lines, else UTF-8."""
    body = data.removeprefix(codecs.BOM_UTF8)
    cookie = _cookie(body)
    encoding = _supported(cookie) if cookie else "utf-8"
    if encoding is None or (body is not data and encoding != "utf-8"):
        fallback = body.decode("utf-8", "surrogateescape")
        named = f"declares the encoding {cookie!r}, which the sandbox does not read"
        return SourceText(fallback, "utf-8", TextProblem.UNKNOWN_ENCODING, named)
    try:
        return SourceText(body.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        return _undecodable(body, encoding, error)


def split_lines(text: str) -> list[str]:
    r"""The lines of a program as Python counts them, without their ends: ``\n``, ``\r\n`` or ``\r``."""
    return _NEWLINE.split(text) if "\r" in text else text.split("\n")


def _cookie(body: bytes) -> str | None:
    for line in body.splitlines()[:2]:
        match = _COOKIE.match(line)
        if match is not None:
            return match.group(1).decode("ascii", "replace")
        if not _BLANK.match(line):
            return None
    return None


def _supported(cookie: str) -> str | None:
    """The codec of a cookie that CPython's tokenizer reads by itself, without importing a codec module."""
    name = cookie[:12].lower().replace("_", "-")
    if name == "utf-8" or name.startswith("utf-8-"):
        return "utf-8"
    if name in {"latin-1", "iso-8859-1", "iso-latin-1"} or name.startswith(("latin-1-", "iso-8859-1-", "iso-latin-1-")):
        return "latin-1"
    return None


def _undecodable(body: bytes, encoding: str, error: UnicodeDecodeError) -> SourceText:
    try:
        text = body.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        shown = body[error.start : error.start + 1].hex()
        detail = f"byte 0x{shown} at offset {error.start} is not {encoding}"
        return SourceText(body.decode("utf-8", "surrogateescape"), encoding, TextProblem.UNDECODABLE, detail)
    return SourceText(text, encoding, TextProblem.LONE_SURROGATE, "holds a lone surrogate")
