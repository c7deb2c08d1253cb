"""The gain of every dataset-solver pair, with an interval from its items: a forest plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cgr_audit.accuracy.intervals.pair_gains import METHOD
from cgr_audit.page.charts.chart import Chart, percent, points, rests_on, spanned, tooltip, values
from cgr_audit.page.charts.choices import Choices
from cgr_audit.page.charts.theme import ASSISTED, INK, NARROWS, PAPER, QUIET, WIDTH
from cgr_audit.plural import counted
from cgr_audit.tables.table import FEWEST_ROWS

__all__ = ["MOST_PAIRS", "gain_by_pair_chart"]

MOST_PAIRS = 120
"""Of more pairs, only those with the lowest and the highest gains are drawn."""
ALL = "all pairs (macro)"
OTHER, ZERO, OVERALL = "with a correct direct answer", "zero baseline", "all pairs"
KINDS = MappingProxyType(
    {OTHER: ("circle", ASSISTED, ASSISTED), ZERO: ("diamond", PAPER, ASSISTED), OVERALL: ("square", INK, INK)}
)
"""Shape, fill and stroke of each kind of mark."""


def gain_by_pair_chart(
    pairs: Sequence[Mapping[str, Any]],
    macro: Mapping[str, Any],
    intervals: Sequence[Mapping[str, Any]],
    methods: Mapping[str, Mapping[str, Any]],
    choices: Choices,
) -> Chart | None:
    """The pairs by dataset, sorted by gain, and below them the macro gain; nothing if no pair has a gain.

    Args:
        pairs: lines of ``pair_gains`` under one treatment.
        macro: the macro figures over the same rows.
        intervals: those of the macro gain.
        methods: the records of ``methods`` by name.
        choices: for the caption.
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    if not pairs or macro["gain"] is None:
        return None
    lines = sorted((_line(pair) for pair in pairs), key=lambda line: (line["rank"], line["dataset"], line["name"]))
    drawn_lines = lines if len(lines) <= MOST_PAIRS else lines[: MOST_PAIRS // 2] + lines[-MOST_PAIRS // 2 :]
    overall = [_overall(macro, interval, methods) | {"rank": rank} for rank, interval in enumerate(intervals)]
    overall = overall or [_overall(macro, None, methods)]
    ends = [line[name] for line in (*drawn_lines, *overall) for name in ("low", "high", "gain")]
    known = [0.0, *(end for end in ends if end is not None)]
    x = alt.X("gain:Q", scale=alt.Scale(domain=[min(known), max(known)], nice=True, zero=False))
    kinds = [kind for kind in KINDS if kind in _kinds((*drawn_lines, *overall))]
    drawn = alt.vconcat(
        _panel(values(drawn_lines), x, "solver", kinds), _panel(values(overall), x, "method", kinds), spacing=14
    ).resolve_scale(x="shared", shape="shared", fill="shared", stroke="shared")
    drawn = drawn.properties(usermeta={**NARROWS})
    return Chart.of("gain-by-pair", _title(lines), _caption(lines, drawn_lines, choices), _said(lines, macro), drawn)


def _panel(data: Any, x: Any, name: str, kinds: Sequence[str]) -> Any:
    """A facet for each dataset; ``name`` is what the lines of one are, ``kinds`` are those that there are."""
    import altair as alt  # noqa: PLC0415

    y = alt.Y(
        "name:N",
        sort=alt.EncodingSortField("rank", order="ascending"),
        title=None,
        axis=alt.Axis(domain=False, ticks=False),
    )
    titles = {"dataset": "dataset", "name": name, "said": "gain", "interval": "interval"}
    base = alt.Chart().encode(y=y, tooltip=tooltip(titles | {"rests": "rests on", "kind": "kind of pair"}))
    known = base.transform_filter("isValid(datum.low)")
    placed = base.transform_filter("isValid(datum.gain)")
    shapes, fills, strokes = (
        alt.Scale(domain=list(kinds), range=list(drawn)) for drawn in zip(*(KINDS[kind] for kind in kinds), strict=True)
    )
    layers = alt.layer(
        alt.Chart().transform_calculate(zero="0").mark_rule(color=INK, strokeDash=[4, 3]).encode(x="zero:Q"),
        known.mark_rule(color=INK, strokeWidth=1.6).encode(
            x=alt.X("low:Q", title="gain, percentage points (assisted − direct)"), x2="high:Q"
        ),
        placed.mark_point(size=75, opacity=1, strokeWidth=1.8).encode(
            x=x,
            shape=alt.Shape(
                "kind:N",
                scale=shapes,
                title=None,
                legend=alt.Legend(orient="top"),
            ),
            fill=alt.Fill("kind:N", scale=fills, title=None),
            stroke=alt.Stroke("kind:N", scale=strokes, title=None),
        ),
        base.mark_text(align="left", dx=8, color=QUIET, fontSize=11).encode(x=alt.value("width"), text="label:N"),
    ).properties(width=WIDTH, height={"step": 20})
    header = alt.Header(
        labelAngle=0, labelAlign="left", labelAnchor="start", labelOrient="top", labelPadding=2, title=None
    )
    return layers.facet(
        data=data, row=alt.Row("dataset:N", header=header, sort=alt.EncodingSortField("rank", op="min")), spacing=8
    ).resolve_scale(y="independent")


def _line(pair: Mapping[str, Any]) -> dict[str, Any]:
    few = pair["rows"] < FEWEST_ROWS
    gain, low, high = (None, None, None) if few else (pair["gain"], pair["low"], pair["high"])
    return {
        "dataset": pair["dataset"],
        "name": pair["solver"],
        "rank": 1_000 if gain is None else -gain,
        "gain": gain,
        "low": low,
        "high": high,
        "said": points(gain),
        "label": f"{counted(pair['rows'], 'row')}: too few" if few else points(gain),
        "interval": f"{points(low)} to {points(high)}",
        "rests": f"{counted(pair['rows'], 'row')}, {counted(pair['items'], 'item')}",
        "kind": ZERO if pair["direct_correct"] == 0 else OTHER,
    }


def _overall(
    macro: Mapping[str, Any], interval: Mapping[str, Any] | None, methods: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    said = points(macro["gain"])
    line = {"dataset": ALL, "name": "macro gain", "rank": 0, "gain": macro["gain"], "low": None, "high": None}
    line |= {"said": said, "label": said, "interval": "", "rests": counted(macro["pairs"], "pair"), "kind": OVERALL}
    if interval is not None:
        rests = rests_on(interval, methods)
        line |= {"name": methods[interval["method"]]["label"], "low": interval["low"], "high": interval["high"]}
        line |= {"interval": spanned(interval), "rests": interval["note"] or rests}
        line["label"] = f"{'no interval' if interval['refused'] else said} ({rests})"
    return line


def _title(lines: Sequence[Mapping[str, Any]]) -> str:
    known = [line for line in lines if line["gain"] is not None]
    if not known:
        return f"No pair has {FEWEST_ROWS} rows, so none has a gain of its own."
    above, below = sum(line["low"] > 0 for line in known), sum(line["high"] < 0 for line in known)
    pairs = counted(len(known), "pair")
    return f"The interval of the gain lies above zero in {above:,} of {pairs}, below zero in {below:,}."


def _caption(lines: Sequence[Mapping[str, Any]], drawn: Sequence[Mapping[str, Any]], choices: Choices) -> str:
    caption = (
        f"Each pair's own gain, rows of programs not approved kept, with an interval from its items: {METHOD}, rows of "
        "one item taken together by their design effect; each stands by itself, so of many some miss. Pairs of a "
        f"dataset stand together, the highest gain first. {_zero_baseline(drawn)}Below: the macro gain over all "
        "pairs, with the interval by each method named and how many units it rests on. "
        f"{choices.intervals()} {choices.accuracy()}"
    )
    few = sum(line["gain"] is None for line in lines)
    if few:
        caption += f" {counted(few, 'pair')} of fewer than {FEWEST_ROWS} rows: no gain, and not counted above."
    if len(drawn) < len(lines):
        caption += f" Of {len(lines):,} pairs the {len(drawn)} with the highest and lowest gains are drawn; all are in"
        caption += " the tables."
    return caption


def _kinds(lines: Sequence[Mapping[str, Any]]) -> set[str]:
    """Those of which there is a mark."""
    return {line["kind"] for line in lines if line["gain"] is not None}


def _zero_baseline(drawn: Sequence[Mapping[str, Any]]) -> str:
    if ZERO not in _kinds(drawn):
        return ""
    return "Diamonds are zero-baseline pairs (no correct direct answer), which are diagnostic only. "


def _said(lines: Sequence[Mapping[str, Any]], macro: Mapping[str, Any]) -> str:
    known = [line for line in lines if line["gain"] is not None]
    ends = ((name, line) for name, line in zip(("Highest", "Lowest"), (known[:1], known[-1:]), strict=True))
    said = [
        f"{name}: {line['dataset']}, {line['name']} {line['said']} points ({line['interval']})."
        for name, found in ends
        for line in found
    ]
    zero = sum(line["kind"] == ZERO for line in lines)
    said.append(f"{counted(zero, 'zero-baseline pair')}, {len(lines) - len(known):,} with too few rows.")
    accuracies = f"from {percent(macro['direct'])} to {percent(macro['assisted'])}"
    said.append(f"Macro gain {points(macro['gain'])} points over {counted(macro['pairs'], 'pair')}, {accuracies}.")
    return " ".join(said)
