"""JSON values and their kinds in words, for messages about records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

__all__ = ["KINDS", "closest", "described", "either", "instead", "kind_of_value", "listed", "meant", "shown"]

_LONGEST = 60
"""Characters of a value that are shown."""
KINDS: Mapping[str, str] = MappingProxyType(
    {
        "string": "text",
        "integer": "a whole number",
        "number": "a number",
        "boolean": "true or false",
        "null": "null",
        "object": "an object",
        "array": "a list",
    }
)
"""What the types of a schema are called, with their article."""


def kind_of_value(value: object) -> str:
    """What JSON calls a value, with its article."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, str):
        return "text"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, list) else "an object"


def described(value: object) -> str:
    """A value with its kind where it shows none by itself."""
    if isinstance(value, str):
        return f"the text {shown(value)}" if value else "an empty text"
    if isinstance(value, list | dict):
        return kind_of_value(value)
    return shown(value)


def shown(value: object) -> str:
    """A value as JSON writes it, a text as Python does; cut where it is long."""
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them: the last one after ``and``."""
    words = [shown(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def either(words: Sequence[str]) -> str:
    """Words as a choice: the last one after ``or``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def instead(unknown: str, known: Sequence[str]) -> str:
    """What to do about a name that is not known."""
    close = closest(unknown, known)
    return f"did you mean {close!r}?" if close else f"there are {listed(known)}"


def meant(unknown: str, known: Iterable[str]) -> str:
    """A question that goes before the list of what is known; empty where no name is close."""
    close = closest(unknown, known)
    return f"did you mean {close!r}? " if close else ""


def closest(unknown: str, known: Iterable[str]) -> str | None:
    """The known name that the fewest changed, missing, extra or swapped characters lead to, if they are few."""
    from rapidfuzz import process  # noqa: PLC0415  costs start-up time
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    names = [str(name) for name in known]
    found = process.extractOne(unknown, names, scorer=OSA.normalized_similarity, score_cutoff=0.6)
    return found[0] if found else None
