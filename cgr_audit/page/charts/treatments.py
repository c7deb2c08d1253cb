"""The gain under each treatment, with every interval next to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.intervals.interval import Method
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.page.charts.chart import Chart, points, rests_on, spanned, tooltip, values
from cgr_audit.page.charts.choices import Choices, left_out_as_too_few
from cgr_audit.page.charts.theme import ASSISTED, INK, NARROWS, PAPER, QUIET, WIDTH

if TYPE_CHECKING:
    import altair as alt

__all__ = ["QUOTED", "treatments_chart"]

QUOTED = Method.CROSSED
"""The method whose interval the title says: the one to quote, as ``docs/intervals.md`` has it."""


def treatments_chart(
    headlines: Sequence[Mapping[str, Any]], methods: Mapping[str, Mapping[str, Any]], choices: Choices
) -> Chart | None:
    """The micro gain under the treatments, an interval for each method; nothing if there is no interval.

    Args:
        headlines: the records of ``headline`` in ``accuracy.json``, with their ``estimates``; those with ``too_few``
            rows are left out.
        methods: the records of ``methods`` by name.
        choices: for the caption.
    """
    lines = [line for headline in headlines if not headline["too_few"] for line in _lines(headline, methods)]
    if not lines:
        return None
    few = [_named(headline) for headline in headlines if headline["too_few"]]
    caption = (
        "Micro gain (over rows) under each treatment, with the interval by each method and, on the right, how many "
        "units it rests on; intervals of one treatment are of the same answers, so they do not add up. The dashed "
        f"line is no gain. {choices.intervals()} {choices.accuracy()}"
    )
    caption += left_out_as_too_few(few)
    said = "; ".join(
        f"{line['treatment']}, {line['method']}: {line['gain_said']} points, {line['interval']}" for line in lines
    )
    return Chart.of("gain-by-treatment", _title(lines), caption, said, _drawing(lines))


def _drawing(lines: list[dict[str, Any]]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    order = list(dict.fromkeys(str(line["treatment"]) for line in lines))
    labels = list(dict.fromkeys(str(line["method"]) for line in lines))
    y = alt.Y("method:N", sort=labels, title=None, axis=alt.Axis(domain=False, ticks=False, grid=True))
    title = "gain, percentage points (assisted − direct)"
    titles = {"treatment": "treatment", "method": "method", "gain_said": "gain", "interval": "interval"}
    base = alt.Chart().encode(y=y, tooltip=tooltip(titles | {"rests": "rests on", "note": "note"}))
    known = base.transform_filter("isValid(datum.low)")
    ends = [line[name] for line in lines for name in ("low", "gain", "high") if line[name] is not None]
    x = alt.X("gain:Q", scale=alt.Scale(domain=[min(0.0, *ends), max(0.0, *ends)], nice=True), title=title)
    panel = alt.layer(
        alt.Chart().transform_calculate(zero="0").mark_rule(color=INK, strokeDash=[4, 3]).encode(x="zero:Q"),
        known.mark_rule(color=ASSISTED, strokeWidth=2).encode(x="low:Q", x2="high:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="low:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="high:Q"),
        base.mark_point(shape="circle", size=55, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(x=x),
        base.transform_filter("datum.first")
        .mark_text(dy=-11, fontWeight="bold")
        .encode(x="gain:Q", text="gain_said:N"),
        base.mark_text(align="left", dx=8, color=QUIET, fontSize=11).encode(
            x=alt.value("width"), text="label_beside:N"
        ),
    ).properties(width=WIDTH, height={"step": 19})
    header = alt.Header(
        labelAngle=0, labelAlign="left", labelAnchor="start", labelOrient="top", labelPadding=2, title=None
    )
    row = alt.Row("treatment:N", sort=order, header=header)
    return panel.facet(data=values(lines), row=row, spacing=12).properties(usermeta={**NARROWS})


def _named(headline: Mapping[str, Any]) -> str:
    return f"{Treatment(headline['treatment']).label} ({headline['micro']['rows']:,} rows)"


def _lines(headline: Mapping[str, Any], methods: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One for each method of the estimate of the micro gain."""
    found = [one for one in headline["estimates"] if one["average"] == "micro" and one["measure"] == "gain"]
    return [
        {
            "treatment": _named(headline),
            "label": Treatment(headline["treatment"]).label,
            "method": methods[interval["method"]]["label"],
            "quoted": interval["method"] == QUOTED.value,
            "first": rank == 0,
            "gain": estimate["value"],
            "gain_said": points(estimate["value"]),
            "low": interval["low"],
            "high": interval["high"],
            "interval": spanned(interval),
            "rests": rests_on(interval, methods),
            "label_beside": f"no interval ({rests_on(interval, methods)})"
            if interval["refused"]
            else rests_on(interval, methods),
            "note": interval["note"] or "",
        }
        for estimate in found
        if estimate["value"] is not None
        for rank, interval in enumerate(estimate["intervals"])
    ]


def _title(lines: Sequence[Mapping[str, Any]]) -> str:
    """The gain under each treatment with the interval to quote; where there is none, that there is none."""
    quoted = {line["label"]: line for line in lines if line["quoted"]}
    if all(line["low"] is None for line in quoted.values()):
        gains = ", ".join(
            f"{label} {said}" for label, said in dict.fromkeys((line["label"], line["gain_said"]) for line in lines)
        )
        return f"Gain in points: {gains}; there is no interval by crossed effects."
    said = []
    for label, gain in dict.fromkeys((line["label"], line["gain_said"]) for line in lines):
        known = label in quoted and quoted[label]["low"] is not None
        said.append(f"{label} {gain}" + (f" ({quoted[label]['interval']})" if known else " (no interval)"))
    return f"Gain in points, with the interval by crossed effects: {', '.join(said)}."
