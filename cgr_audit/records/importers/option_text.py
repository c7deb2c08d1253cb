"""Options that stand in one text: behind letters (``A) x  B) y``), or with separators between them."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

__all__ = ["lettered_options", "separated_options"]

_MARKS = tuple(
    re.compile(begin + mark.replace("_", letters), re.MULTILINE)
    for begin in (r"^[ \t]*(?:[-*•][ \t]*)?", r"(?:^|(?<=[\s,;]))")
    for mark in (r"\(([_])\)\s*", r"\[([_])\]\s*", r"([_]) ?\)\s*", r"([_])[.:]\s+")
    for letters in ("A-Z", "a-z")
)
"""Letters at the beginning of a line come first; then within one, such as MathQA's ``a ) 38 , b ) 27``."""
_PROMPT = re.compile(r"\n\s*(?:(?:the )?(?:correct )?answer|choose|reply|respond|select)\b[^\n]*$", re.IGNORECASE)
"""A last line that asks for the answer is no part of the last option."""


def lettered_options(text: str) -> list[tuple[str, str]] | None:
    """The letters and texts of the options that a text ends with; nothing if it holds none."""
    for mark in _MARKS:
        found = _run(list(mark.finditer(text)))
        if found:
            ends = [*(one.start() for one in found[1:]), len(text)]
            texts = [text[one.end() : end] for one, end in zip(found, ends, strict=True)]
            texts[-1] = _PROMPT.sub("", texts[-1].rstrip())
            return [
                (one[1].upper(), part.strip().rstrip(",;").rstrip()) for one, part in zip(found, texts, strict=True)
            ]
    return None


def _run(marks: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """The last marks that count from A on without a gap; none where others stand between or behind them."""
    starts = [place for place, one in enumerate(marks) if one[1] in "Aa"]
    run = list(marks[starts[-1] :]) if starts else []
    counts = [one[1].upper() for one in run] == list(string.ascii_uppercase[: len(run)])
    return run if counts and len(run) > 1 else []


def separated_options(text: str) -> list[str] | None:
    """The parts of a text with line ends, bars or semicolons between them; nothing if it has none of these."""
    for separator in ("\n", "|", ";"):
        parts = [part.strip() for part in text.strip().strip(separator).split(separator)]
        if len(parts) > 1:
            return parts if all(parts) else None
    return None
