"""The headline: direct, assisted and generator accuracy under each treatment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.page.charts.chart import Chart, percent, points, tooltip, values
from cgr_audit.page.charts.choices import Choices, left_out_as_too_few
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, GENERATOR, NARROWS, PAPER, WIDTH

if TYPE_CHECKING:
    import altair as alt

__all__ = ["NAME", "headline_chart"]

NAME = "accuracy-by-treatment"


class _Shape(NamedTuple):
    mark: str
    stroke: str
    fill: str
    said: str


SHAPES = {
    "direct": _Shape("circle", DIRECT, PAPER, "open circle"),
    "assisted": _Shape("circle", ASSISTED, ASSISTED, "filled circle"),
    "generator": _Shape("diamond", GENERATOR, GENERATOR, "diamond"),
}


def headline_chart(headlines: Sequence[Mapping[str, Any]], choices: Choices) -> Chart | None:
    """A dot plot of micro accuracy; nothing if every treatment leaves fewer than ten rows, or there is no channel.

    Args:
        headlines: the records of ``headline`` in ``accuracy.json``; those with ``too_few`` rows are left out.
        choices: for the caption.
    """
    drawn = [headline for headline in headlines if not headline["too_few"]]
    if not _channels(drawn):
        return None
    few = [_named(headline) for headline in headlines if headline["too_few"]]
    *others, last = (f"{channel} ({SHAPES[channel].said})" for channel in _channels(drawn))
    channels = f"{', '.join(others)} and {last} channel" if others else f"{last} channel"
    caption = (
        f"Micro accuracy (over rows) of the {channels}, for each way to treat rows whose program is not approved. "
    )
    caption += choices.accuracy() + _not_executed(drawn) + left_out_as_too_few(few)
    said = "; ".join(_said(headline) for headline in drawn)
    return Chart.of(NAME, _title(drawn), caption, said, _drawing(drawn))


def _drawing(headlines: Sequence[Mapping[str, Any]]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    order = [_named(headline) for headline in headlines]
    lines_of = "split(replace(datum.label, ' (', '|('), '|')"
    axis = alt.Axis(domain=False, ticks=False, labelExpr=lines_of, labelLineHeight=15, labelOffset=-7)
    y = alt.Y("treatment:N", sort=order, title=None, axis=axis)
    x = alt.X("accuracy:Q", scale=alt.Scale(domain=[0, 100]), title="right answers, % of rows")
    channels = _channels(headlines)
    shown = [SHAPES[channel] for channel in channels]

    def scale(of: str) -> dict[str, Any]:
        return {"scale": alt.Scale(domain=channels, range=[getattr(one, of) for one in shown]), "title": None}

    legend = alt.Legend(orient="top")
    told = tooltip({"treatment": "treatment", "channel": "channel", "said": "accuracy"})
    dots = values([dot for headline in headlines for dot in _dots(headline)])
    base = alt.Chart(dots).encode(y=y, x=x, tooltip=told)
    text = alt.Text("accuracy:Q", format=".1f")
    return alt.layer(
        alt.Chart(values([_line(headline) for headline in headlines if headline["micro"]["gain"] is not None]))
        .mark_rule(color=ASSISTED, strokeWidth=3, opacity=0.45)
        .encode(y=y, x=alt.X("direct:Q"), x2="assisted:Q"),
        base.mark_point(size=110, opacity=1, strokeWidth=2.2).encode(
            shape=alt.Shape("channel:N", legend=legend, **scale("mark")),
            stroke=alt.Stroke("channel:N", legend=legend, **scale("stroke")),
            fill=alt.Fill("channel:N", legend=legend, **scale("fill")),
        ),
        base.transform_filter("datum.channel == 'direct'").mark_text(dy=17).encode(text=text),
        base.transform_filter("datum.channel != 'direct'").mark_text(dy=-14).encode(text=text),
    ).properties(width=WIDTH, usermeta={**NARROWS}, height={"step": 52})


def _channels(headlines: Sequence[Mapping[str, Any]]) -> list[str]:
    """Those of which there is a mark."""
    return [channel for channel in SHAPES if any(one["micro"][channel] is not None for one in headlines)]


def _not_executed(headlines: Sequence[Mapping[str, Any]]) -> str:
    """Which of the generator's accuracies count rows as wrong whose program, and so whose answer, never ran."""
    numbers = [(Treatment(one["treatment"]).label, one["generator_not_executed"]) for one in headlines]
    said = "; ".join(f"{label} {rows:,}" for label, rows in numbers if rows)
    return f" Wrong for the generator because the program was not executed: {said} rows." if said else ""


def _named(headline: Mapping[str, Any]) -> str:
    return f"{Treatment(headline['treatment']).label} ({headline['micro']['rows']:,} rows)"


def _line(headline: Mapping[str, Any]) -> dict[str, Any]:
    return {"treatment": _named(headline), **{name: headline["micro"][name] for name in ("direct", "assisted")}}


def _dots(headline: Mapping[str, Any]) -> list[dict[str, Any]]:
    figures, treatment = headline["micro"], _named(headline)
    return [
        {"treatment": treatment, "channel": channel, "accuracy": figures[channel], "said": percent(figures[channel])}
        for channel in SHAPES
        if figures[channel] is not None
    ]


def _title(headlines: Sequence[Mapping[str, Any]]) -> str:
    gains = [headline["micro"]["gain"] for headline in headlines if headline["micro"]["gain"] is not None]
    if not gains:
        return "There is no channel to compare with another."
    if len(headlines) == 1:
        return f"The gain of assisted over direct answers is {points(gains[0])} points."
    if points(min(gains)) == points(max(gains)):
        return f"The gain is {points(gains[0])} points, whatever is done with programs not approved."
    span = f"between {points(min(gains))} and {points(max(gains))} points"
    return f"The gain is {span}, by what is done with programs not approved."


def _said(headline: Mapping[str, Any]) -> str:
    figures = headline["micro"]
    accuracies = ", ".join(f"{channel} {percent(figures[channel])}" for channel in SHAPES)
    return f"{_named(headline)}: {accuracies}, gain {points(figures['gain'])} points"
