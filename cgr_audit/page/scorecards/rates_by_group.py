"""A rate of every group of a division, with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.scorecards.groups import Naming, divided, undrawn, unit_of, with_most_rows
from cgr_audit.page.scorecards.lines import in_lines
from cgr_audit.page.scorecards.marks import Mark, apart
from cgr_audit.page.scorecards.titles import begun, ranged
from cgr_audit.scorecards.scorecard import Division, Group, Scored

__all__ = ["rates_chart"]

_FEWEST = 2
"""One group alone is compared with nothing."""


def rates_chart(scored: Scored, division: Division, key: str | None = None) -> Chart | None:
    """The groups in their order, a line each; nothing where fewer than two have a rate.

    Args:
        scored: the scorecard, for the caption.
        division: its groups.
        key: the measure, whose name the chart carries; by default the first one that two groups have, as rows of
            samples without steps have no SWS.
    """
    keys = [figure.key for figure in division.groups[0].figures]
    for measure in range(len(keys)) if key is None else (keys.index(key),):
        known = [group for group in division.groups if group.figures[measure].rate is not None]
        if len(known) >= _FEWEST:
            return _chart(scored, division, known, measure, "" if key is None else f"-{key.replace('_', '-')}")
    return None


def _chart(scored: Scored, division: Division, known: Sequence[Group], measure: int, ending: str) -> Chart:
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
    caption += naming.shared + undrawn(len(drawn), len(known))
    said = "; ".join(mark.words for mark in drawn)
    name = f"{scored.name}-{division.name}{ending}"
    return Chart.of(name, ranged(what, drawn), caption, f"{said}.", in_lines(drawn, label, naming.kind))
