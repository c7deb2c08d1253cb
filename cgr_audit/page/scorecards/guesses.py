"""How many of a model's right answers were guessed: right, with a wrong rationale."""

from __future__ import annotations

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.scorecards.groups import division_named
from cgr_audit.page.scorecards.rates_by_group import rates_chart
from cgr_audit.scorecards.scorecard import Scored

__all__ = ["guesses_chart"]


def guesses_chart(scored: Scored) -> Chart | None:
    """The guess rate of every model, with its interval; nothing if fewer than two have one."""
    division = division_named(scored, "by-model")
    return None if division is None else rates_chart(scored, division, "guess_rate")
