"""The last standalone capital letter that is an option."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cgr_audit.extractors.interface import Extractor

__all__ = ["LAST_LETTER"]

_LETTER = re.compile(r"\b([A-Z])\b")


def _last_letter(response: str, option_ids: Sequence[str], _option_texts: Sequence[str]) -> str | None:
    letters = [letter for letter in _LETTER.findall(response) if not option_ids or letter in option_ids]
    return letters[-1] if letters else None


LAST_LETTER = Extractor(
    name="last_letter",
    label="last capital that is an option",
    meaning="The last capital letter A to Z that stands by itself and is an option of the item; any letter where the "
    "item's options are not known.",
    extract=_last_letter,
)
