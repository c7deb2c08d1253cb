"""How many solver calls rows and attempts took."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import rounded
from cgr_audit.accuracy.measures import percent
from cgr_audit.records.rows import CallRow, RowKey

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AttemptCalls", "call_budgets", "calls_by_attempt"]

AttemptCalls = Mapping[tuple[RowKey, str], tuple[int, ...]]
"""Row and channel to the number of calls of each attempt that made any."""


def calls_by_attempt(calls: Iterable[CallRow]) -> dict[tuple[RowKey, str], tuple[int, ...]]:
    """Count the calls of every attempt, one call at a time."""
    counts: defaultdict[tuple[RowKey, str], Counter[int]] = defaultdict(Counter)
    for call in calls:
        counts[call.key, call.channel][call.attempt] += 1
    return {key: tuple(by_attempt[attempt] for attempt in sorted(by_attempt)) for key, by_attempt in counts.items()}


def call_budgets(table: pd.DataFrame, attempts: AttemptCalls, budget: int | None) -> list[dict[str, Any]]:
    """Mean, median, 95th percentile (linear interpolation) and maximum of calls, per row and per attempt.

    Args:
        table: the rows; those without a number of calls are left out.
        attempts: the calls of each attempt. An attempt without calls counts as zero.
        budget: the contract's calls per attempt; the share of attempts above it is given for the assisted path.
    """
    summary = []
    for channel in ("direct", "assisted"):
        known = table[table[f"{channel}_calls"].notna()]
        per_row = [int(value) for value in known[f"{channel}_calls"]]
        summary.append(_describe(channel, "row", per_row, None))
        per_attempt = []
        for line in known.itertuples(index=False):
            key = RowKey(str(line.dataset), str(line.item_id), str(line.solver), str(line.generator), int(line.sample))  # type: ignore[arg-type]
            counted = attempts.get((key, channel), ())
            tried = int(line.attempts) if channel == "assisted" and not _is_na(line.attempts) else len(counted)  # type: ignore[arg-type]
            per_attempt += [*counted, *[0] * (tried - len(counted))]
        summary.append(_describe(channel, "attempt", per_attempt, budget if channel == "assisted" else None))
    return summary


def _describe(channel: str, per: str, values: list[int], budget: int | None) -> dict[str, Any]:
    import numpy as np  # noqa: PLC0415  numpy costs start-up time

    described: dict[str, Any] = {"channel": channel, "per": per, "count": len(values)}
    described |= {
        "mean": float(np.mean(values)) if values else None,
        "median": float(np.median(values)) if values else None,
        "p95": float(np.percentile(values, 95)) if values else None,
        "max": max(values, default=None),
        "budget": budget,
        "above_budget": None if budget is None else sum(value > budget for value in values),
        "above_budget_percent": None
        if budget is None
        else percent(sum(value > budget for value in values), len(values)),
    }
    return rounded(described)


def _is_na(value: object) -> bool:
    import pandas as pd  # noqa: PLC0415

    return value is None or value is pd.NA
