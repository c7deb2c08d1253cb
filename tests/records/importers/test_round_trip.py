"""Items that are written in some layout and imported are the same items."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.records.importers.items import import_items
from cgr_audit.records.importers.mapping import read_mapping
from cgr_audit.records.importers.option_values import _LETTERED
from cgr_audit.records.importers.tables import read_table
from cgr_audit.records.rows import Item

Rows = list[dict[str, Any]]
LETTERS = "ABCDE"

texts = st.text(min_size=1, max_size=12).filter(lambda text: text.strip() and not _LETTERED.fullmatch(text))


@st.composite
def many_items(draw: st.DrawFn) -> list[Item]:
    ids = draw(st.lists(texts, min_size=1, max_size=4, unique=True))
    made = []
    for item_id in ids:
        options = draw(st.lists(texts, min_size=2, max_size=5, unique_by=str.strip))
        gold = LETTERS[draw(st.integers(0, len(options) - 1))]
        listed = tuple({"id": letter, "text": text} for letter, text in zip(LETTERS, options, strict=False))
        made.append(Item(item_id, "mine", draw(texts), listed, (gold,)))
    return made


def row(item: Item, options: dict[str, Any], gold: Any) -> dict[str, Any]:
    return {"id": item.item_id, "question": item.question, **options, "answer": gold}


def option_texts(item: Item) -> list[str]:
    return [option["text"] for option in item.options]


def place(item: Item) -> int:
    return LETTERS.index(item.correct_ids[0])


def columns(item: Item) -> dict[str, Any]:
    texts = [*option_texts(item), *[None] * len(LETTERS)]
    return row(item, dict(zip(LETTERS, texts, strict=False)), item.correct_ids[0])


def listed(item: Item, gold: Any = None) -> dict[str, Any]:
    return row(item, {"options": option_texts(item)}, item.correct_ids[0] if gold is None else gold)


def labelled(item: Item) -> dict[str, Any]:
    choices = {"text": option_texts(item), "label": [one["id"] for one in item.options]}
    return row(item, {"choices": choices}, item.correct_ids[0])


def marked(item: Item) -> dict[str, Any]:
    return listed(item, [number == place(item) for number in range(len(item.options))])


def mapping(item: Item) -> dict[str, Any]:
    return row(item, {"options": {one["id"]: one["text"] for one in item.options}}, item.correct_ids[0])


LAYOUTS: dict[str, tuple[Callable[[Item], dict[str, Any]], list[str]]] = {
    "columns": (columns, []),
    "list and letter": (listed, ["gold=answer:letter"]),
    "list and place": (lambda item: listed(item, place(item)), ["gold=answer:index0"]),
    "list and place from 1": (lambda item: listed(item, str(place(item) + 1)), ["gold=answer:index1"]),
    "list and text": (lambda item: listed(item, option_texts(item)[place(item)]), ["gold=answer:text"]),
    "list and marks": (marked, []),
    "mapping": (mapping, ["gold=answer:letter"]),
    "texts and labels": (labelled, ["gold=answer:letter"]),
    "records": (
        lambda item: row(item, {"choices": [dict(one) for one in item.options]}, item.correct_ids[0]),
        ["gold=answer:letter"],
    ),
    "a list in one text": (
        lambda item: row(item, {"options": json.dumps(option_texts(item))}, item.correct_ids[0]),
        ["gold=answer:letter"],
    ),
}
"""How an item is written, and what has to be said of it: texts may be letters and numbers as well."""


def write_csv(path: Path, rows: Rows) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(path: Path, rows: Rows) -> None:
    pa.parquet.write_table(pa.Table.from_pylist(rows), path)


WRITERS: dict[str, Callable[[Path, Rows], object]] = {
    ".csv": write_csv,
    ".jsonl": lambda path, rows: path.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8"),
    ".json": lambda path, rows: path.write_text(json.dumps(rows, ensure_ascii=False, indent=2), "utf-8"),
    ".parquet": write_parquet,
}
FLAT = {"columns", "a list in one text"}
CASES = [(name, ending) for name in LAYOUTS for ending in WRITERS if name in FLAT or ending != ".csv"]


@pytest.mark.parametrize(("name", "ending"), CASES)
@settings(max_examples=15, deadline=None)
@given(items=many_items())
def test_the_same_items_come_out(name: str, ending: str, items: list[Item]) -> None:
    write, said = LAYOUTS[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"items{ending}"
        WRITERS[ending](path, [write(item) for item in items])
        read = import_items(read_table(path), read_mapping([*said, "id=id"]).items, "mine")
    assert not read.bad
    assert list(read.items.values()) == items
