"""Which charts a report has, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.page.charts.calls import calls_chart
from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.direct_against_assisted import direct_against_assisted_chart
from cgr_audit.page.charts.gain_by_pair import gain_by_pair_chart
from cgr_audit.page.charts.headline import headline_chart
from cgr_audit.page.charts.rules_by_dataset import rules_by_dataset_chart
from cgr_audit.page.charts.treatments import treatments_chart

__all__ = ["LEVEL", "charts"]

LEVEL = 0.95


def charts(
    record: Mapping[str, Any],
    pairs: Sequence[Mapping[str, Any]],
    calls: Sequence[Mapping[str, Any]],
    slugs: Mapping[str, str],
) -> tuple[Chart, ...]:
    """The charts of a summary; one that would be empty is left out.

    Args:
        record: the content of ``accuracy.json``.
        pairs: lines of ``pair_gains`` over every row that counts.
        calls: how many rows made how many calls: ``channel``, ``calls``, ``count``.
        slugs: the name of each rule by its code.
    """
    kept = record["headline"][-1]
    by_pair = [line for line in record["by_pair"] if line["treatment"] == kept["treatment"]]
    rows = {line["dataset"]: line["rows"] for line in record["by_dataset"] if line["treatment"] == kept["treatment"]}
    budget = next((line["budget"] for line in record["budgets"] if line["budget"] is not None), None)
    drawn = (
        headline_chart(record["headline"]),
        treatments_chart(record["headline"]),
        gain_by_pair_chart(pairs, kept["macro"], _intervals(kept), LEVEL),
        direct_against_assisted_chart(by_pair),
        calls_chart(calls, budget, "row"),
        rules_by_dataset_chart(record["rules"], rows, slugs),
    )
    return tuple(chart for chart in drawn if chart is not None)


def _intervals(headline: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The intervals of the macro gain."""
    for estimate in headline.get("estimates", ()):
        if estimate["average"] == "macro" and estimate["measure"] == "gain":
            found: Sequence[Mapping[str, Any]] = estimate["intervals"]
            return found
    return ()
