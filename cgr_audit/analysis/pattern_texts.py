"""What the text of a regular expression asks for: something to be taken out, or certain words."""

from __future__ import annotations

import re

__all__ = ["holds_word", "takes_out"]

_OPEN = re.compile(r"\\[dDwWsS]|\[[^\]]+\]|(?<!\\)\.")
"""Parts that match any of several characters."""
_NO_WORD = re.compile(r"\\.|\[[^\]]*\]|\{[^}]*\}|\(\?(?:P?<[^>]*>|[a-zA-Z:=!]+)")
_WORD = re.compile(r"[^\W\d_]{2,}")


def takes_out(pattern: str) -> bool:
    """Whether it matches any of several characters, so that a match says something new."""
    return bool(_OPEN.search(pattern))


def holds_word(pattern: str) -> bool:
    """Whether it asks for a certain word."""
    return bool(_WORD.search(_NO_WORD.sub(" ", pattern)))
