"""How many solver calls were made: a histogram for each channel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, percent, tooltip, values
from cgr_audit.page.charts.choices import Choices, left_out_as_too_few
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, INK, NARROWS, WARNING, WIDTH
from cgr_audit.plural import counted
from cgr_audit.tables.table import FEWEST_ROWS

if TYPE_CHECKING:
    import altair as alt

__all__ = ["calls_chart"]

MOST_BARS = 40
MOST_TICKS = 20
OUTLYING = 0.005
"""This share of the numbers may be put into one last bar."""
COLOURS = {"direct": DIRECT, "assisted": ASSISTED}


def calls_chart(
    histogram: Sequence[Mapping[str, Any]], budgets: Sequence[Mapping[str, Any]], choices: Choices
) -> Chart | None:
    """A histogram of calls for the direct and the assisted channel; nothing if fewer than ten numbers are known.

    Args:
        histogram: the records of ``calls_histogram`` in ``accuracy.json``: of attempts where they are known, else of
            rows.
        budgets: the records of ``budgets``, which say what the contract allows and which rows are left out.
        choices: for the caption.
    """
    per = "attempt" if any(one["per"] == "attempt" and one["channel"] == "assisted" for one in histogram) else "row"
    counts = [one for one in histogram if one["per"] == per]
    totals = {channel: sum(one["count"] for one in counts if one["channel"] == channel) for channel in COLOURS}
    shown = [channel for channel in COLOURS if totals[channel] >= FEWEST_ROWS]
    if not shown:
        return None
    counts = [one for one in counts if one["channel"] in shown]
    by_channel = {one["channel"]: one for one in budgets if one["per"] == per}
    limit = _limit(counts, by_channel["assisted"]["budget"])
    width = max(1, -(-(limit + 1) // MOST_BARS))
    unknown = "".join(f" No {name} panel: {by_channel[name]['reason']}." for name, total in totals.items() if not total)
    few = [f"{name} ({counted(total, per)})" for name, total in totals.items() if 0 < total < FEWEST_ROWS]
    caption = _caption(by_channel, per, width) + f"{unknown} {choices.counts()}" + left_out_as_too_few(few)
    drawn = _drawing(_bars(counts, totals, width, limit), totals, by_channel, width)
    if limit < _most(counts):
        caption += f" The last bar takes all above {limit:,} calls; the most are {_most(counts):,}."
    return Chart.of("calls", _title(counts, totals, by_channel, per), caption, _said(counts, totals), drawn)


def _drawing(
    bars: list[dict[str, Any]], totals: Mapping[str, int], by_channel: Mapping[str, Mapping[str, Any]], width: int
) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    per = by_channel["assisted"]["per"]
    budget = by_channel["assisted"]["budget"]
    widest = max(*(bar["right"] for bar in bars), (budget or 0) + width)
    x = alt.X(
        "left:Q",
        title=f"solver calls per {per}",
        scale=alt.Scale(domain=[-0.5, widest], nice=False),
        axis=_axis(bars),
    )
    y = alt.Y("share:Q", title=f"% of {per}s", scale=alt.Scale(domain=[0, max(bar["share"] for bar in bars) * 1.15]))
    panels = []
    for channel in dict.fromkeys(bar["channel"] for bar in bars):
        layers = _bar_layers([bar for bar in bars if bar["channel"] == channel], x, y, per)
        if budget is not None and channel == "assisted":
            layers += _budget_layers(budget)
        known = f"{channel}: {totals[channel]:,} {per}s{_left_out(by_channel[channel])}"
        title = alt.TitleParams(known, fontSize=12.5, offset=6)
        panels.append(alt.layer(*layers).properties(width=WIDTH, height=130, title=title))
    stacked = alt.vconcat(*panels, spacing=16).resolve_scale(x="shared", y="shared")
    drawn: alt.TopLevelMixin = stacked.properties(usermeta={**NARROWS})
    return drawn


def _axis(bars: Sequence[Mapping[str, Any]]) -> alt.Axis:
    """Whole numbers of calls; what the last bar shares says that it is not a number but a limit."""
    import altair as alt  # noqa: PLC0415

    shared = next((bar for bar in bars if bar["beyond"]), None)
    if shared is None:
        return alt.Axis(tickMinStep=1)
    step = -(-int(shared["left"] + 0.5) // MOST_TICKS)
    ticks = [*range(0, int(shared["left"] + 1.5) - step, step), shared["middle"]]
    said = f"datum.value == {shared['middle']} ? '{shared['range']}' : datum.label"
    return alt.Axis(values=ticks, labelExpr=said)


def _bar_layers(bars: list[dict[str, Any]], x: alt.X, y: alt.Y, per: str) -> list[Any]:
    import altair as alt  # noqa: PLC0415

    told = tooltip({"range": "calls", "count_said": f"{per}s", "said": "share"})
    base = alt.Chart(values(bars)).encode(tooltip=told)
    drawn = base.mark_bar(color=COLOURS[bars[0]["channel"]], binSpacing=1)
    layers: list[Any] = [drawn.encode(x=x, x2="right:Q", y=y, y2=alt.datum(0))]
    if len(bars) <= 15:
        text = alt.Text("count:Q", format=",")
        layers.append(base.mark_text(dy=-7, fontSize=11).encode(x="middle:Q", y=y, text=text))
    return layers


def _budget_layers(budget: int) -> list[Any]:
    import altair as alt  # noqa: PLC0415

    known = {"at": budget + 0.5, "text": f"the contract's budget: {budget:,}", "said": counted(budget, "call")}
    line = alt.Chart(values([known])).encode(tooltip=tooltip({"said": "budget"}))
    said = line.mark_text(align="left", baseline="top", dx=5, color=INK)
    return [
        line.mark_rule(color=WARNING, strokeDash=[6, 3], strokeWidth=2).encode(x="at:Q"),
        said.encode(x="at:Q", y=alt.value(0), text="text:N"),
    ]


def _limit(counts: Sequence[Mapping[str, Any]], budget: int | None) -> int:
    """The most calls that have a bar of their own: where a few outliers would squeeze the rest, they share one."""
    most = _most(counts)
    above, beyond = 0, sum(one["count"] for one in counts) * OUTLYING
    limit = most
    for one in sorted(counts, key=lambda one: -one["calls"]):
        above += one["count"]
        if above > beyond:
            limit = max(one["calls"], budget or 0)
            break
    return limit if most > 2 * limit else most


def _bars(
    counts: Sequence[Mapping[str, Any]], totals: Mapping[str, int], width: int, limit: int
) -> list[dict[str, Any]]:
    beyond = (limit // width + 1) * width
    summed: Counter[tuple[str, int]] = Counter()
    for record in counts:
        first = record["calls"] // width * width
        summed[record["channel"], first if record["calls"] <= limit else beyond] += record["count"]
    order = list(COLOURS)
    return [
        {
            "channel": channel,
            "left": first - 0.5,
            "right": first + width - 0.5,
            "middle": first + (width - 1) / 2,
            "range": f"above {limit:,}"
            if first == beyond
            else f"{first:,}"
            if width == 1
            else f"{first:,}–{first + width - 1:,}",
            "beyond": first == beyond,
            "count": count,
            "count_said": f"{count:,}",
            "share": 100 * count / totals[channel],
            "said": percent(100 * count / totals[channel]),
        }
        for (channel, first), count in sorted(summed.items(), key=lambda bar: (order.index(bar[0][0]), bar[0][1]))
    ]


def _most(counts: Sequence[Mapping[str, Any]]) -> int:
    return max(int(record["calls"]) for record in counts)


def _left_out(budget: Mapping[str, Any]) -> str:
    """Which rows the numbers are without, and why."""
    unrun = budget["rows_not_executed"]
    unknown = budget["rows_left_out"] - unrun
    what = "attempts" if budget["per"] == "attempt" else "calls"
    said = [f"{counted(unknown, 'row')} whose {what} are not known"] if unknown else []
    said += [f"{counted(unrun, 'row')} not executed"] if unrun else []
    return f", without {' and '.join(said)}" if said else ""


def _caption(by_channel: Mapping[str, Mapping[str, Any]], per: str, width: int) -> str:
    caption = f"Calls that reached the solver, per {per}." + (f" Bars are {width} calls wide." if width > 1 else "")
    if by_channel["assisted"]["budget"] is not None:
        caption += " The dashed line is the contract's budget, which is per attempt of the assisted path."
    if any(budget["rows_left_out"] for budget in by_channel.values()):
        caption += f" Shares are of the known {per}s; how many rows are left out is said above each panel."
    return caption


def _title(
    counts: Sequence[Mapping[str, Any]],
    totals: Mapping[str, int],
    by_channel: Mapping[str, Mapping[str, Any]],
    per: str,
) -> str:
    assisted = by_channel["assisted"]
    budget = assisted["budget"]
    own = [one for one in counts if one["channel"] == "assisted"]
    if budget is not None and own:
        above = sum(one["count"] for one in own if one["calls"] > budget)
        of = f"{'known ' if assisted['rows_left_out'] else ''}assisted {per}s"
        return f"{above:,} of {totals['assisted']:,} {of} made more than {budget:,} calls{_left_out(assisted)}."
    return f"No {per} made more than {_most(counts):,} calls."


def _said(counts: Sequence[Mapping[str, Any]], totals: Mapping[str, int]) -> str:
    parts = []
    for channel, total in totals.items():
        own = [one for one in counts if one["channel"] == channel]
        if own:
            mean = sum(one["calls"] * one["count"] for one in own) / total
            parts.append(f"{channel}: mean {mean:,.2f}, most {_most(own):,}")
    return "; ".join(parts) + "."
