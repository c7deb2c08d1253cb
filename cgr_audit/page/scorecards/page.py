"""A scorecard as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.rendering import rendered
from cgr_audit.page.scorecards.codemind import complexity_chart, loop_length_chart
from cgr_audit.page.scorecards.codesteps import (
    at_k_chart,
    failures_chart,
    passing_by_sws_chart,
    thresholds_chart,
)
from cgr_audit.page.scorecards.guesses import guesses_chart
from cgr_audit.page.scorecards.judges import judges_chart
from cgr_audit.page.scorecards.rates_by_group import rates_chart
from cgr_audit.page.scorecards.two_rates import TwoRates
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.scorecards.tables import scorecard_tables
from cgr_audit.tables.table import Table
from cgr_audit.version import VERSION

__all__ = ["scorecard_charts", "scorecard_page"]

STYLES = ("page.css", "tables.css", "print.css")
SCRIPTS = ("elements.js", "tables.js", "navigation.js", "charts.js")

_OWN_CHARTS: MappingProxyType[str, tuple[Callable[[Scored], Chart | None], ...]] = MappingProxyType(
    {
        "codemind": (complexity_chart, loop_length_chart),
        "retraceqa": (TwoRates("answers-and-reasoning", "by-model", "answer_only", "reasoning_aware"), judges_chart),
        "clr-bench": (TwoRates("answers-and-rationales", "by-model", "qa", "qar"), guesses_chart),
        "codesteps": (at_k_chart, thresholds_chart, failures_chart, passing_by_sws_chart),
    }
)
"""By scorecard, the charts that it has beside those of its rates."""


def scorecard_charts(scored: Scored) -> tuple[Chart, ...]:
    """Its own charts first, then one of the rates of each division with more than one group.

    A chart of its own that has the name of a division's stands for that.
    """
    own = [chart for draw in _OWN_CHARTS.get(scored.name, ()) if (chart := draw(scored)) is not None]
    drawn = {chart.name for chart in own}
    rates = [chart for division in scored.divisions if (chart := rates_chart(scored, division)) is not None]
    return (*own, *(chart for chart in rates if chart.name not in drawn))


def scorecard_page(scored: Scored, charts: Sequence[Chart], tables: Sequence[Table] | None = None) -> str:
    """The page: what was read, every chart, every table, and what the figures rest on.

    Args:
        scored: the figures.
        charts: of ``scorecard_charts``.
        tables: of ``scorecard_tables``, where they were made before.
    """
    tables = scorecard_tables(scored) if tables is None else tables
    content = {
        "scored": scored,
        "overall": tables[0],
        "further": tables[1:],
        "charts": charts,
        "basis": tuple(_basis(scored)),
    }
    return rendered("scorecard.html.jinja", STYLES, SCRIPTS, charts, content)


def _basis(scored: Scored) -> Iterator[tuple[str, str]]:
    yield "cgr-audit", VERSION
    for name, value in scored.settings.items():
        parts = [f"{part} {of}" for part, of in value.items()] if isinstance(value, dict) else value
        shown = ", ".join(map(str, parts)) if isinstance(parts, list | tuple) else str(parts)
        yield name.replace("_", " "), shown or "–"
    for source in scored.sources:
        yield source.path, f"{source.rows:,} rows, sha256 {source.sha256}"
    if scored.audited is not None:
        yield "findings from", scored.audited
