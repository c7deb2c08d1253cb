"""Responses that have to be one JSON object."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Any

from cgr_audit.records.json_text import RecordError, parsed_record

__all__ = ["json_response"]

_FENCED = re.compile(r"```(?:json)?[ \t]*\r?\n(.*?)\s*```", re.DOTALL | re.IGNORECASE)


def json_response(text: str | None, keys: Set[str]) -> dict[str, Any] | None:
    """The object that a response is, with exactly these keys; nothing where it is anything else.

    White space around it, and one Markdown fence, do not matter; any other text before or after it does.

    Args:
        text: the response; nothing where there is no whole one.
        keys: those that it must have.
    """
    bare = (text or "").strip()
    fenced = _FENCED.fullmatch(bare)
    try:
        found = parsed_record((fenced[1] if fenced else bare).encode(), "the response")
    except (RecordError, UnicodeEncodeError):
        return None
    return found if found.keys() == set(keys) else None
