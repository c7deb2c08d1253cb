"""Text of unknown origin made safe to print: whatever could steer a terminal, or hide from a reader, is spelled out."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["escape_control_characters", "escape_lines"]

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, format characters such as bidirectional overrides, surrogates, private and unassigned ones, separators."""


def escape_control_characters(text: str) -> str:
    r"""The text with every character that is not a plain character written as ``\n``, ``\x1b``, ``\u202e``."""
    if text.isprintable():
        return text
    return "".join(map(_shown, text))


def escape_lines(text: str) -> str:
    """Text over several lines likewise; ends of lines and tabs stay."""
    return re.sub(r"[^\n\t]+", lambda piece: escape_control_characters(piece[0]), text)


def _shown(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode("ascii")
