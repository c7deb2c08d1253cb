"""Items out of the rows of a table: what each row says, and what is wrong with those that are none."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.identifiers import identifier_fault
from cgr_audit.plural import counted
from cgr_audit.records.importers.columns import value_at
from cgr_audit.records.importers.gold import decide_gold, namesakes, read_gold
from cgr_audit.records.importers.layout import NUMBERED, Layout
from cgr_audit.records.importers.option_values import Choice, OptionFault, choices_of, in_order, text_of
from cgr_audit.records.importers.recognition import recognise
from cgr_audit.records.importers.tables import Row, Table
from cgr_audit.records.rows import Item, ItemKey
from cgr_audit.source.collected import Unreadable

__all__ = ["ImportedItems", "import_items"]


@dataclass(frozen=True, slots=True)
class ImportedItems:
    """The items of a table."""

    layout: Layout
    items: Mapping[ItemKey, Item]
    labels: Mapping[ItemKey, Mapping[str, str]]
    """What rows call their options, to the options' ids."""
    bad: tuple[Unreadable, ...]
    """Rows that are not items."""
    notes: tuple[str, ...]
    """What is worth saying of the others, a line each."""


def import_items(
    table: Table, mapped: Mapping[str, str], dataset: str, dataset_field: str | None = None, *, shuffle: bool = False
) -> ImportedItems:
    """Make an item of every row.

    Args:
        table: the rows.
        mapped: the columns that somebody has named, by field.
        dataset: what the dataset is called where no column says so.
        dataset_field: the column that says so.
        shuffle: whether options are put into another order, which follows from the item's id.

    Raises:
        UsageError: it cannot be told which columns hold what.
    """
    layout = replace(recognise(table, mapped, dataset_field), is_shuffled=shuffle)
    bad = list(table.bad)
    read: list[tuple[Row, Sequence[Choice]]] = []
    for row in table.rows:
        try:
            read.append((row, choices_of(layout.pairs(row))))
        except OptionFault as error:
            bad.append(Unreadable(row.place, str(error)))
    if not read:
        raise UsageError(f"{bad[0].path}: {bad[0].reason}; no row of {table.path} has options. Recognised: {layout}")
    if not layout.distractors:
        layout = replace(layout, gold=decide_gold(read, layout.golds, layout.reading))
    maker = _Maker(layout, dataset, {id(row): number for number, row in enumerate(table.rows)})
    for row, choices in read:
        fault = maker.take(row, choices)
        if fault is not None:
            bad.append(Unreadable(row.place, fault))
    order = {row.place: number for number, row in enumerate(table.rows)}
    bad.sort(key=lambda one: order.get(one.path, -1))
    return ImportedItems(layout, maker.items, maker.labels, tuple(bad), tuple(maker.notes()))


