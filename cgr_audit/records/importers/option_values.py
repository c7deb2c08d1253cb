"""The options of one row, however they are written down: a list, a mapping, texts with labels, or columns."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.records.importers.option_text import lettered_options, separated_options

__all__ = [
    "Choice", "OptionFault", "choices_of", "in_order", "is_marked", "parsed", "read_options", "text_field",
    "text_of",
]  # fmt: skip

_TEXT = ("text", "texts", "content", "choice", "choices", "option", "options", "value", "answer", "body")
_LETTERED = re.compile(r"\(?([A-Z])\s*[).:]\s*(.*)", re.DOTALL)
_LABEL = ("label", "labels", "id", "ids", "key", "letter", "option_id", "letters")
Pair = tuple[str | None, str | None]
"""A label, where there is one, and a text, where there is one."""


class OptionFault(Exception):  # noqa: N818  it is a fault of the row, told with its place
    """Why a row has no options; the message follows the place."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option."""

    id: str
    """A capital letter."""
    text: str
    label: str | None = None
    """What the row itself calls it."""


def choices_of(pairs: Sequence[Pair]) -> tuple[Choice, ...]:
    """Options with the letters that answers name them by: their own labels where these are capital letters.

    Raises:
        OptionFault: there are too few or too many of them, one is empty, or two have one label.
    """
    pairs = _without_letters(pairs)
    while pairs and pairs[-1][1] is None:  # an item with fewer options than others have columns for
        pairs = pairs[:-1]
    if len(pairs) < 2:
        raise OptionFault(f"it has {'one option' if pairs else 'no options'}, and an item needs two at least")
    labels = [None if label is None else label.strip().strip("().:").strip() for label, _ in pairs]
    given = [label for label in labels if label]
    twice = next((label for label in given if given.count(label) > 1), None)
    if twice is not None:
        raise OptionFault(f"two options are labelled {twice!r}")
    letters = [label.upper() if label and len(label) == 1 and label.isascii() else "" for label in labels]
    if not all(letter in string.ascii_uppercase and letter for letter in letters) or len(set(letters)) < len(letters):
        if len(pairs) > len(string.ascii_uppercase):
            raise OptionFault(f"it has {len(pairs)} options, more than there are letters to name them by")
        letters = list(string.ascii_uppercase[: len(pairs)])
    choices = []
    for letter, label, (_, text) in zip(letters, labels, pairs, strict=True):
        if text is None or not text.strip():
            raise OptionFault(f"option {label or letter} is empty")
        choices.append(Choice(letter, text, label))
    return tuple(choices)


def _without_letters(pairs: Sequence[Pair]) -> Sequence[Pair]:
    """Texts that begin with the letters that name them, ``A)21``, ``B)27``, without these letters."""
    found = [_LETTERED.fullmatch(text or "") for label, text in pairs if label is None]
    letters = [one[1] for one in found if one is not None]
    if not letters or len(letters) < len(pairs) or letters != list(string.ascii_uppercase[: len(letters)]):
        return pairs
    return [(one[1], one[2]) for one in found if one is not None]


def in_order(choices: Sequence[Choice], order: Sequence[int]) -> tuple[Choice, ...]:
    """The same options in another order, relettered."""
    return tuple(
        Choice(letter, choices[place].text, choices[place].label)
        for letter, place in zip(string.ascii_uppercase, order, strict=False)
    )


def read_options(value: Any, labels: Any = None) -> list[Pair]:
    """Labels and texts of a column that holds all options of a row.

    Args:
        value: what stands in it; a text may hold a list or mapping as JSON or as Python writes it, lettered options
            or parts with separators between them.
        labels: what stands in a column of labels next to it.

    Raises:
        OptionFault: that is nothing options can be read from.
    """
    if isinstance(value, str):
        value = _of_text(value)
    if isinstance(value, Mapping):
        if is_marked(value):
            return [(None, str(text)) for text in value]
        name = text_field(value)
        if name is not None:
            texts = value[name]
            own = _first(value, _LABEL, is_list=True)
            return _paired(texts, own if own and all(isinstance(one, str) for one in own) else None)
        if any(isinstance(one, list | Mapping) for one in value.values()):
            raise OptionFault(f"its options are a mapping of {', '.join(map(str, value))}, none of which is known")
        return [(str(name), text_of(one)) for name, one in value.items()]
    if isinstance(value, list | tuple):
        if value and all(isinstance(one, Mapping) for one in value):
            return [(text_of(_first(one, _LABEL)), text_of(_first(one, _TEXT))) for one in value]
        return _paired(value, parsed(labels) if isinstance(labels, str) else labels)
    raise OptionFault("it has no options" if value is None else "its options are neither a list nor a mapping")


def _of_text(text: str) -> Any:
    try:
        return parsed(text)
    except OptionFault:
        lettered = lettered_options(text)
        found = separated_options(text) if lettered is None else [f"{letter}. {part}" for letter, part in lettered]
        if found is None:
            raise
        return found


def is_marked(value: Mapping[Any, Any]) -> bool:
    """Whether a mapping holds a mark (true, 1 or 0) for the text of each option, as TruthfulQA does."""
    marks = list(value.values())
    return len(marks) > 1 and any(marks) and all(isinstance(one, int) and one in (0, 1) for one in marks)


def text_field(value: Mapping[str, Any]) -> str | None:
    """Under which name a mapping holds the texts of all options; nothing if it maps letters to texts."""
    return next((name for name in _TEXT if isinstance(value.get(name), list | tuple)), None)


def text_of(value: Any) -> str | None:
    """A value as the text of an option, a question or an id; nothing of nothing."""
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return str(int(value)) if value else "0"
    return str(value)


def _paired(texts: Sequence[Any], labels: Any) -> list[Pair]:
    if any(isinstance(one, list | Mapping) for one in texts):
        raise OptionFault("its options are lists of lists, or of mappings and texts")
    if not isinstance(labels, list | tuple):
        return [(None, text_of(text)) for text in texts]
    if len(labels) != len(texts):
        raise OptionFault(f"it has {len(texts)} options and {len(labels)} labels")
    return [(text_of(label), text_of(text)) for label, text in zip(labels, texts, strict=True)]


def _first(value: Mapping[str, Any], names: Sequence[str], *, is_list: bool = False) -> Any:
    found = (value[name] for name in names if value.get(name) is not None)
    return next((one for one in found if not is_list or isinstance(one, list | tuple)), None)


def parsed(text: str) -> Any:
    """What a text holds as JSON, or as Python writes it.

    Raises:
        OptionFault: neither.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise OptionFault(
            "its options are one text: no list in JSON or Python, no letters (A) ..), no ; or | between them"
        ) from None
