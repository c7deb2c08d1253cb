"""ROUGE-L of a text (Lin 2004): the longest subsequence of words that two texts have in common."""

from __future__ import annotations

import re

__all__ = ["rouge_l"]

_WORD = re.compile("[a-z0-9]+")


def rouge_l(reference: str, prediction: str) -> float:
    """The F1 of precision and recall of that subsequence, from 0 to 1; 0 where a text has no word.

    Words are as in Google's ``rouge_score`` without a stemmer: lower case, of ASCII letters and digits.
    """
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415  it costs start-up time

    wanted, offered = (_WORD.findall(text.lower()) for text in (reference, prediction))
    if not wanted or not offered:
        return 0.0
    return 2 * LCSseq.similarity(wanted, offered) / (len(wanted) + len(offered))
