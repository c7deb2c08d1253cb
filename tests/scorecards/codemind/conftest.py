"""Rows of CodeMind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.codemind.traits import LookInto
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.running.runner import ProgramRunner
from cgr_audit.scorecards.running.sandboxes import DEFAULT_LIMITS
from cgr_audit.scorecards.scorecard import Scored, score

FEW = Resampling(300, 0, 0.95)
SHORT = replace(DEFAULT_LIMITS, fuel=10**9)
"""So that endless programs end soon."""
ADD = "def f(x):\n    return x + 1\n"
DOUBLE = "def f(x):\n    return x * 2\n"


def row(**fields: Any) -> dict[str, Any]:
    """A row of IER that is right, but for what is said."""
    return {"benchmark": "b", "model": "m", "task": "ier", "expected": "1", "predicted": "1", **fields}


def numbered(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows with ids."""
    return [{"id": number, **one} for number, one in enumerate(rows)]


def scored_of(*rows: dict[str, Any], look: LookInto = LookInto.AUTO, by: tuple[str, ...] = ()) -> Scored:
    """What comes of rows, which get ids unless they have them."""
    records = numbered(*rows)
    places = [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)]
    read = Rows(records, places, (), (RowSource("rows.jsonl", "0" * 64, len(records)),))
    return score(CodeMind(look, ProgramRunner(limits=SHORT), FEW), read, resampling=FEW, by=by)


def figure(scored: Scored, key: str) -> tuple[Any, ...]:
    """Rows, right ones and rate of a figure over all rows."""
    found = next(one for one in scored.overall.figures if one.key == key)
    return found.rows, found.correct, found.rate


def differences(scored: Scored, name: str) -> dict[str, tuple[float | None, float | None, float | None, int]]:
    """Of a comparison over all rows: the difference, the first and the second figure, and how many items."""
    (division,) = (one for one in scored.divisions if one.name == name)
    return {
        dict(group.labels)[name]: (*(figure.rate for figure in group.figures), group.figures[0].rows)
        for group in division.groups
        if dict(group.labels)["model"] == "all"
    }
