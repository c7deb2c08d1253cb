"""The gain under each treatment, with every interval beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.page.charts.chart import Chart, points, rests_on, values
from cgr_audit.page.charts.theme import ASSISTED, INK, PAPER, QUIET, WIDTH

__all__ = ["treatments_chart"]


def treatments_chart(headlines: Sequence[Mapping[str, Any]], methods: Mapping[str, Mapping[str, Any]]) -> Chart | None:
    """The micro gain under the treatments, an interval for each method; nothing where there is no interval.

    Args:
        headlines: the records of ``headline`` in ``accuracy.json``, with their ``estimates``.
        methods: the records of ``methods`` by name.
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    lines = [line for headline in headlines for line in _lines(headline, methods)]
    if not lines:
        return None
    order = list(dict.fromkeys(str(line["treatment"]) for line in lines))
    labels = list(dict.fromkeys(str(line["method"]) for line in lines))
    y = alt.Y("method:N", sort=labels, title=None, axis=alt.Axis(domain=False, ticks=False, grid=True))
    title = "gain, percentage points (assisted − direct)"
    base = alt.Chart().encode(y=y)
    known = base.transform_filter("isValid(datum.low)")
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("treatment", "method", "gain_said", "interval", "rests")]
    ends = [line[name] for line in lines for name in ("low", "gain", "high") if line[name] is not None]
    x = alt.X("gain:Q", scale=alt.Scale(domain=[min(0.0, *ends), max(0.0, *ends)], nice=True), title=title)
    panel = alt.layer(
        alt.Chart().transform_calculate(zero="0").mark_rule(color=INK, strokeDash=[4, 3]).encode(x="zero:Q"),
        known.mark_rule(color=ASSISTED, strokeWidth=2).encode(x="low:Q", x2="high:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="low:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="high:Q"),
        base.mark_point(shape="circle", size=55, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(
            x=x, tooltip=tooltip
        ),
        base.transform_filter("!isValid(datum.low)")
        .mark_text(align="left", dx=9, color=QUIET)
        .encode(x="gain:Q", text=alt.value("no interval")),
        base.transform_filter(f"datum.method == '{labels[0]}'")
        .mark_text(dy=-11, fontWeight="bold", color=INK)
        .encode(x="gain:Q", text="gain_said:N"),
    ).properties(width=WIDTH, height={"step": 19})
    header = alt.Header(
        labelAngle=0, labelAlign="left", labelAnchor="start", labelOrient="top", labelPadding=2, title=None
    )
    drawn = panel.facet(data=values(lines), row=alt.Row("treatment:N", sort=order, header=header), spacing=12)
    caption = (
        "Micro gain (over rows) under each treatment, with the interval by each method; what each method resamples, "
        "and what it rests on, is in the table of intervals. The dashed line is no gain."
    )
    said = "; ".join(
        f"{line['treatment']}, {line['method']}: {line['gain_said']} points, {line['interval']}" for line in lines
    )
    return Chart.of("gain-by-treatment", _title(lines), caption, said, drawn)


def _lines(headline: Mapping[str, Any], methods: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One for each method of the estimate of the micro gain."""
    found = [one for one in headline["estimates"] if one["average"] == "micro" and one["measure"] == "gain"]
    lines: list[dict[str, Any]] = []
    for estimate in found:
        if estimate["value"] is None:
            continue
        treatment = f"{Treatment(headline['treatment']).label} ({headline['micro']['rows']:,} rows)"
        lines += [
            {
                "treatment": treatment,
                "method": methods[interval["method"]]["label"],
                "gain": estimate["value"],
                "gain_said": points(estimate["value"]),
                "low": interval["low"],
                "high": interval["high"],
                "interval": interval["refused"] or f"{points(interval['low'])} to {points(interval['high'])}",
                "rests": interval["note"] or rests_on(interval, methods),
            }
            for interval in estimate["intervals"]
        ]
    return lines


def _title(lines: Sequence[Mapping[str, Any]]) -> str:
    known = [line for line in lines if line["low"] is not None]
    clear = sum(line["low"] > 0 or line["high"] < 0 for line in known)
    gains = [line["gain"] for line in lines]
    span = f"between {points(min(gains))} and {points(max(gains))}" if len(set(gains)) > 1 else points(gains[0])
    return f"The gain is {span} points; {clear} of its {len(known)} intervals leave out zero."
