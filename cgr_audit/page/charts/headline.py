"""The headline: direct, assisted and generator accuracy under each treatment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.page.charts.chart import Chart, percent, points, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, GENERATOR, PAPER, WIDTH

__all__ = ["headline_chart"]

SHAPES = {"direct": "circle", "assisted": "circle", "generator": "diamond"}


def headline_chart(headlines: Sequence[Mapping[str, Any]]) -> Chart:
    """A dot plot of micro accuracy.

    Args:
        headlines: the records of ``headline`` in ``accuracy.json``.
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    dots = []
    lines = []
    for headline in headlines:
        figures = headline["micro"]
        treatment = f"{Treatment(headline['treatment']).label} ({figures['rows']:,} rows)"
        lines.append({"treatment": treatment, "direct": figures["direct"], "assisted": figures["assisted"]})
        dots += [
            {
                "treatment": treatment,
                "channel": channel,
                "accuracy": figures[channel],
                "said": percent(figures[channel]),
            }
            for channel in SHAPES
            if figures[channel] is not None
        ]
    order = list(dict.fromkeys(line["treatment"] for line in lines))
    y = alt.Y("treatment:N", sort=order, title=None, axis=alt.Axis(domain=False, ticks=False))
    x = alt.X("accuracy:Q", scale=alt.Scale(domain=[0, 100]), title="right answers, % of rows")
    channels = list(SHAPES)
    base = alt.Chart(values(dots)).encode(y=y, x=x)
    drawn = alt.layer(
        alt.Chart(values([line for line in lines if None not in line.values()]))
        .mark_rule(color=ASSISTED, strokeWidth=3, opacity=0.45)
        .encode(y=y, x=alt.X("direct:Q"), x2="assisted:Q"),
        base.mark_point(size=110, opacity=1, strokeWidth=2.2).encode(
            shape=alt.Shape("channel:N", scale=alt.Scale(domain=channels, range=list(SHAPES.values())), title=None),
            stroke=alt.Stroke(
                "channel:N", scale=alt.Scale(domain=channels, range=[DIRECT, ASSISTED, GENERATOR]), title=None
            ),
            fill=alt.Fill(
                "channel:N", scale=alt.Scale(domain=channels, range=[PAPER, ASSISTED, GENERATOR]), title=None
            ),
            tooltip=[alt.Tooltip("treatment:N"), alt.Tooltip("channel:N"), alt.Tooltip("said:N", title="accuracy")],
        ),
        base.transform_filter("datum.channel == 'direct'")
        .mark_text(dy=17)
        .encode(text=alt.Text("accuracy:Q", format=".1f")),
        base.transform_filter("datum.channel != 'direct'")
        .mark_text(dy=-14)
        .encode(text=alt.Text("accuracy:Q", format=".1f")),
    ).properties(width=WIDTH, height={"step": 52})
    said = "; ".join(_said(headline) for headline in headlines)
    caption = (
        "Micro accuracy (over rows) of the direct (open circle), assisted (filled circle) and generator (diamond) "
        "channel, for each way to treat rows whose program is not approved."
    )
    return Chart.of("accuracy-by-treatment", _title(headlines), caption, said, drawn)


def _title(headlines: Sequence[Mapping[str, Any]]) -> str:
    gains = [headline["micro"]["gain"] for headline in headlines if headline["micro"]["gain"] is not None]
    if not gains:
        return "There is no channel to compare with another."
    if len(headlines) == 1:
        return f"Assisted answers are right {points(gains[0])} points more often than direct ones."
    span = f"between {points(min(gains))} and {points(max(gains))} points"
    return f"The gain is {span}, by what is done with programs not approved."


def _said(headline: Mapping[str, Any]) -> str:
    figures = headline["micro"]
    accuracies = ", ".join(f"{channel} {percent(figures[channel])}" for channel in SHAPES)
    return f"{Treatment(headline['treatment']).label}: {accuracies}, gain {points(figures['gain'])} points"
