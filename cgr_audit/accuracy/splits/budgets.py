"""How many solver calls rows and attempts took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import rounded
from cgr_audit.accuracy.measures import percent
from cgr_audit.accuracy.treatments import is_executed
from cgr_audit.records.call_counts import METADATA
from cgr_audit.records.rows import CallRow, Channel, RowKey
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from cgr_audit.records.package import TracePackage

__all__ = [
    "ATTEMPT",
    "CallNumbers",
    "attempts_of",
    "call_budgets",
    "call_numbers",
    "calls_by_attempt",
    "calls_histogram",
]

_ATTEMPT_KEY = (*RowKey._fields, "channel", "attempt")
ATTEMPT = (*_ATTEMPT_KEY, "calls", *METADATA)
"""The columns of the table of attempts."""
_KEY = list(RowKey._fields)


@dataclass(frozen=True, slots=True, eq=False)
class CallNumbers:
    """The numbers of calls of one channel."""

    channel: str
    per_row: pd.Series[int]
    per_attempt: pd.Series[int]
    """Of the rows whose attempts are known."""
    rows: int
    """All that count."""
    not_executed: int
    """Of these, rows whose program was not executed, so that there is no number of assisted calls to know."""
    rows_of_attempts: int
    """Rows whose attempts are known."""


def attempts_of(package: TracePackage) -> pd.DataFrame:
    """The recorded calls of every attempt of a package; see ``calls_by_attempt``.

    They were counted when the package was opened. Keys are spelled as in the rows table: without lone surrogates.
    """
    import pandas as pd  # noqa: PLC0415  these cost start-up time
    import pyarrow as pa  # noqa: PLC0415

    from cgr_audit.records.result_columns import text_array  # noqa: PLC0415

    counts = package.checked.calls
    columns = {
        "dataset": text_array([key.dataset for key in counts.programs]).take(counts.program),
        "item_id": text_array([key.item_id for key in counts.programs]).take(counts.program),
        "solver": text_array(counts.solvers).take(counts.solver),
        "generator": text_array([key.generator for key in counts.programs]).take(counts.program),
        "sample": pa.array([key.sample for key in counts.programs], pa.int64()).take(counts.program),
        "channel": pa.array([channel.value for channel in Channel], pa.large_string()).take(counts.channel),
    }
    texts = {pa.large_string(): pd.StringDtype("pyarrow")}
    attempts: pd.DataFrame = pa.table(columns).to_pandas(types_mapper=texts.get)
    return attempts.assign(attempt=counts.attempt, calls=counts.calls, **counts.saying)[list(ATTEMPT)]


def calls_by_attempt(calls: Iterable[CallRow]) -> pd.DataFrame:
    """Count the calls of every attempt, one call at a time.

    Returns:
        One line per attempt that made a call, with the columns ``ATTEMPT``: the row's key, channel, attempt, how many
        ``calls`` it made, and how many of these say each of ``METADATA``.
    """
    counts: Counter[tuple[Any, ...]] = Counter()
    saying: dict[str, Counter[tuple[Any, ...]]] = {name: Counter() for name in METADATA}
    for call in calls:
        key = (*call.key, call.channel, call.attempt)
        counts[key] += 1
        for name in METADATA:
            saying[name][key] += getattr(call, name) is not None
    return _attempts(counts, saying)


def call_numbers(rows: pd.DataFrame, attempts: pd.DataFrame) -> tuple[CallNumbers, CallNumbers]:
    """The numbers of calls of the direct and of the assisted channel.

    Per attempt, a row counts only where its attempts are known: where its recorded calls add up to those that it made
    (attempts of the assisted path without a recorded call made none), or where it had one attempt, which then made all.

    Args:
        rows: those that count; those whose number of calls is not known are left out.
        attempts: as ``calls_by_attempt`` gives them.
    """
    direct = _numbers("direct", rows, attempts)
    return direct, _numbers("assisted", rows, attempts)


def call_budgets(numbers: Iterable[CallNumbers], budget: int | None) -> list[dict[str, Any]]:
    """Mean, median, 95th percentile (linear interpolation) and maximum of calls, per row and per attempt.

    Args:
        numbers: of each channel.
        budget: the contract's calls per attempt; the share of attempts above it is given for the assisted path.

    Returns:
        Per channel a line over rows and one over attempts: ``rows`` that it rests on and ``rows_left_out`` of those
        that count, because their calls or attempts are not known, ``rows_not_executed`` among them; ``count`` of the
        numbers, what they are like, and ``reason`` where there are none. The share above the budget is of the attempts
        that are known, and null where these are fewer than ten (``too_few``).
    """
    summary = []
    for channel in numbers:
        allowed = budget if channel.channel == "assisted" else None
        summary.append(_describe(channel, "row", channel.per_row, len(channel.per_row), None))
        summary.append(_describe(channel, "attempt", channel.per_attempt, channel.rows_of_attempts, allowed))
    return summary


def calls_histogram(numbers: Iterable[CallNumbers]) -> list[dict[str, Any]]:
    """How many rows and how many attempts of each channel made each number of calls."""
    lines = []
    for channel in numbers:
        for per, values in (("row", channel.per_row), ("attempt", channel.per_attempt)):
            counts = values.value_counts().sort_index()
            pairs = zip(counts.index.tolist(), counts.tolist(), strict=True)
            lines += [
                {"channel": channel.channel, "per": per, "calls": calls, "count": count} for calls, count in pairs
            ]
    return lines


def _attempts(
    counts: Mapping[tuple[Any, ...], int], saying: Mapping[str, Mapping[tuple[Any, ...], int]]
) -> pd.DataFrame:
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    lines = [(*key, number, *(saying[name].get(key, 0) for name in METADATA)) for key, number in counts.items()]
    texts = dict.fromkeys(("dataset", "item_id", "solver", "generator", "channel"), pd.StringDtype("pyarrow"))
    return pd.DataFrame(lines, columns=list(ATTEMPT)).astype(texts)


def _numbers(channel: str, rows: pd.DataFrame, attempts: pd.DataFrame) -> CallNumbers:
    import numpy as np  # noqa: PLC0415
    import pandas as pd  # noqa: PLC0415

    known = rows.loc[rows[f"{channel}_calls"].notna(), [*_KEY, "attempts", f"{channel}_calls"]].reset_index(drop=True)
    total = known[f"{channel}_calls"].to_numpy(dtype="int64")
    place, made = _recorded(known, attempts[attempts["channel"] == channel])
    counted, recorded = np.bincount(place, minlength=len(known)), np.bincount(place, made, minlength=len(known))
    complete = recorded == total
    assisted = channel == "assisted"
    tried = known["attempts"].to_numpy(dtype="float64", na_value=np.nan) if assisted else counted.astype("float64")
    silent = np.nansum(np.clip(tried - counted, 0, None)[complete])
    is_lone = ~complete & (tried == 1) & assisted
    per_attempt = np.concatenate([made[complete[place]], np.zeros(int(silent), dtype="int64"), total[is_lone]])
    return CallNumbers(
        channel,
        pd.Series(total),
        pd.Series(per_attempt),
        rows=len(rows),
        not_executed=int((~is_executed(rows) & rows[f"{channel}_calls"].isna()).sum()) if assisted else 0,
        rows_of_attempts=int((complete | is_lone).sum()),
    )


def _recorded(known: pd.DataFrame, attempts: pd.DataFrame) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of the rows that recorded attempts belong to, and the calls of each; those of no row are left out."""
    if attempts.empty:
        return known.index[:0].to_numpy(dtype="int64"), attempts["calls"].to_numpy(dtype="int64")
    texts = dict.fromkeys(_KEY[:4], "string")
    numbered = known[_KEY].astype(texts).reset_index(names="place")
    found = numbered.merge(attempts[[*_KEY, "calls"]].astype(texts), on=_KEY, how="inner")
    return found["place"].to_numpy(dtype="int64"), found["calls"].to_numpy(dtype="int64")