class _Maker:
    """Makes items, and keeps what is worth saying of them."""

    def __init__(self, layout: Layout, dataset: str, numbers: Mapping[int, int]) -> None:
        self.items: dict[ItemKey, Item] = {}
        self.labels: dict[ItemKey, dict[str, str]] = {}
        self._layout = layout
        self._dataset = dataset
        self._numbers = numbers
        self._places: dict[ItemKey, str] = {}
        self._same_texts: list[str] = []

    def take(self, row: Row, choices: Sequence[Choice]) -> str | None:
        """Keep the item of a row, or say why it is none."""
        layout, record = self._layout, row.record
        number = self._numbers[id(row)] + int(layout.id == "#1")
        item_id = str(number) if layout.id in NUMBERED else text_of(value_at(record, layout.id))
        dataset = self._dataset if layout.dataset is None else text_of(value_at(record, layout.dataset))
        for name, column, text in (("id", layout.id, item_id), ("dataset", layout.dataset, dataset)):
            fault = "it is empty" if text is None or text.isspace() else identifier_fault(text)
            if fault is not None:
                return f"{column!r} cannot be its {name}: {fault}"
        assert item_id is not None
        assert dataset is not None
        key = ItemKey(dataset, item_id)
        if key in self._places:
            said = "--map id=COLUMN names another column" + (
                "" if layout.dataset else ", --dataset-field tells them apart"
            )
            return f"its id {item_id!r} is that of {self._places[key]} already; ids must differ ({said})"
        question = _question(record, layout)
        if question is None:
            return f"its question, {' and '.join(map(repr, layout.question))}, is empty"
        if layout.distractors or layout.is_shuffled:
            choices, gold = _shuffled(row, choices, layout, key)
        else:
            gold = None if layout.gold is None else read_gold(row, choices, layout.gold)
        if not gold:
            return _no_gold(row, choices, layout)
        texts = [choice.text.strip() for choice in choices]
        if len(set(texts)) < len(texts):
            if layout.distractors:
                return f"two of its options read the same, {_repeated(texts)!r}, so that an answer may be both"
            self._same_texts.append(f"{row.place} ({_repeated(texts)!r})")
        self._places[key] = row.place
        self.labels[key] = {
            name: choice.id for choice in choices for name in (choice.label, choice.text.strip()) if name
        }
        self.items[key] = Item(
            item_id,
            dataset,
            question,
            tuple({"id": choice.id, "text": choice.text} for choice in choices),
            gold,
            **{name: text_of(value_at(record, layout.own[name])) for name in _ORIGIN if name in layout.own},  # type: ignore[arg-type]
            extra={
                name: _plain(value_at(record, column)) for name, column in layout.own.items() if name not in _ORIGIN
            },
        )
        return None

    def notes(self) -> list[str]:
        """What is worth saying, a line each."""
        said = []
        if self._same_texts:
            number = counted(len(self._same_texts), "item has", "items have")
            said.append(f"{number} two options that read the same; first {self._same_texts[0]}")
        golds = {item.correct_ids for item in self.items.values()}
        if len(golds) == 1 and len(self.items) > 2:
            only = ", ".join(next(iter(golds)))
            said.append(
                f"the right option of every item is {only}: a program that always answers so is always right; "
                "--shuffle puts the options into another order"
            )
        return said


_ORIGIN = ("source", "licence")


def _plain(value: Any) -> Any:
    """A value as JSON holds it: dates and bytes as text, what is not a number as nothing."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    return (value if math.isfinite(value) else None) if isinstance(value, float) else str(value)


def _question(record: Mapping[str, Any], layout: Layout) -> str | None:
    *before, asked = (text_of(value_at(record, column)) for column in layout.question)
    if asked is None or not asked.strip():
        return None
    parts = [*(part for part in before if part and asked not in part), asked]
    return "\n\n".join(parts)


def _shuffled(
    row: Row, choices: Sequence[Choice], layout: Layout, key: ItemKey
) -> tuple[Sequence[Choice], tuple[str, ...] | None]:
    """The options in an order that follows from the item's key, and the ids of the right ones in it."""
    if layout.distractors:
        right: tuple[str, ...] | None = (choices[0].id,)
    else:
        right = None if layout.gold is None else read_gold(row, choices, layout.gold)
    digest = hashlib.sha256("\n".join(key).encode("utf-8", "surrogatepass")).digest()
    order = list(range(len(choices)))
    random.Random(digest).shuffle(order)  # noqa: S311  no secret
    places = [place for place, choice in enumerate(choices) if choice.id in (right or ())]
    made = in_order(choices, order)
    return made, tuple(made[order.index(place)].id for place in places)


def _no_gold(row: Row, choices: Sequence[Choice], layout: Layout) -> str:
    column = layout.gold.column if layout.gold is not None else layout.golds[0]
    value = value_at(row.record, column)
    ids = ", ".join(f"{choice.id} ({choice.label})" if choice.label not in (None, choice.id) else choice.id
                    for choice in choices)  # fmt: skip
    if value is None:
        return f"its gold, {column!r}, is empty; its options are {ids}"
    shown = repr(value)
    same = namesakes(value, choices)
    if same:
        return f"its gold, {column!r} = {shown}, names no one option: {same}"
    return f"its gold, {column!r} = {shown if len(shown) < 80 else shown[:77] + '...'}, is not an option; it has {ids}"


def _repeated(texts: Sequence[str]) -> str:
    return next(text for text in texts if texts.count(text) > 1)
