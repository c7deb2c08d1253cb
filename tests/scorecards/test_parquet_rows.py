"""Numbers of Parquet files that have no integers with gaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.row_source import read_rows

TRACE = {"id": 1, "dataset": "csqa", "model": "m", "steps": ["a", "b"], "answer_correct": True, "first_error": -1}


def read(folder: Path, *records: dict[str, Any]) -> list[dict[str, Any]]:
    path = folder / "rows.parquet"
    pd.DataFrame(records).to_parquet(path)
    rows = read_rows([path], ReTraceQa())
    assert rows.bad == ()
    return rows.records


def test_integers_that_were_stored_as_floats_because_of_a_gap_are_integers_again(tmp_path: Path) -> None:
    found = read(tmp_path, {**TRACE, "first_error": None}, {**TRACE, "id": 2, "first_error": 1})
    assert [record["first_error"] for record in found] == [None, 1]
    assert type(found[1]["first_error"]) is int


@pytest.mark.parametrize(("other", "read_as"), [(0.5, 0.5), (1e300, 1e300), (float("inf"), None)])
def test_a_column_with_another_number_keeps_its_floats(other: float, read_as: float | None, tmp_path: Path) -> None:
    found = read(tmp_path, {**TRACE, "weight": 1.0}, {**TRACE, "id": 2, "weight": other})
    assert [record["weight"] for record in found] == [1.0, read_as]
    assert type(found[0]["weight"]) is float
