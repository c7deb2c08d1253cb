"""How a column says which option is right: by letter, place, text or marks; the rows decide which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.records.importers.columns import value_at
from cgr_audit.records.importers.option_values import Choice, OptionFault, is_marked, parsed, text_of
from cgr_audit.records.importers.tables import Row

__all__ = ["GoldColumn", "GoldReading", "decide_gold", "namesakes", "read_gold"]

_INTEGER = re.compile(r"([+-]?\d{1,9})(?:\.0*)?")
_SEVERAL = re.compile(r"\s*[,;|]\s*")


class GoldReading(StrEnum):
    """What stands in a column of right answers."""

    LETTER = "letter"
    """The option's letter, or what the row calls it."""
    TEXT = "text"
    INDEX0 = "index0"
    """The option's place, counted from 0."""
    INDEX1 = "index1"
    MARKS = "marks"
    """True or false (1 or 0) for each option."""

    @property
    def words(self) -> str:
        """As a person reads it after the column's name; nothing if the column's content says it."""
        return _WORDS.get(self, "")


_PLACES = (GoldReading.INDEX0, GoldReading.INDEX1)
_WORDS = {GoldReading.INDEX0: ", counted from 0", GoldReading.INDEX1: ", counted from 1", GoldReading.TEXT: ", by text"}


@dataclass(frozen=True, slots=True)
class GoldColumn:
    """A column and how it is read."""

    column: str
    reading: GoldReading

    def __str__(self) -> str:
        """For the line that says what was recognised."""
        return f"{self.column}{self.reading.words}"

    @property
    def option(self) -> str:
        """As ``--map`` takes it."""
        return f"--map 'gold={self.column}:{self.reading}'"


Gold = tuple[str, ...]
"""The ids of the right options."""


def decide_gold(
    rows: Sequence[tuple[Row, Sequence[Choice]]], columns: Sequence[str], reading: GoldReading | None = None
) -> GoldColumn:
    """The column and reading that fit the most rows.

    Columns that say the same are one reading. Of several that do not, one holds only if every other column can also be
    read as it says; an index next to a letter is counted as the letter says.

    Args:
        rows: each row with its options.
        columns: the columns that may hold the gold, the likeliest first.
        reading: how to read it, where that is known.

    Raises:
        UsageError: no column names an option, or two readings are possible; the message shows both.
    """
    found: dict[GoldColumn, list[Gold | None]] = {}
    for column in columns:
        read = [readings(value_at(row.record, column), choices) for row, choices in rows]
        for way in GoldReading if reading is None else [reading]:
            found[GoldColumn(column, way)] = [golds.get(way) for golds in read]
    counts = {one: sum(gold is not None for gold in golds) for one, golds in found.items()}
    most = max(counts.values(), default=0)
    if not most:
        raise _no_option(rows, columns, reading)
    groups: dict[tuple[Gold | None, ...], list[GoldColumn]] = {}
    for one, golds in found.items():
        if counts[one] == most and not _is_outranked(one, counts, rows):
            groups.setdefault(tuple(golds), []).append(one)
    explained = {
        golds: {
            one.column
            for one, said in found.items()
            if 2 * counts[one] > most and not _is_half_counted(one, counts) and _agree(said, golds)
        }
        for golds in groups
    }
    first = max(explained, key=lambda golds: len(explained[golds]))
    for other, group in groups.items():
        if other is not first and not explained[other] < explained[first]:
            raise _two_readings(rows, (groups[first][0], first), (group[0], other))
    return min(groups[first], key=lambda one: one.reading in _PLACES)


def read_gold(row: Row, choices: Sequence[Choice], gold: GoldColumn) -> Gold | None:
    """The ids of the right options; nothing if the column does not name any."""
    return readings(value_at(row.record, gold.column), choices).get(gold.reading)


def readings(value: Any, choices: Sequence[Choice]) -> dict[GoldReading, Gold]:
    """Every way in which a value names options, with the options that it names."""
    if isinstance(value, Mapping) and is_marked(value):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        found = dict(_of_one(value, choices))
        if not found and isinstance(value, str) and value.strip().startswith("["):
            with suppress(OptionFault):
                return readings(parsed(value), choices)
        return found
    found = {}
    if len(value) == len(choices) and any(value) and all(one in (0, 1) for one in value):
        found[GoldReading.MARKS] = tuple(choice.id for choice, mark in zip(choices, value, strict=True) if mark)
    if value and not all(isinstance(one, bool) for one in value):
        each = [dict(_of_one(one, choices)) for one in value]
        for reading in GoldReading:
            if all(reading in one for one in each):
                found[reading] = tuple(dict.fromkeys(gold for one in each for gold in one[reading]))
    return found


