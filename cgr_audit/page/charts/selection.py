"""Which charts a report has, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.page.charts.calls import calls_chart
from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.choices import Choices
from cgr_audit.page.charts.controls import controls_chart
from cgr_audit.page.charts.direct_against_assisted import direct_against_assisted_chart
from cgr_audit.page.charts.gain_by_pair import gain_by_pair_chart
from cgr_audit.page.charts.headline import headline_chart
from cgr_audit.page.charts.rules_by_dataset import rules_by_dataset_chart
from cgr_audit.page.charts.treatments import treatments_chart

__all__ = ["charts", "undrawn"]

_WHAT: Mapping[str, str] = MappingProxyType(
    {
        "accuracy-by-treatment": "accuracy by treatment",
        "gain-by-treatment": "gain by treatment with intervals",
        "gain-by-pair": "gain by pair",
        "direct-against-assisted": "direct against assisted accuracy by pair",
        "calls": "solver calls",
        "rules-by-dataset": "findings by rule and dataset",
    }
)


def charts(
    record: Mapping[str, Any], pairs: Sequence[Mapping[str, Any]], slugs: Mapping[str, str]
) -> tuple[Chart, ...]:
    """The charts of a summary; one that would be empty is left out. Pairs and rules are of every row that counts.

    Args:
        record: the content of ``accuracy.json``.
        pairs: lines of ``pair_gains`` under the treatment ``kept``.
        slugs: the name of each rule by its code.
    """
    from altair.utils.schemapi import debug_mode  # noqa: PLC0415  altair costs start-up time

    with debug_mode(False):
        return _charts(_shown(record), _shown(list(pairs)), _shown(slugs))


def _charts(
    record: Mapping[str, Any], pairs: Sequence[Mapping[str, Any]], slugs: Mapping[str, str]
) -> tuple[Chart, ...]:
    kept = record["headline"][-1]
    methods = {method["method"]: method for method in record["methods"]}
    choices = Choices.of(record)
    by_pair = [line for line in record["by_pair"] if line["treatment"] == kept["treatment"]]
    drawn = (
        controls_chart(record["controls"]["comparisons"], methods, choices),
        headline_chart(record["headline"], choices),
        treatments_chart(record["headline"], methods, choices),
        None if kept["too_few"] else gain_by_pair_chart(pairs, kept["macro"], _macro_gain(kept), methods, choices),
        direct_against_assisted_chart(by_pair, choices),
        calls_chart(record["calls_histogram"], record["budgets"], choices),
        rules_by_dataset_chart(record["rules"], slugs, choices),
    )
    return tuple(chart for chart in drawn if chart is not None)


def undrawn(drawn: Sequence[Chart]) -> tuple[str, ...]:
    """What the charts show that are not among these."""
    names = {chart.name for chart in drawn}
    return tuple(what for name, what in _WHAT.items() if name not in names)


def _macro_gain(headline: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The intervals of the macro gain."""
    for estimate in headline["estimates"]:
        if estimate["average"] == "macro" and estimate["measure"] == "gain":
            found: Sequence[Mapping[str, Any]] = estimate["intervals"]
            return found
    return ()


def _shown(value: Any) -> Any:
    """A record in every text of which nothing hides: names of datasets and solvers are anybody's."""
    if isinstance(value, str):
        return escape_control_characters(value)
    if isinstance(value, Mapping):
        return {_shown(name): _shown(part) for name, part in value.items()}
    return [_shown(part) for part in value] if isinstance(value, list | tuple) else value
