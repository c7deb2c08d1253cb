"""Rows of ReTraceQA, and what comes of scoring them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, score

Row = Callable[..., dict[str, Any]]
Score = Callable[..., Scored]


@pytest.fixture
def row() -> Row:
    """Makes a row of a trace with three steps and a right answer; fields may be given."""

    def make(first_error: int | None = -1, **fields: Any) -> dict[str, Any]:
        trace = {"id": 1, "dataset": "csqa", "model": "small", "steps": ["a", "b", "c"], "answer_correct": True}
        return {**trace, "first_error": first_error, **fields}

    return make


@pytest.fixture
def rows_of() -> Callable[..., Rows]:
    """Rows as if they had been read from a file."""

    def make(*records: Mapping[str, Any]) -> Rows:
        places = [f"rows.jsonl:{number}" for number in range(1, len(records) + 1)]
        return Rows([dict(one) for one in records], places, (), (RowSource("rows.jsonl", "0" * 64, len(records)),))

    return make


@pytest.fixture
def scored(rows_of: Callable[..., Rows]) -> Score:
    """Scores rows."""

    def run(*records: Mapping[str, Any], by: tuple[str, ...] = (), threshold: float = 0.5) -> Scored:
        return score(ReTraceQa(threshold), rows_of(*records), by=by, resampling=Resampling(100, 0, 0.95))

    return run
