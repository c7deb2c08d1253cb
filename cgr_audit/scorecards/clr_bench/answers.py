"""Answers next to the right ones: exact match of what is left of them after a normalisation, half marks for MS."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from cgr_audit.scorecards.clr_bench.question_type import QuestionType

__all__ = ["MULTI_SELECT", "NORMALISATION", "answer_parts", "answer_score"]

NORMALISATION = "nfkc-casefold-1"
"""The name of what is done to an answer and to the right one before they are compared: Unicode's compatibility form and
case folding, white space as single spaces, marks around the text (quotation marks, brackets, ``*``, and ``.``, ``,``,
``;``, ``:`` at its end) left away. True and false may be ``t`` and ``f``; letters of MS are a set, separated by commas,
semicolons, *and*, or as a list. Blanks of FB are compared in order."""
MULTI_SELECT = "subset-half-1"
"""The name of the rule for MS: 1 for exactly the right options, 0.5 for some of them and no other, else 0."""

_QUOTES = "\"'`“”‘’«»*_"  # noqa: RUF001  typographic quotation marks are meant
_OPENING, _CLOSING = f"{_QUOTES}([{{ ", f"{_QUOTES})]}}.,;: "
_SEPARATOR = re.compile(r"\s*[,;]\s*(?:and\b)?|\s+and\s+|\s*&\s*", re.IGNORECASE)
_TRUTH = {"t": "true", "f": "false"}


def answer_parts(kind: QuestionType, answer: Any) -> tuple[str, ...]:
    """An answer as it is compared: the letters of MS sorted, the blanks of FB in order, else one text.

    Args:
        kind: the type of the question.
        answer: a text, a truth value, or a list of texts.
    """
    if kind is QuestionType.MULTIPLE_SELECT and isinstance(answer, str):
        answer = _SEPARATOR.split(answer.strip().strip("[](){}"))
    parts = [_normalised(part) for part in (answer if isinstance(answer, list) else [answer])]
    if kind is QuestionType.TRUE_FALSE:
        parts = [_TRUTH.get(part, part) for part in parts]
    if kind is QuestionType.MULTIPLE_SELECT:
        parts = sorted({part for part in parts if part})
    return tuple(parts)


def answer_score(kind: QuestionType, answer: Any, right: Any) -> float:
    """1 for a right answer, 0.5 for a half-right one to an MS question, else 0.

    Args:
        kind: of the question, but not OE, whose answers nothing compares.
        answer: what was answered.
        right: the right answer.
    """
    given, wanted = answer_parts(kind, answer), answer_parts(kind, right)
    if given == wanted:
        return 1.0
    is_half = kind is QuestionType.MULTIPLE_SELECT and given and set(given) < set(wanted)
    return 0.5 if is_half else 0.0


def _normalised(part: Any) -> str:
    text = unicodedata.normalize("NFKC", str(part)).casefold()
    return " ".join(text.split()).lstrip(_OPENING).rstrip(_CLOSING)
