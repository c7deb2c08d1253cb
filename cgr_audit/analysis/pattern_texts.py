"""What a regular expression asks of a text, as its own text shows: to take something out, or to hold certain words."""

from __future__ import annotations

import re

__all__ = ["holds_word", "takes_out"]

_OPEN = re.compile(r"\\[dDwWsS]|\[[^\]]+\]|(?<!\\)\.")
"""What stands for any of several signs."""
_NO_WORD = re.compile(r"\\.|\[[^\]]*\]|\{[^}]*\}|\(\?(?:P?<[^>]*>|[a-zA-Z:=!]+)")
_WORD = re.compile(r"[^\W\d_]{2,}")


def takes_out(pattern: str) -> bool:
    """Whether it matches any of several signs, so that a match is something found."""
    return bool(_OPEN.search(pattern))


def holds_word(pattern: str) -> bool:
    """Whether it matches certain words alone, at least in part."""
    return bool(_WORD.search(_NO_WORD.sub(" ", pattern)))
