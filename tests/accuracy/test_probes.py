"""Probes joined to rows, and accuracy by what they show."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from cgr_audit.accuracy.intervals.estimates import Resampling
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import calls_by_attempt
from cgr_audit.accuracy.summary import AccuracySummary, summarise
from cgr_audit.accuracy.tables import tables

ROWS = "d i s approved A B B\nd j s approved A A B\nd k s observe B B B\nd l s refused A - B\n"


def probe_of(item: str, sensitivity: str | None, **fields: Any) -> dict[str, Any]:
    return {"program_id": f"g/d/{item}.0.py", "item_id": item, "sensitivity": sensitivity, **fields}


PROBES = [probe_of("i", "sensitive", fallback="X"), probe_of("j", "sensitive"), probe_of("k", "insensitive")]


def test_a_row_has_the_probe_of_its_program_on_its_item(book: Any) -> None:
    table = book.table(ROWS, probes=[*PROBES, {**probe_of("i", "partly"), "item_id": "another"}])
    assert table["sensitivity"].fillna("-").tolist() == ["sensitive", "sensitive", "insensitive", "-"]
    assert table["probe_fallback"].fillna("-").tolist() == ["X", "-", "-", "-"]


def summarised(table: pd.DataFrame) -> AccuracySummary:
    return summarise(table, calls_by_attempt([]), Settings(resampling=Resampling(20)))


def test_accuracy_by_whether_the_answer_follows_the_solver(book: Any) -> None:
    many = "\n".join(f"d {number} s approved {'B' if number < 4 else 'A'} B B" for number in range(10))
    probes = [probe_of(str(number), "sensitive") for number in range(10)]
    counts = summarised(book.table(f"{ROWS}{many}", probes=[*probes, *PROBES])).probes
    shown = [(line["sensitivity"], line["programs"], line["rows"], line["direct"], line["assisted"]) for line in counts]
    assert shown == [
        ("sensitive", 12, 12, pytest.approx(100 * 4 / 12), pytest.approx(100 * 11 / 12)),
        ("insensitive", 1, 1, None, None), (None, 1, 1, None, None),
    ]  # fmt: skip
    assert [line["too_few"] for line in counts] == [False, True, True]


def test_without_probes_there_is_no_table(book: Any) -> None:
    assert summarised(book.table(ROWS)).probes == []
    names = {
        bool(probes): [
            table.name
            for table in tables(
                summarise(book.table(ROWS, probes=probes), calls_by_attempt([]), Settings(resampling=Resampling(20)))
            )
        ]
        for probes in (PROBES, [])
    }
    assert [name for name in names[True] if name not in names[False]] == ["probes"]
    assert names[False] == [name for name in names[True] if name != "probes"]
