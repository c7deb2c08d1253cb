"""A scorecard as one HTML file that needs nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.rendering import rendered
from cgr_audit.page.scorecards.codemind import complexity_chart, lines_chart, loop_length_chart
from cgr_audit.page.scorecards.codesteps import (
    at_k_chart,
    failures_chart,
    passing_by_sws_chart,
    thresholds_chart,
)
from cgr_audit.page.scorecards.guesses import guesses_chart
from cgr_audit.page.scorecards.judges import judges_chart
from cgr_audit.page.scorecards.marks import Mark
from cgr_audit.page.scorecards.rates_by_group import rates_charts
from cgr_audit.page.scorecards.two_rates import TwoRates
from cgr_audit.scorecards.comparison import Comparison
from cgr_audit.scorecards.figure_record import rests_on_few
from cgr_audit.scorecards.rates import Figure
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.scorecards.tables import scorecard_tables
from cgr_audit.tables.table import Table
from cgr_audit.version import VERSION

__all__ = ["scorecard_charts", "scorecard_page"]

STYLES = ("page.css", "tables.css", "print.css")
SCRIPTS = ("elements.js", "filters.js", "tables.js", "navigation.js", "charts.js")

_OWN_CHARTS: MappingProxyType[str, tuple[Callable[[Scored], Chart | None], ...]] = MappingProxyType(
    {
        "codemind": (complexity_chart, lines_chart, loop_length_chart),
        "retraceqa": (TwoRates("answers-and-reasoning", "by-model", "answer_only", "reasoning_aware"), judges_chart),
        "clr-bench": (TwoRates("answers-and-rationales", "by-model", "qa", "qar"), guesses_chart),
        "codesteps": (at_k_chart, thresholds_chart, failures_chart, passing_by_sws_chart),
    }
)
"""By scorecard, the charts that it has beside those of its rates."""


def scorecard_charts(scored: Scored) -> tuple[Chart, ...]:
    """Its own charts, then those of the rates of each division with more than one group.

    A chart of its own that has the name of a division's stands in its place. Where a division has the same groups as an
    earlier one, as by task and model has where there is one task, it is not drawn again.
    """
    own = {chart.name: chart for draw in _OWN_CHARTS.get(scored.name, ()) if (chart := draw(scored)) is not None}
    rates: dict[str, Chart] = {}
    for division in scored.divisions:
        chart = own.get(f"{scored.name}-{division.name}")
        for one in (chart,) if chart is not None else rates_charts(scored, division):
            rates.setdefault(one.alternative, one)
    drawn = {chart.name for chart in rates.values()}
    return (*(chart for chart in own.values() if chart.name not in drawn), *rates.values())


def scorecard_page(scored: Scored, charts: Sequence[Chart], tables: Sequence[Table] | None = None) -> str:
    """The page: what was read, every chart, every table, and what the figures rest on.

    Args:
        scored: the figures.
        charts: of ``scorecard_charts``.
        tables: of ``scorecard_tables``, where they were made before.
    """
    overall, *further = scorecard_tables(scored) if tables is None else tables
    columns = tuple(column for column in overall.columns if _is_read(column.key, overall))
    content = {
        "scored": scored,
        "headlines": [_headline(figure, scored.scored.case) for figure in scored.overall.leaders],
        "overall": replace(overall, title="Overall", columns=columns),
        "meanings": [(record["measure"], record["meaning"]) for record in overall.records],
        "further": further,
        "compared": _compared(scored.scored.comparisons),
        "charts": charts,
        "basis": tuple(_basis(scored)),
    }
    return rendered("scorecard.html.jinja", STYLES, SCRIPTS, charts, content)


def _is_read(key: str, overall: Table) -> bool:
    """Whether a column of the overall table is on the page: meanings stand below it, and counts where there are any."""
    return key != "meaning" and (key != "correct" or any(record[key] is not None for record in overall.records))


def _headline(figure: Figure, case: str) -> dict[str, str]:
    """A figure that the scorecard is about, with what is to be borne in mind with it."""
    mark = Mark.of("", figure, case)
    if figure.rate is None:
        return {"rate": "–", "label": figure.label, "rests": f"not defined, {mark.rests}"}
    interval = mark.interval if mark.low is None else f"{100 * figure.interval.level:g} % interval {mark.interval}"
    few = "" if rests_on_few(figure, case) is None else ", which are few"
    return {"rate": mark.said, "label": figure.label, "rests": f"{interval}, over {mark.rests}{few}"}


def _compared(comparisons: Sequence[Comparison]) -> Mapping[str, list[tuple[str, str]]]:
    """By the name of a comparison what its measures are, which are not those of rows; each is explained once."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    explained: set[tuple[str, str]] = set()
    for one in comparisons:
        meanings = [(measure.label, measure.meaning) for part in one.parts[:1] for measure in part.measures]
        found[one.name] = [meaning for meaning in meanings if meaning not in explained]
        explained.update(meanings)
    return found


def _basis(scored: Scored) -> Iterator[tuple[str, str]]:
    yield "cgr-audit", VERSION
    for name, value in scored.settings.items():
        parts = [f"{part} {of}" for part, of in value.items() if of is not None] if isinstance(value, dict) else value
        shown = ", ".join(map(str, parts)) if isinstance(parts, list | tuple) else str(parts)
        yield name.replace("_", " "), shown or "–"
    for source in scored.sources:
        yield source.path, f"{source.rows:,} rows, sha256 {source.sha256}"
    if scored.audited is not None:
        yield "findings from", scored.audited