def _describe(numbers: CallNumbers, per: str, values: pd.Series[int], rows: int, budget: int | None) -> dict[str, Any]:
    above = None if budget is None else int((values > budget).sum())
    empty, too_few = values.empty, len(values) < FEWEST_ROWS
    described: dict[str, Any] = {
        "channel": numbers.channel,
        "per": per,
        "rows": rows,
        "rows_left_out": numbers.rows - rows,
        "rows_not_executed": numbers.not_executed,
        "count": len(values),
        "mean": None if empty else float(values.mean()),
        "median": None if empty else float(values.median()),
        "p95": None if empty else float(values.quantile(0.95)),
        "max": None if empty else int(values.max()),
        "budget": budget,
        "above_budget": above,
        "above_budget_percent": None if above is None or too_few else percent(above, len(values)),
        TOO_FEW: too_few,
        "reason": _why_none(numbers, per) if empty else None,
    }
    return rounded(described)


def _why_none(numbers: CallNumbers, per: str) -> str:
    """Why there is no number of calls."""
    if not numbers.rows:
        return "no row counts"
    if numbers.not_executed == numbers.rows:
        return "no program was executed"
    if numbers.per_row.empty:
        return f"no row says how many {numbers.channel} calls it took"
    if per == "attempt" and numbers.rows_of_attempts:
        return f"no {numbers.channel} call was made"
    return "the calls of single attempts are not recorded"
