"""A rate of every group of a division, with its interval."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.scorecards.groups import Naming, divided, undrawn, unit_of, with_most_rows
from cgr_audit.page.scorecards.lines import in_lines
from cgr_audit.page.scorecards.marks import Mark, apart
from cgr_audit.page.scorecards.titles import begun, left_aside, ranged
from cgr_audit.scorecards.scorecard import Division, Scored

__all__ = ["rates_chart", "rates_charts"]

_FEWEST = 2
"""One group alone is compared with nothing."""


def rates_charts(scored: Scored, division: Division) -> Iterator[Chart]:
    """The rates that groups are about, a chart for each that at least two groups have."""
    for place, key in enumerate(dict.fromkeys(group.main.key for group in division.groups)):
        chart = rates_chart(scored, division, key, is_first=not place)
        if chart is not None:
            yield chart


def rates_chart(scored: Scored, division: Division, key: str, *, is_first: bool = False) -> Chart | None:
    """The groups in their order, a line each; nothing if fewer than two have a rate.

    Args:
        scored: the scorecard, for the caption.
        division: its groups.
        key: the measure.
        is_first: whether the chart is named by the division alone, and not by the measure too.
    """
    measure = [figure.key for figure in division.groups[0].figures].index(key)
    known = [group for group in division.groups if group.figures[measure].rate is not None]
    if len(known) < _FEWEST:
        return None
    naming = Naming.of(known)
    unit = unit_of(scored, division)
    marks = [Mark.of(naming.name(group), group.figures[measure], unit) for group in known]
    drawn = apart([marks[place] for place in with_most_rows(marks)])
    label = drawn[0].figure.label
    what = divided(label, division)
    caption = (
        f"{begun(what)}, with the percentile bootstrap over {unit}s at {100 * scored.settings['level']:g} %; on the "
        f"right how many each rests on. {division.note}"
    ).strip()
    caption += naming.shared + left_aside(drawn) + undrawn(len(drawn), len(known))
    said = "; ".join(mark.words for mark in drawn)
    name = f"{scored.name}-{division.name}" + ("" if is_first else f"-{key.replace('_', '-')}")
    return Chart.of(name, ranged(what, drawn), caption, f"{said}.", in_lines(drawn, label, naming.kind))
