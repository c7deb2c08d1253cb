"""A scorecard whose rows try to break out of a page."""

from __future__ import annotations

from typing import Any

import pytest

from cgr_audit.scorecards.clr_bench.scorer import ClrBench
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, score

HOSTILE = "</script><script>alert(1)</script>\u202e`|<img src=x onerror=alert(2)>&quot;"
HOSTILE_SHOWN = HOSTILE.replace("\u202e", "\\u202e")


def scored_rows(*models: str, rows: int = 30) -> Scored:
    """So many rows of each model, with more right answers the later the model stands."""
    records: list[dict[str, Any]] = [
        {
            "id": number, "type": "MC", "model": model, "answer_score": int(number % 10 <= place),
            "rationale_score": int(number % 10 <= place),
        }
        for place, model in enumerate(models)
        for number in range(rows)
    ]  # fmt: skip
    places = [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)]
    source = RowSource("rows.jsonl", "0" * 64, len(records) + 1)
    return score(ClrBench(), Rows(records, places, (f"rows.jsonl:999: /id: {HOSTILE}",), (source,)))


@pytest.fixture
def hostile() -> Scored:
    """With two models, one of which has the name that tries to break out."""
    return scored_rows("plain", HOSTILE)
