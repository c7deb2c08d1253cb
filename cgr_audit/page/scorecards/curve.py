"""A curve: figures of all rows at several settings, a line for each series, with its intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, tooltip, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, GENERATOR, NARROWS, PAPER, WARNING, WIDTH
from cgr_audit.page.scorecards.marks import TOLD, Mark
from cgr_audit.scorecards.curves import curve_figures
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.tables.cells import number
from cgr_audit.tables.table import FEWEST_ROWS

if TYPE_CHECKING:
    import altair as alt

__all__ = ["curve_chart"]

_COLOURS = (ASSISTED, GENERATOR, DIRECT, WARNING)
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])
_HEIGHT = 260
_WIDE = 20
"""A curve whose last setting is so many times its first is drawn over a logarithmic axis."""

_Placed = tuple[float, Mark]
"""A setting, and the figure there; its name is that of the series."""


def curve_chart(scored: Scored, name: str, series: Sequence[str]) -> Chart | None:
    """Some series of a curve over its numbers; nothing if it has fewer than two settings.

    Args:
        scored: the scorecard.
        name: the curve's.
        series: which series, at most four, where the curve has them.
    """
    curve = next((curve for curve in scored.scored.curves if curve.name == name), None)
    if curve is None:
        return None
    unit = scored.scored.case
    placed = [
        (float(point.at), Mark.of(point.series, figure, unit))
        for point, figure in curve_figures(scored, curve)
        if point.series in series and figure.rate is not None
    ]
    settings = sorted({at for at, _ in placed})
    if len(settings) < 2:
        return None
    there = [one for one in series if any(mark.name == one for _, mark in placed)]
    title = f"From {curve.axis} {settings[0]:g} to {settings[-1]:g}: {_went(placed, there)}."
    caption = (
        f"{curve.title}: all {unit}s, with the percentile bootstrap over them at {100 * scored.settings['level']:g} %. "
        f"{curve.note}"
    )
    said = "; ".join(f"{mark.name} at {at:g}: {mark.said} ({mark.interval}, {mark.rests})" for at, mark in placed)
    return Chart.of(f"{scored.name}-{name}", title, caption, f"{said}.", _drawing(placed, there, curve.axis, settings))


def _went(placed: Sequence[_Placed], series: Sequence[str]) -> str:
    """From where to where each series goes; of few rows, that they are few."""
    fewest = min((mark for _, mark in placed), key=lambda mark: mark.units)
    if fewest.units < FEWEST_ROWS:
        return f"{fewest.rests}, too few to say where it goes"
    ends = [(one, [mark for _, mark in placed if mark.name == one]) for one in series]
    return ", ".join(f"{one} {number(found[0].rate)} to {found[-1].said}" for one, found in ends)


def _drawing(
    placed: Sequence[_Placed], series: Sequence[str], axis: str, settings: Sequence[float]
) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    wide = settings[0] > 0 and settings[-1] >= _WIDE * settings[0]
    scale = alt.Scale(type="log" if wide else "linear", nice=False, zero=False, padding=12)
    whole = all(setting == int(setting) for setting in settings)
    x = alt.X("at:Q", title=axis, scale=scale, axis=alt.Axis(tickMinStep=1) if whole else alt.Axis())
    y = alt.Y("rate:Q", title="%", scale=alt.Scale(domain=[0, 100]))

    def by_series(kind: Any, choices: Sequence[Any]) -> Any:
        shown = alt.Scale(domain=list(series), range=list(choices[: len(series)]))
        return kind("name:N", scale=shown, title=None, legend=alt.Legend(orient="top", symbolOpacity=1))

    told = tooltip({"name": "figure", "at_said": axis, "said": "percent", **TOLD})
    dots = [mark.record(place) | {"at": at, "at_said": f"{at:g}"} for place, (at, mark) in enumerate(placed)]
    base = alt.Chart(values(dots)).encode(x=x, color=by_series(alt.Color, _COLOURS), tooltip=told)
    known = base.transform_filter("isValid(datum.low)")
    return alt.layer(
        known.mark_rule(strokeWidth=1.5, opacity=0.6).encode(y=alt.Y("low:Q", title="%"), y2="high:Q"),
        base.mark_line(strokeWidth=2).encode(y=y, strokeDash=by_series(alt.StrokeDash, _DASHES)),
        base.mark_point(size=60, filled=True, opacity=1, stroke=PAPER).encode(y=y, shape=by_series(alt.Shape, _SHAPES)),
    ).properties(width=WIDTH, usermeta={**NARROWS}, height=_HEIGHT)
