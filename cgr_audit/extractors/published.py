"""The published rule: the first standalone capital letter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cgr_audit.extractors.interface import Extractor

__all__ = ["PUBLISHED"]

_LETTER = re.compile(r"\b([A-Z])\b")


def _first_letter(response: str, _option_ids: Sequence[str], _option_texts: Sequence[str]) -> str | None:
    """What ``extract_answer`` gives programs; nothing if that gives the contract's failure value."""
    found = _LETTER.search(response)
    return found.group(1) if found else None


PUBLISHED = Extractor(
    name="published",
    label="published: first capital",
    meaning="The first capital letter A to Z that stands by itself, option or not; what the published figures and the "
    "programs' own helper use.",
    extract=_first_letter,
)
