"""Where the fields of an item are in the rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cgr_audit.records.importers.columns import value_at
from cgr_audit.records.importers.gold import GoldColumn, GoldReading
from cgr_audit.records.importers.option_values import OptionFault, Pair, read_options, text_of
from cgr_audit.records.importers.tables import Row

__all__ = ["NUMBERED", "Layout"]

NUMBERED = {"#1": "number of the row", "#0": "number of the row, from 0"}
"""How items are numbered where no column holds an id, and what a person reads of it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where an item's fields are."""

    question: tuple[str, ...]
    """Several stand one after another, with an empty line between."""
    options: tuple[str, ...]
    """One column that holds all of them, or a column for each."""
    option_labels: tuple[str, ...] = ()
    """What each such column calls its option."""
    labels: str | None = None
    """A column of labels next to one that holds all options."""
    texts: str | None = None
    """Of a column that holds texts and labels, the path of the texts, for people to see."""
    id: str = "#1"
    """A column, or one of ``NUMBERED``."""
    id_readings: tuple[str, ...] = ()
    """Every column, or way of numbering, that may be meant."""
    dataset: str | None = None
    golds: tuple[str, ...] = ()
    """The columns that may hold the gold."""
    reading: GoldReading | None = None
    gold: GoldColumn | None = None
    """Which of them does, once the rows have decided."""
    distractors: tuple[str, ...] = ()
    """Columns of wrong options, where the right one stands by itself."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Further fields of the item by name."""
    is_shuffled: bool = False

    def __str__(self) -> str:
        """The line that says what was recognised."""
        parts = [("id", NUMBERED.get(self.id, self.id)), ("dataset", self.dataset)]
        parts += [("question", " + ".join(self.question))]
        if self.distractors:
            options = f"{self.golds[0]} + {_shortened(self.distractors)}, in an order that follows from the id"
            parts += [("options", options), ("gold", self.golds[0])]
        else:
            order = ", in an order that follows from the id" if self.is_shuffled else ""
            labels = f" with {self.labels}" if self.labels else ""
            lettered = "lettered in " if self.options == self.question[-1:] else ""
            parts += [("options", f"{lettered}{self.texts or _shortened(self.options)}{labels}{order}")]
            parts += [("gold", None if self.gold is None else str(self.gold))]
        parts += list(self.own.items())
        return ", ".join(f"{name} ← {column}" for name, column in parts if column is not None)

    def unmapped(self, columns: Sequence[str]) -> list[str]:
        """Columns that no field of the item is read from."""
        taken = {*self.question, *self.options, *self.distractors, *self.golds, *self.own.values()}
        taken |= {one for one in (self.labels, self.id, self.dataset) if one is not None}
        return [one for one in columns if not any(part == one or part.startswith(f"{one}.") for part in taken)]

    def pairs(self, row: Row) -> list[Pair]:
        """The options of a row, the right one first where it stands by itself.

        Raises:
            OptionFault: they cannot be read.
        """
        if self.distractors:
            right = text_of(value_at(row.record, self.golds[0]))
            if right is None:
                raise OptionFault(f"{self.golds[0]!r}, its right option, is empty")
            return [(None, right), *_of_columns(row, self.distractors, ())]
        return _of_columns(row, self.options, self.option_labels, self.labels)


def _of_columns(row: Row, columns: Sequence[str], names: Sequence[str], labels: str | None = None) -> list[Pair]:
    if len(columns) == 1 and not names:
        return read_options(value_at(row.record, columns[0]), None if labels is None else value_at(row.record, labels))
    texts = [text_of(value_at(row.record, column)) for column in columns]
    return list(zip(names, texts, strict=True)) if names else [(None, text) for text in texts]


def _shortened(columns: Sequence[str]) -> str:
    return " ".join(columns) if len(columns) < 4 else f"{columns[0]} … {columns[-1]}"
