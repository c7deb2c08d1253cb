"""Comparing two packages over the rows that both have: tables in, values out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.comparison.detectable import detectable_difference
from cgr_audit.accuracy.comparison.mcnemar import clustered_test, holm, mcnemar
from cgr_audit.accuracy.comparison.pairing import Given
from cgr_audit.accuracy.comparison.result import Agreement, CallsSpent, Comparison, Transition
from cgr_audit.accuracy.comparison.rows import ComparedRows, Side, compared_rows
from cgr_audit.accuracy.intervals.estimates import Method, Resampling, differences
from cgr_audit.accuracy.intervals.pair_gains import pair_gains
from cgr_audit.accuracy.measures import percent
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.rows.answer_status import AnswerStatus
from cgr_audit.accuracy.treatments import Treatment

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["compare_tables"]


def compare_tables(
    first: Side,
    second: Side,
    *,
    channel: str = "assisted",
    treatment: Treatment = Treatment.KEPT,
    missing: Missing = Missing.WRONG,
    given: Given | None = None,
    resampling: Resampling | None = None,
    methods: Sequence[Method] = tuple(Method),
) -> Comparison:
    """Compare two packages over the rows that both have.

    Args:
        first: rows table and items of the first package.
        second: those of the second; differences are second minus first.
        channel: whose answers the rows are compared by.
        treatment: of rows whose program is not approved, applied to each package by its own verdicts.
        missing: what is done with rows that lack an answer.
        given: which solvers, generators or samples belong together where that is not plain.
        resampling: of the intervals; by default 10,000 resamples, seed 0, 95 %.
        methods: of the intervals, in order.

    Raises:
        UsageError: what belongs together is ambiguous, a package lacks the channel, or the treatment needs verdicts
            that a package does not have.
        NothingCollectedError: no row has a partner.
    """
    resampling = resampling or Resampling()
    rows = compared_rows(first, second, channel=channel, treatment=treatment, missing=missing, given=given or {})
    table = _side_by_side(rows, channel)
    intervals = _own_intervals(rows, table, resampling.level)
    level = resampling.level
    overall = _agreement(table, None, None, level)
    return Comparison(
        channel=channel,
        treatment=treatment,
        missing=missing,
        resampling=resampling,
        matches=rows.matches,
        population=rows.population,
        differing_items=rows.differing_items,
        answers=_answers(overall),
        overall=overall,
        pairs=_adjusted([_agreement(pair, key, intervals.get(key), level) for key, pair in _by_pair(table)]),
        estimates=differences(rows.first, rows.second, resampling, methods),
        calls=tuple(_calls_spent(rows, path) for path in ("direct", "assisted")),
        transitions=_transitions(rows, table),
        rows=table.drop(columns=["first_status", "second_status"]),
    )


def _side_by_side(rows: ComparedRows, channel: str) -> pd.DataFrame:
    keys = rows.first[["dataset", "item_id", "solver", "generator", "sample"]]
    return keys.assign(
        solver_second=rows.second_solver,
        first_correct=rows.first[f"{channel}_correct"].astype(bool),
        second_correct=rows.second[f"{channel}_correct"].astype(bool),
        first_status=rows.first[f"{channel}_status"].astype(str),
        second_status=rows.second[f"{channel}_status"].astype(str),
    )


def _by_pair(table: pd.DataFrame) -> list[tuple[tuple[str, str], pd.DataFrame]]:
    return [
        ((str(dataset), str(solver)), pair) for (dataset, solver), pair in table.groupby(PAIR, sort=True, observed=True)
    ]


def _own_intervals(rows: ComparedRows, table: pd.DataFrame, level: float) -> dict[tuple[str, str], tuple[float, float]]:
    """Each pair's interval of the difference: second against first on the same rows are paired proportions."""
    paired = rows.first.assign(direct_correct=table["first_correct"], assisted_correct=table["second_correct"])
    lines = pair_gains(paired, level)
    return {
        (str(dataset), str(solver)): (float(low), float(high))
        for dataset, solver, low, high in zip(
            lines["dataset"], lines["solver"], lines["low"], lines["high"], strict=True
        )
    }


def _agreement(
    rows: pd.DataFrame, pair: tuple[str, str] | None, interval: tuple[float, float] | None, level: float
) -> Agreement:
    first, second = rows["first_correct"], rows["second_correct"]
    both, only_first, only_second = (
        int((first & second).sum()), int((first & ~second).sum()), int((~first & second).sum())
    )  # fmt: skip
    count = len(rows)
    balance = second.astype(int) - first.astype(int)
    by_item = balance.groupby([rows["dataset"], rows["item_id"]], observed=True).agg(["sum", "size"])
    balances = by_item["sum"].tolist()
    low, high = interval if interval is not None else (None, None)
    return Agreement(
        dataset=None if pair is None else pair[0],
        solver_first=None if pair is None else pair[1],
        solver_second=None if pair is None else str(rows["solver_second"].iloc[0]),
        rows=count,
        items=len(by_item),
        both=both,
        only_first=only_first,
        only_second=only_second,
        neither=count - both - only_first - only_second,
        first=percent(both + only_first, count),
        second=percent(both + only_second, count),
        difference=100.0 * (only_second - only_first) / count if count else None,
        low=low,
        high=high,
        detectable=detectable_difference(balances, by_item["size"].tolist(), level),
        test=mcnemar(only_first, only_second),
        adjusted=None,
        clustered=clustered_test(balances),
        answers_first=_by_status(rows["first_status"]),
        answers_second=_by_status(rows["second_status"]),
    )


def _adjusted(pairs: list[Agreement]) -> tuple[Agreement, ...]:
    adjusted = holm([pair.test.exact for pair in pairs])
    return tuple(replace(pair, adjusted=value) for pair, value in zip(pairs, adjusted, strict=True))


def _answers(overall: Agreement) -> list[dict[str, Any]]:
    answers = {"first": overall.answers_first, "second": overall.answers_second}
    return [{"package": package, "rows": overall.rows, **by_status} for package, by_status in answers.items()]


def _by_status(status: pd.Series[str]) -> dict[str, int]:
    counts = status.value_counts()
    return {known.value: int(counts.get(known.value, 0)) for known in AnswerStatus}


def _calls_spent(rows: ComparedRows, path: str) -> CallsSpent:
    one, other = rows.first[f"{path}_calls"], rows.second[f"{path}_calls"]
    known = (one.notna() & other.notna()).to_numpy(bool)
    count = int(known.sum())
    if not count:
        return CallsSpent(path, 0, None, None, None)
    mean, mean_second = float(one[known].mean()), float(other[known].mean())
    return CallsSpent(path, count, mean, mean_second, mean_second - mean)


def _transitions(rows: ComparedRows, table: pd.DataFrame) -> tuple[Transition, ...]:
    verdicts = {
        name: side["verdict"].astype("string") for name, side in (("first", rows.first), ("second", rows.second))
    }
    if any(side.isna().all() for side in verdicts.values()):
        return ()
    named = table.assign(**{f"verdict_{name}": side.fillna("not judged") for name, side in verdicts.items()})
    return tuple(
        Transition(
            str(first),
            str(second),
            len(part),
            int((part["first_correct"] & ~part["second_correct"]).sum()),
            int((~part["first_correct"] & part["second_correct"]).sum()),
        )
        for (first, second), part in named.groupby(["verdict_first", "verdict_second"], sort=True)
    )
