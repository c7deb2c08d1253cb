"""Values of literals, without asking the host to evaluate them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["bytes_value", "number_value", "text_value"]

_NEWLINE: Final = re.compile(r"\r\n?")
_ESCAPE: Final = re.compile(
    r"\\(?:(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})"
    r"|N\{(?P<name>[^}]*)\}|(?P<one>.))",
    re.DOTALL,
)
_BYTES_ESCAPE: Final = re.compile(r"\\(?:(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|(?P<one>.))", re.DOTALL)
_ONE: Final = {
    "\n": "",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


def text_value(body: str, *, raw: bool) -> str:
    """What the text between the quotes of a string stands for.

    Raises:
        ValueError: an escape that no compiler accepts.
    """
    body = _newlines(body)
    if raw or "\\" not in body:
        return body
    if body.count("\\") == body.count("\\n"):  # as in most programs
        return body.replace("\\n", "\n")
    return _ESCAPE.sub(_character, body)


def bytes_value(body: str, *, raw: bool) -> bytes:
    """What the text between the quotes of a bytes literal stands for.

    Raises:
        ValueError: an escape that no compiler accepts, or a character that is not ASCII.
    """
    body = _newlines(body)
    if not body.isascii():
        raise ValueError("bytes can only contain ASCII literal characters")
    value = body if raw or "\\" not in body else _BYTES_ESCAPE.sub(_character_of_bytes, body)
    return value.encode("latin-1")


def number_value(literal: str) -> int | float | complex:
    """The value of a number as it is written.

    Raises:
        ValueError: an integer too long for the host to convert.
    """
    if literal.isdecimal() and literal[0] != "0":
        return int(literal)
    digits = literal.replace("_", "")
    if digits[-1] in "jJ":
        return complex(0.0, float(digits[:-1]))
    try:
        return int(digits, 0)
    except ValueError:
        if digits.isdecimal() and digits.strip("0"):
            raise
        return float(digits)


def _newlines(body: str) -> str:
    return _NEWLINE.sub("\n", body) if "\r" in body else body


def _character(escape: re.Match[str]) -> str:
    kind, digits = escape.lastgroup, escape.group(escape.lastgroup or 0)
    if kind == "one":
        if digits in "xuUN":
            raise ValueError(f"truncated \\{digits} escape")
        return _ONE.get(digits, escape.group())
    if kind == "name":
        return _named(digits)
    return chr(int(digits, 8 if kind == "octal" else 16))


def _named(name: str) -> str:
    try:
        character = unicodedata.lookup(name)
    except KeyError:
        raise ValueError(f"unknown Unicode character name {name!r}") from None
    if len(character) != 1:  # a named sequence, which string literals do not know
        raise ValueError(f"unknown Unicode character name {name!r}")
    return character


def _character_of_bytes(escape: re.Match[str]) -> str:
    kind, digits = escape.lastgroup, escape.group(escape.lastgroup or 0)
    if kind == "one":
        if digits == "x":
            raise ValueError("invalid \\x escape")
        return _ONE.get(digits, escape.group())
    return chr(int(digits, 8 if kind == "octal" else 16) & 0xFF)
