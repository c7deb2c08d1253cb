"""Probes joined to rows, and accuracy by what they show."""

from __future__ import annotations

from typing import Any

from cgr_audit.accuracy.counts import probe_counts
from cgr_audit.accuracy.summary import summarise
from cgr_audit.accuracy.tables import tables

ROWS = "d i s approved A B B\nd j s approved A A B\nd k s observe B B B\nd l s refused A - B\n"


def probe_of(item: str, sensitivity: str | None, **fields: Any) -> dict[str, Any]:
    return {"program_id": f"g/d/{item}.0.py", "item_id": item, "sensitivity": sensitivity, **fields}


PROBES = [probe_of("i", "sensitive", fallback="X"), probe_of("j", "sensitive"), probe_of("k", "insensitive")]


def test_a_row_has_the_probe_of_its_program_on_its_item(book: Any) -> None:
    table = book.table(ROWS, probes=[*PROBES, {**probe_of("i", "partly"), "item_id": "another"}])
    assert table["sensitivity"].fillna("-").tolist() == ["sensitive", "sensitive", "insensitive", "-"]
    assert table["probe_fallback"].fillna("-").tolist() == ["X", "-", "-", "-"]


def test_accuracy_by_whether_the_answer_follows_the_solver(book: Any) -> None:
    counts = probe_counts(book.table(ROWS, probes=PROBES))
    shown = [(line["sensitivity"], line["programs"], line["rows"], line["direct"], line["assisted"]) for line in counts]
    assert shown == [
        ("sensitive", 2, 2, 0.0, 50.0), ("insensitive", 1, 1, 100.0, 100.0), (None, 1, 1, 0.0, 0.0),
    ]  # fmt: skip


def test_without_probes_there_is_no_table(book: Any) -> None:
    assert probe_counts(book.table(ROWS)) == []
    names = {
        bool(probes): [table.name for table in tables(summarise(book.table(ROWS, probes=probes), {}, 10))]
        for probes in (PROBES, [])
    }
    assert [name for name in names[True] if name not in names[False]] == ["probes"]
    assert names[False] == [name for name in names[True] if name != "probes"]
