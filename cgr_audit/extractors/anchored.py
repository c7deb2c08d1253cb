"""The option that is named as the answer: ``answer: X``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_uppercase

from cgr_audit.extractors.interface import Extractor

__all__ = ["ANCHORED"]

_QUOTES = "\"'“”‘’"  # noqa: RUF001  typographic quotation marks are meant
_OPENING = rf"(?:[\s*_`{_QUOTES}(\[{{$<]|\\[(\[]|\\(?:boxed|fbox|text|textbf|mathrm|mathbf)\b){{0,12}}"
"""Marks before an option's id, such as ``**(`` or ``\\boxed{``; bounded, so that no text takes long."""
_CLOSING = rf"[\s*_`{_QUOTES})\]}}$.]{{0,8}}"
_LINK = (
    rf"[\s*_`{_QUOTES})\]]{{0,8}}"
    r"(?:[:\uff1a=>]|[-–—]\s|\b(?:is|was|are)\b(?!\s+not\b)|\b(?:would|should|must|will|has to|might|may|could)\s+be\b)"
)
_ANCHOR = (
    rf"(?:(?<!/)\b(?:answer|choice|option){_LINK}[\s:\uff1a*_]{{0,6}}"
    r"(?:(?:most|likely|probably|therefore|thus|clearly|definitely|indeed|actually|simply|just|the|option|choice|letter|"
    r"answer)\b[\s:\uff1a*_]{0,6}){0,4}"
    r"|\\(?:boxed|fbox)\b)"
)
"""``answer``, ``choice`` or ``option`` with a colon or a form of *be*, or LaTeX's ``\\boxed``.

The singular alone: "Answer choices: (a) ..." and "Options: A. ..." begin a list of all options.
"""
_ANCHOR_WORDS = ("answer", "choice", "option", "boxed", "fbox")
"""Without any of these there is no anchor, which is quickly seen."""
_JOINED = r"(?:(?:,|/|&|,?\s*\b(?:and|or)\b)\s*(?:(?:and|or)\b\s*)?|[^.,;\n]{1,60}?\bor\b\s*)"
_VERB = r"\s+(?:is|are|was|has|does|can|would)\b"
_END = re.compile(rf"\s*(?:\Z|[\n).,;:!\]}}*{_QUOTES}<$`])")
_LETTERS = tuple(ascii_uppercase)
_KEPT_PATTERNS = 256


def _anchored(response: str, option_ids: Sequence[str], _option_texts: Sequence[str]) -> str | None:
    folded = response.casefold()
    if not any(word in folded for word in _ANCHOR_WORDS):
        return None
    option_ids = tuple(option_ids) or _LETTERS
    answer = None
    for found in _pattern(option_ids).finditer(response):
        named = _meant(found, option_ids)
        if named is not None:
            answer = None if found["another"] else named
    return answer


def _meant(found: re.Match[str], option_ids: tuple[str, ...]) -> str | None:
    """The option's id. A lower-case letter must end there: "the answer is a matter of taste" names none."""
    text, ends = found["id"], _END.match(found.string, found.end("id")) is not None
    if text in option_ids:
        return text if ends or not (len(text) == 1 and text.islower()) else None
    alike = [option_id for option_id in option_ids if option_id.casefold() == text.casefold()]
    return alike[0] if ends and len(alike) == 1 else None


@lru_cache(_KEPT_PATTERNS)
def _pattern(option_ids: tuple[str, ...]) -> re.Pattern[str]:
    """Anchor, marks, id; and whether another id is named with it, as in "A or B", so that neither is the answer."""
    one = "|".join(
        re.escape(option_id) + _boundary(option_id) for option_id in sorted(option_ids, key=len, reverse=True)
    )
    another = rf"(?={_CLOSING}{_JOINED}{_OPENING}(?P<another>(?-i:{one}))(?!{_VERB}))?"
    return re.compile(rf"{_ANCHOR}{_OPENING}(?P<id>{one}){another}", re.IGNORECASE)


def _boundary(option_id: str) -> str:
    """An id is no part of a word, and a number no part of another: ``1`` is not named by ``1.5`` or ``1 %``."""
    if not option_id[-1].isalnum():
        return ""
    return r"(?!\w|['’-]\w)" + (r"(?![.,:/^]\d|\s?%)" if option_id[-1].isdigit() else "")


ANCHORED = Extractor(
    name="anchored",
    label="anchored: answer: X",
    meaning="The option named last after “answer”, “choice” or “option” with a colon or a form of “be”, or in "
    "LaTeX's \\boxed; nothing if several are named there together.",
    extract=_anchored,
)