def _of_one(value: Any, choices: Sequence[Choice]) -> Iterator[tuple[GoldReading, Gold]]:
    text = None if isinstance(value, bool | Mapping) else text_of(value)
    if text is None or not text.strip():
        return
    labelled = _labelled(text, choices)
    if labelled:
        yield GoldReading.LETTER, labelled
    same = [choice.id for choice in choices if choice.text.strip() == text.strip()]
    if len(same) == 1:
        yield GoldReading.TEXT, (same[0],)
    written = _INTEGER.fullmatch(text.strip())
    if written is not None:
        place = int(written[1])
        for reading, start in ((GoldReading.INDEX0, 0), (GoldReading.INDEX1, 1)):
            if 0 <= place - start < len(choices):
                yield reading, (choices[place - start].id,)


def _labelled(text: str, choices: Sequence[Choice]) -> Gold:
    """The options that a text names by letter or label: one, or several with commas between them."""
    own = {_bare(choice.label): choice.id for choice in choices if choice.label}
    names = {**{choice.id.casefold(): choice.id for choice in choices}, **own}
    parts = [_bare(text)] if _bare(text) in names else [_bare(part) for part in _SEVERAL.split(text.strip())]
    return tuple(dict.fromkeys(names[part] for part in parts)) if all(part in names for part in parts) else ()


def _bare(text: str) -> str:
    return text.strip().strip("().:").strip().casefold()


def _is_outranked(
    one: GoldColumn, counts: Mapping[GoldColumn, int], rows: Sequence[tuple[Row, Sequence[Choice]]]
) -> bool:
    """Whether places are meant as something else: as marks, or as labels where the rows label their options."""
    if one.reading not in _PLACES:
        return False
    if counts.get(GoldColumn(one.column, GoldReading.MARKS), 0) >= counts[one]:
        return True
    labelled = all(choice.label is not None for _, choices in rows for choice in choices)
    return labelled and counts.get(GoldColumn(one.column, GoldReading.LETTER), 0) >= counts[one]


def _is_half_counted(one: GoldColumn, counts: Mapping[GoldColumn, int]) -> bool:
    """Whether places are counted from where some rows have none: a place of 0 is not counted from 1."""
    return one.reading in _PLACES and any(counts.get(GoldColumn(one.column, way), 0) > counts[one] for way in _PLACES)


def _agree(one: Sequence[Gold | None], other: Sequence[Gold | None]) -> bool:
    return all(gold is None or said is None or set(gold) == set(said) for gold, said in zip(one, other, strict=True))


def _no_option(
    rows: Sequence[tuple[Row, Sequence[Choice]]], columns: Sequence[str], reading: GoldReading | None
) -> UsageError:
    row, choices = rows[0]
    shown = " and ".join(f"{column} = {_shown(value_at(row.record, column))}" for column in columns)
    said = f" as {reading}" if reading is not None else ""
    same = next(filter(None, (namesakes(value_at(row.record, column), choices) for column in columns)), "")
    ids = same or "the options here are " + ", ".join(choice.id for choice in choices)
    return UsageError(
        f"{row.place}: {shown}: no row's gold{said} names one option; {ids}. Say which column holds it with "
        "--map gold=COLUMN"
    )


def namesakes(value: Any, choices: Sequence[Choice]) -> str:
    """That a gold is the text of several options, so that it names none; an empty text where it is not."""
    same = [choice.id for choice in choices if isinstance(value, str) and choice.text.strip() == value.strip()]
    return f"options {' and '.join(same)} have that text" if len(same) > 1 else ""


def _two_readings(
    rows: Sequence[tuple[Row, Sequence[Choice]]],
    first: tuple[GoldColumn, tuple[Gold | None, ...]],
    second: tuple[GoldColumn, tuple[Gold | None, ...]],
) -> UsageError:
    place = next(place for place, (one, other) in enumerate(zip(first[1], second[1], strict=True)) if one != other)
    row, choices = rows[place]
    texts = {choice.id: choice.text for choice in choices}
    shown = [
        f"gold ← {column} makes it {' and '.join(_shown(texts[gold]) for gold in golds[place] or ()) or 'none'}"
        for column, golds in (first, second)
    ]
    return UsageError(
        f"{row.place}: two readings are possible: {shown[0]}; {shown[1]}. Say which: {first[0].option} or "
        f"{second[0].option}"
    )


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
