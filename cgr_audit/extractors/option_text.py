"""The option whose text the response contains, where it contains that of one option only."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cgr_audit.extractors.interface import Extractor

__all__ = ["OPTION_TEXT"]

_NUMBER_BEFORE = re.compile(r"\d[.,:/^]\Z|(?:\A|[\s(=<>~$])[-−+]\Z|\.\Z")
"""What makes digits that follow a part of another number: ``1.``, ``3/``, a sign, a bare decimal point."""
_NUMBER_AFTER = re.compile(r"[.,:/^]\d")
_MARKS = " \t\n\r.,;:!?\"'“”‘’`*_()[]{}"  # noqa: RUF001  typographic quotation marks are meant
_KEPT_OPTIONS = 256


def _option_text(response: str, option_ids: Sequence[str], option_texts: Sequence[str]) -> str | None:
    as_written = _normalised(response)
    folded = as_written.casefold()
    texts, texts_folded = _options(tuple(option_texts))
    named = []
    for place, option_id in enumerate(option_ids):
        if len(texts[place]) == 1 and texts[place].isalpha():
            is_named = _stands_for_itself(as_written, texts[place], texts)
        else:
            is_named = _stands_for_itself(folded, texts_folded[place], texts_folded)
        if is_named:
            named.append(option_id)
    return named[0] if len(named) == 1 else None


def _stands_for_itself(said: str, text: str, texts: Sequence[str]) -> bool:
    """Whether the text occurs other than inside the longer text of another option."""
    if not text or text not in said:
        return False
    around = [(list(_occurrences(said, longer)), len(longer)) for longer in texts if longer != text and text in longer]
    return any(
        not any(_covers(starts, length, start, len(text)) for starts, length in around)
        for start in _occurrences(said, text)
    )


def _covers(starts: Sequence[int], length: int, start: int, size: int) -> bool:
    """Whether a text of ``length`` beginning at one of the sorted ``starts`` holds ``size`` letters from ``start``."""
    place = bisect_right(starts, start)
    return place > 0 and starts[place - 1] + length >= start + size


def _occurrences(said: str, text: str) -> Iterator[int]:
    """Where the text occurs as whole words and whole numbers."""
    for start in _starts(said, text):
        before, end = said[max(start - 2, 0) : start], start + len(text)
        if before and _is_word(before[-1]) and _is_word(text[0]):
            continue
        if end < len(said) and _is_word(said[end]) and _is_word(text[-1]):
            continue
        if text[0].isdigit() and _NUMBER_BEFORE.search(before):
            continue
        if text[-1].isdigit() and _NUMBER_AFTER.match(said, end):
            continue
        yield start


def _starts(text: str, part: str) -> Iterator[int]:
    start = text.find(part)
    while start >= 0:
        yield start
        start = text.find(part, start + 1)


@lru_cache(_KEPT_OPTIONS)
def _options(texts: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Options' texts as written and with case folded: a single letter keeps its case, since "a" is an article."""
    written = tuple(_normalised(text).strip(_MARKS) for text in texts)
    return written, tuple(text.casefold() for text in written)


def _normalised(text: str) -> str:
    """Compatibility forms of characters united, blanks folded."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


OPTION_TEXT = Extractor(
    name="option_text",
    label="text of one option only",
    meaning="The option whose text the response contains as whole words, case, blanks and typography aside, where it "
    "contains the text of exactly one; inside another option's longer text it does not count.",
    extract=_option_text,
)
