"""The rules in the order of every table; the first is the published one, which the figures rest on."""

from __future__ import annotations

from cgr_audit.extractors.anchored import ANCHORED
from cgr_audit.extractors.interface import Extractor
from cgr_audit.extractors.last_letter import LAST_LETTER
from cgr_audit.extractors.option_text import OPTION_TEXT
from cgr_audit.extractors.published import PUBLISHED

__all__ = ["EXTRACTORS"]

EXTRACTORS: tuple[Extractor, ...] = (
    PUBLISHED,
    ANCHORED,
    LAST_LETTER,
    OPTION_TEXT,
)
