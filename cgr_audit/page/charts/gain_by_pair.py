"""The gain of every dataset-solver pair, with an interval from its items: a forest plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.accuracy.pair_gains import METHOD
from cgr_audit.page.charts.chart import Chart, percent, points, values
from cgr_audit.page.charts.theme import ASSISTED, INK, PAPER, QUIET, WIDTH

__all__ = ["MOST_PAIRS", "gain_by_pair_chart"]

MOST_PAIRS = 120
"""Of more pairs, only those with the lowest and the highest gains are drawn."""
ALL = "all pairs"
FEW = 10


def gain_by_pair_chart(
    pairs: Sequence[Mapping[str, Any]], macro: Mapping[str, Any], intervals: Sequence[Mapping[str, Any]], level: float
) -> Chart | None:
    """The pairs by dataset, sorted by gain, and below them the macro gain; nothing where no pair has a gain.

    Args:
        pairs: lines of ``pair_gains`` under one treatment.
        macro: the macro figures over the same rows.
        intervals: those of the macro gain.
        level: of the intervals.
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    if not pairs or macro["gain"] is None:
        return None
    lines = sorted((_line(pair) for pair in pairs), key=lambda line: (-line["gain"], line["dataset"], line["name"]))
    drawn_lines = lines if len(lines) <= MOST_PAIRS else lines[: MOST_PAIRS // 2] + lines[-MOST_PAIRS // 2 :]
    overall = [_overall(macro, interval) for interval in intervals] or [_overall(macro, None)]
    ends = [
        end
        for line in (*drawn_lines, *overall)
        for end in (line["low"], line["high"], line["gain"], 0)
        if end is not None
    ]
    x = alt.X("gain:Q", scale=alt.Scale(domain=[min(ends), max(ends)], nice=True, zero=False))
    upper = _panel(values(drawn_lines), x)
    lower = _panel(values(overall), x)
    drawn = alt.vconcat(upper, lower, spacing=14).resolve_scale(
        x="shared", shape="shared", fill="shared", stroke="shared"
    )
    above = sum(pair["low"] > 0 for pair in pairs)
    below = sum(pair["high"] < 0 for pair in pairs)
    title = f"The interval of the gain lies above zero in {above} of {len(pairs)} pairs, below zero in {below}."
    return Chart.of("gain-by-pair", title, _caption(lines, drawn_lines, level), _said(lines, macro), drawn)


def _panel(data: Any, x: Any) -> Any:
    import altair as alt  # noqa: PLC0415

    y = alt.Y(
        "name:N",
        sort=alt.EncodingSortField("rank", order="ascending"),
        title=None,
        axis=alt.Axis(domain=False, ticks=False),
    )
    base = alt.Chart().encode(y=y)
    known = base.transform_filter("isValid(datum.low)")
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("dataset", "name", "said", "interval", "rests", "kind")]
    kinds = ["with a correct direct answer", "zero baseline", "all pairs"]
    layers = alt.layer(
        alt.Chart().transform_calculate(zero="0").mark_rule(color=INK, strokeDash=[4, 3]).encode(x="zero:Q"),
        known.mark_rule(color=INK, strokeWidth=1.6).encode(
            x=alt.X("low:Q", title="gain, percentage points (assisted − direct)"), x2="high:Q"
        ),
        base.mark_point(size=75, opacity=1, strokeWidth=1.8).encode(
            x=x,
            shape=alt.Shape(
                "kind:N",
                scale=alt.Scale(domain=kinds, range=["circle", "diamond", "square"]),
                title=None,
                legend=alt.Legend(orient="top"),
            ),
            fill=alt.Fill("kind:N", scale=alt.Scale(domain=kinds, range=[ASSISTED, PAPER, INK]), title=None),
            stroke=alt.Stroke("kind:N", scale=alt.Scale(domain=kinds, range=[ASSISTED, ASSISTED, INK]), title=None),
            tooltip=tooltip,
        ),
        base.mark_text(align="left", color=QUIET, fontSize=11).encode(x=alt.value(WIDTH + 8), text="label:N"),
    ).properties(width=WIDTH, height={"step": 20})
    header = alt.Header(
        labelAngle=0, labelAlign="left", labelAnchor="start", labelOrient="top", labelPadding=2, title=None
    )
    return layers.facet(
        data=data, row=alt.Row("dataset:N", header=header, sort=alt.EncodingSortField("rank", op="min")), spacing=8
    ).resolve_scale(y="independent")


def _line(pair: Mapping[str, Any]) -> dict[str, Any]:
    few = f" – only {pair['rows']} rows" if pair["rows"] < FEW else ""
    return {
        "dataset": pair["dataset"],
        "name": pair["solver"],
        "rank": -pair["gain"],
        "gain": pair["gain"],
        "low": pair["low"],
        "high": pair["high"],
        "said": points(pair["gain"]),
        "label": f"{points(pair['gain'])}{few}",
        "interval": f"{points(pair['low'])} to {points(pair['high'])}",
        "rests": f"{pair['rows']} rows, {pair['items']} items",
        "kind": "zero baseline" if pair["direct_correct"] == 0 else "with a correct direct answer",
    }


def _overall(macro: Mapping[str, Any], interval: Mapping[str, Any] | None) -> dict[str, Any]:
    line = {
        "dataset": "all pairs (macro)",
        "name": "macro gain",
        "rank": 0,
        "gain": macro["gain"],
        "low": None,
        "high": None,
    }
    line |= {
        "said": points(macro["gain"]),
        "label": points(macro["gain"]),
        "interval": "",
        "rests": f"{macro['pairs']} pairs",
    }
    if interval is not None:
        line |= {"name": interval["label"], "low": interval["low"], "high": interval["high"]}
        line["interval"] = interval["refused"] or f"{points(interval['low'])} to {points(interval['high'])}"
        line["label"] = "no interval" if interval["refused"] else points(macro["gain"])
        line["rests"] = interval["note"] or f"{interval['units']} {interval['unit']}s"
    return line | {"kind": "all pairs"}


def _caption(lines: Sequence[Mapping[str, Any]], drawn: Sequence[Mapping[str, Any]], level: float) -> str:
    caption = (
        f"Each pair's own gain with a {100 * level:g} % interval from its items: {METHOD}, rows of one item taken "
        "together by their design effect. Pairs of a dataset stand together, the highest gain first. Diamonds are "
        "zero-baseline pairs (no correct direct answer), which are diagnostic only. Below: the macro gain over all "
        "pairs, with the interval by each method named."
    )
    if len(drawn) < len(lines):
        caption += f" Of {len(lines)} pairs the {len(drawn)} with the highest and lowest gains are drawn; all are in"
        caption += " the tables."
    return caption


def _said(lines: Sequence[Mapping[str, Any]], macro: Mapping[str, Any]) -> str:
    first, last = lines[0], lines[-1]
    zero = sum(line["kind"] == "zero baseline" for line in lines)
    return (
        f"Highest: {first['dataset']}, {first['name']} {first['said']} points ({first['interval']}). "
        f"Lowest: {last['dataset']}, {last['name']} {last['said']} points ({last['interval']}). "
        f"{zero} zero-baseline pairs. Macro gain {points(macro['gain'])} points over {macro['pairs']} pairs, "
        f"from {percent(macro['direct'])} to {percent(macro['assisted'])}."
    )
