"""Rows tables written down as short lines."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from cgr_audit.accuracy.rows.table import rows_table
from cgr_audit.records.rows import Item, ItemKey, ProgramRecord, ResultRow, SolverEntry

OPTIONS = tuple({"id": letter, "text": letter} for letter in "ABC")


class Book:
    """Builds rows from lines ``dataset item solver verdict direct assisted generator``; B is right, - is null."""

    def table(self, text: str, **changes: Any) -> pd.DataFrame:
        rows, items, programs, verdicts = [], {}, [], []
        for line in text.strip().splitlines():
            dataset, item_id, solver, verdict, *answers = line.split()
            direct, assisted, generator = (None if answer == "-" else answer for answer in answers[:3])
            fields = dict(part.split("=") for part in answers[3:])
            rows.append(
                ResultRow(
                    dataset, item_id, solver, "g", 0,
                    solverLLM_baseline_ans=direct, solverLLM_assisted_ans=assisted, genLLM_ans=generator,
                    origin="executed", outcome=fields.get("outcome", "completed"), attempts=1,
                    direct_calls=1, assisted_calls=int(fields.get("calls", 2)),
                    recorded_assisted_ans=fields.get("recorded"),
                )
            )  # fmt: skip
            items[ItemKey(dataset, item_id)] = Item(item_id, dataset, "?", OPTIONS, ("B",))
            program = ProgramRecord(f"g/{dataset}/{item_id}.0.py", dataset, item_id, "g", 0, "0" * 64)
            if program not in programs:
                programs.append(program)
                if verdict != "-":
                    verdicts.append({"program_id": program.program_id, "verdict": verdict, "reasons": []})
        arguments: dict[str, Any] = {
            "items": items,
            "solvers": {name: SolverEntry(registered=name != "unknown") for name in ("s", "t", "unknown")},
            "programs": programs,
            "verdicts": verdicts,
            "findings": [],
            "failure_value": "X",
        }
        return rows_table(rows, **{**arguments, **changes})


@pytest.fixture
def book() -> Book:
    return Book()
