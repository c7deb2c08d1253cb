"""Parts of a text that are encoded: as base64, hexadecimal, binary, or with letters shifted by thirteen."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["DecodedText", "decoded_texts", "may_hold_code"]

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{8,}={0,2}(?![A-Za-z0-9+/=_-])")
_HEX = re.compile(r"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}[ :]?){4,}(?![0-9A-Fa-f])")
_BINARY = re.compile(r"(?<![01])[01]{7,8}(?:[ ,][01]{7,8})*(?![01])")
_SENTENCE = re.compile(r"[^\n:]+")
_COMMON = frozenset("etaoinshrdlu")
"""The dozen letters that most of an English text consists of."""
_FIRST_UNLIKELY = "\u0700"
"""The first character after the alphabets of Europe and the Near East; a word that decodes by accident gives any."""
_FEWEST_LETTERS = 10
_MARGIN = 0.25


@dataclass(frozen=True, slots=True)
class DecodedText:
    """An encoded part of a text, and what it says."""

    start: int
    written: str
    content: str


def may_hold_code(text: str) -> bool:
    """Whether a text may have encoded parts; cheaper than decoding them."""
    return any(pattern.search(text) for pattern in (_BASE64, _HEX, _BINARY)) or any(_shifted(text))


def decoded_texts(text: str) -> Iterator[DecodedText]:
    """Every encoded part of a text that decodes to a readable one."""
    for pattern, decode in ((_BASE64, _from_base64), (_HEX, _from_hex), (_BINARY, _from_binary)):
        for found in pattern.finditer(text):
            content = decode(found.group())
            if content is not None and content.isprintable() and max(content) < _FIRST_UNLIKELY:
                yield DecodedText(found.start(), found.group(), content)
    yield from _shifted(text)


def _shifted(text: str) -> Iterator[DecodedText]:
    """The parts of lines, between colons, that look like English only when their letters are shifted."""
    for sentence in _SENTENCE.finditer(text):
        letters = [sign for sign in sentence.group().lower() if sign.isascii() and sign.isalpha()]
        if len(letters) < _FEWEST_LETTERS:
            continue
        shifted = codecs.encode("".join(letters), "rot13")
        gain = sum(sign in _COMMON for sign in shifted) - sum(sign in _COMMON for sign in letters)
        if gain > _MARGIN * len(letters):
            yield DecodedText(sentence.start(), sentence.group(), codecs.encode(sentence.group(), "rot13"))


def _from_base64(code: str) -> str | None:
    try:
        return base64.b64decode(code.replace("-", "+").replace("_", "/"), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None


def _from_hex(code: str) -> str | None:
    try:
        return bytes.fromhex(code.replace(":", " ")).decode("utf-8")
    except ValueError:
        return None


def _from_binary(code: str) -> str | None:
    return "".join(chr(int(part, 2)) for part in re.split("[ ,]", code))
