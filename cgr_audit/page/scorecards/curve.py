"""A curve: figures of all rows at several settings, a line for each series, with its intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, GENERATOR, PAPER, WARNING, WIDTH
from cgr_audit.scorecards.curves import curve_figures
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.scorecards.scored_rows import Curve
from cgr_audit.tables.cells import number

if TYPE_CHECKING:
    import altair as alt

__all__ = ["curve_chart"]

_COLOURS = (ASSISTED, GENERATOR, DIRECT, WARNING)
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])
_HEIGHT = 260
_WIDE = 20
"""A curve whose last setting is so many times its first is drawn over a logarithmic axis."""


def curve_chart(scored: Scored, name: str, series: Sequence[str]) -> Chart | None:
    """Some series of a curve over its numbers; nothing where it has fewer than two settings.

    Args:
        scored: the scorecard.
        name: the curve's.
        series: which series, at most four, where the curve has them.
    """
    curve = next((curve for curve in scored.scored.curves if curve.name == name), None)
    if curve is None:
        return None
    marks = _marks(scored, curve, series)
    settings = sorted({mark["at"] for mark in marks})
    if len(settings) < 2:
        return None
    there = [one for one in series if any(mark["series"] == one for mark in marks)]
    ends = [(one, [mark for mark in marks if mark["series"] == one]) for one in there]
    went = ", ".join(f"{one} {found[0]['rate']:.1f} to {found[-1]['rate']:.1f} %" for one, found in ends)
    title = f"From {curve.axis} {settings[0]:g} to {settings[-1]:g}: {went}."
    caption = (
        f"{curve.title}: all rows, with the percentile bootstrap over rows at {100 * scored.settings['level']:g} %. "
        f"{curve.note}"
    )
    said = "; ".join(f"{mark['series']} at {mark['at']:g}: {mark['said']} ({mark['interval']})" for mark in marks)
    drawing = _drawing(marks, there, curve.axis, settings)
    return Chart.of(f"{scored.name}-{name}", title, caption, f"{said}.", drawing)


def _drawing(marks: list[dict[str, Any]], series: list[str], axis: str, settings: Sequence[float]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    wide = settings[0] > 0 and settings[-1] >= _WIDE * settings[0]
    scale = alt.Scale(type="log" if wide else "linear", nice=False, zero=False, padding=12)
    whole = all(setting == int(setting) for setting in settings)
    x = alt.X("at:Q", title=axis, scale=scale, axis=alt.Axis(tickMinStep=1) if whole else alt.Axis())
    y = alt.Y("rate:Q", title="%", scale=alt.Scale(domain=[0, 100]))

    def by_series(kind: Any, choices: Sequence[Any]) -> Any:
        shown = alt.Scale(domain=series, range=list(choices[: len(series)]))
        return kind("series:N", scale=shown, title=None, legend=alt.Legend(orient="top"))

    tooltip = [alt.Tooltip(f"{name}:N") for name in ("series", "at", "said", "interval", "note")]
    colour = by_series(alt.Color, _COLOURS)
    base = alt.Chart(values(marks)).encode(x=x, color=colour)
    known = base.transform_filter("isValid(datum.low)")
    return alt.layer(
        known.mark_rule(strokeWidth=1.5, opacity=0.6).encode(y=alt.Y("low:Q", title="%"), y2="high:Q"),
        base.mark_line(strokeWidth=2).encode(y=y, strokeDash=by_series(alt.StrokeDash, _DASHES)),
        base.mark_point(size=60, filled=True, opacity=1, stroke=PAPER).encode(
            y=y, shape=by_series(alt.Shape, _SHAPES), tooltip=tooltip
        ),
    ).properties(width=WIDTH, height=_HEIGHT)


def _marks(scored: Scored, curve: Curve, series: Sequence[str]) -> list[dict[str, Any]]:
    found = []
    for point, figure in curve_figures(scored, curve):
        if point.series not in series or figure.rate is None:
            continue
        low, high = (None if end is None else 100 * end for end in (figure.interval.low, figure.interval.high))
        unsaid = low is None or high is None
        found.append(
            {
                "series": point.series,
                "at": point.at,
                "rate": 100 * figure.rate,
                "low": low,
                "high": high,
                "said": f"{number(100 * figure.rate)} %",
                "interval": figure.interval.refused if unsaid else f"{number(low or 0)} to {number(high or 0)}",
                "note": figure.interval.note or "",
            }
        )
    return found
