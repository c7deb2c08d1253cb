"""Long names cut in their middle, so that a table stays one; those that differ go on differing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from cgr_audit.control_characters import escape_control_characters

__all__ = ["NAME_SHOWN", "named", "shortened", "shortened_apart"]

NAME_SHOWN = 40
"""Characters of a name of unknown length, where people read it."""
_ELLIPSIS = "…"
_BLANK = "␣"
_UNSEEN = re.compile(r"^ +| {2,}| +$")
"""Blanks that no reader sees, or can count."""


def named(text: str) -> str:
    """A name as people read it: what steers or hides spelled out, blanks that are not seen shown, nothing in quotes."""
    if not text:
        return '""'
    if text.isascii() and "  " not in text and text == text.strip(" "):
        return escape_control_characters(text)
    shown = "".join(_spelled(character) for character in escape_control_characters(text))
    return _UNSEEN.sub(lambda blanks: _BLANK * len(blanks[0]), shown)


def shortened(text: str, longest: int) -> str:
    """Text of so many characters at most: its beginning and its end, and an ellipsis between them.

    Nothing hides in it: what could steer a terminal, or hide from a reader, is spelled out.
    """
    shown = _shown(text, longest)
    return shown if len(shown) <= longest else _cut(shown, longest, _ELLIPSIS)


def shortened_apart(texts: Iterable[str], longest: int) -> dict[str, str]:
    """Each text with what stands for it; of those that would read the same, later ones are numbered."""
    whole = list(dict.fromkeys(texts))
    found: dict[str, str] = {}
    taken: set[str] = set()
    for text in sorted(whole, key=len):  # what is shown whole comes first, and keeps its name
        short, number = shortened(text, longest), 1
        while short in taken:
            number += 1
            short = _numbered(_shown(text, longest), longest, number)
        taken.add(short)
        found[text] = short
    return {text: found[text] for text in whole}


def _shown(text: str, longest: int) -> str:
    """As much of a text, from both its ends, as can be shown of it."""
    return named(text if len(text) <= 2 * longest else text[:longest] + text[-longest:])


def _spelled(character: str) -> str:
    r"""A blank that is not a space, such as one that breaks no line, as ``\xa0``."""
    if character == " " or unicodedata.category(character) != "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")


def _cut(shown: str, longest: int, between: str) -> str:
    kept = longest - len(between)
    tail = kept // 2
    return shown[: kept - tail] + between + shown[len(shown) - tail :]


def _numbered(shown: str, longest: int, number: int) -> str:
    mark = f"{_ELLIPSIS}{number}{_ELLIPSIS}"
    return shown + mark if len(shown) + len(mark) <= longest else _cut(shown, longest, mark)
