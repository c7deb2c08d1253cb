"""How many solver calls were made: a histogram for each channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.page.charts.chart import Chart, percent, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, INK, WARNING, WIDTH

__all__ = ["calls_chart"]

MOST_BARS = 40


def calls_chart(histogram: Sequence[Mapping[str, Any]], budget: int | None) -> Chart | None:
    """A histogram of calls for the direct and the assisted channel; nothing where no calls are known.

    Args:
        histogram: the records of ``calls_histogram`` in ``accuracy.json``: of attempts where they are known, else of
            rows.
        budget: the calls that the contract allows per attempt.
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    per = "attempt" if any(one["per"] == "attempt" and one["channel"] == "assisted" for one in histogram) else "row"
    counts = [one for one in histogram if one["per"] == per]
    if not counts:
        return None
    most = max(record["calls"] for record in counts)
    width = max(1, -(-(most + 1) // MOST_BARS))
    totals = {
        channel: sum(one["count"] for one in counts if one["channel"] == channel) for channel in ("direct", "assisted")
    }
    bars = _bars(counts, totals, width)
    x = alt.X(
        "left:Q",
        title=f"solver calls per {per}",
        scale=alt.Scale(domain=[-0.5, max(most, budget or 0) + width], nice=False),
        axis=alt.Axis(tickMinStep=1),
    )
    y = alt.Y("share:Q", title=f"% of {per}s", scale=alt.Scale(domain=[0, max(bar["share"] for bar in bars) * 1.15]))
    panels = []
    for channel, colour in (("direct", DIRECT), ("assisted", ASSISTED)):
        own = [bar for bar in bars if bar["channel"] == channel]
        if not own:
            continue
        base = alt.Chart(values(own))
        layers: list[Any] = [
            base.mark_bar(color=colour, binSpacing=1).encode(
                x=x,
                x2="right:Q",
                y=y,
                y2=alt.datum(0),
                tooltip=[
                    alt.Tooltip("range:N", title="calls"),
                    alt.Tooltip("count:Q", title=f"{per}s"),
                    alt.Tooltip("said:N", title="share"),
                ],
            ),
        ]
        if len(own) <= 15:
            layers.append(base.mark_text(dy=-7, fontSize=11).encode(x="middle:Q", y=y, text="count:Q"))
        if budget is not None and channel == "assisted":
            line = alt.Chart(values([{"at": budget + 0.5, "text": f"the contract's budget: {budget}"}]))
            layers.append(line.mark_rule(color=WARNING, strokeDash=[6, 3], strokeWidth=2).encode(x="at:Q"))
            layers.append(
                line.mark_text(align="left", baseline="top", dx=5, color=INK).encode(
                    x="at:Q", y=alt.value(0), text="text:N"
                )
            )
        panels.append(
            alt.layer(*layers).properties(width=WIDTH, height=130, title=f"{channel}: {totals[channel]:,} {per}s")
        )
    drawn = alt.vconcat(*panels, spacing=16).resolve_scale(x="shared", y="shared")
    caption = f"Calls that reached the solver, per {per}." + (f" Bars are {width} calls wide." if width > 1 else "")
    if budget is not None:
        caption += " The dashed line is the contract's budget, which is per attempt of the assisted path."
    return Chart.of("calls", _title(counts, totals, budget, per), caption, _said(counts, totals), drawn)


def _bars(counts: Sequence[Mapping[str, Any]], totals: Mapping[str, int], width: int) -> list[dict[str, Any]]:
    summed: dict[tuple[str, int], int] = {}
    for record in counts:
        key = (record["channel"], record["calls"] // width * width)
        summed[key] = summed.get(key, 0) + record["count"]
    return [
        {
            "channel": channel,
            "left": first - 0.5,
            "right": first + width - 0.5,
            "middle": first + (width - 1) / 2,
            "range": str(first) if width == 1 else f"{first}–{first + width - 1}",
            "count": count,
            "share": 100 * count / totals[channel],
            "said": percent(100 * count / totals[channel]),
        }
        for (channel, first), count in sorted(summed.items())
    ]


def _title(counts: Sequence[Mapping[str, Any]], totals: Mapping[str, int], budget: int | None, per: str) -> str:
    if budget is not None and totals["assisted"]:
        above = sum(one["count"] for one in counts if one["channel"] == "assisted" and one["calls"] > budget)
        return f"{above:,} of {totals['assisted']:,} assisted {per}s made more than {budget} calls."
    most = max(record["calls"] for record in counts)
    return f"No {per} made more than {most} calls."


def _said(counts: Sequence[Mapping[str, Any]], totals: Mapping[str, int]) -> str:
    parts = []
    for channel, total in totals.items():
        if total:
            own = [one for one in counts if one["channel"] == channel]
            mean = sum(one["calls"] * one["count"] for one in own) / total
            parts.append(f"{channel}: mean {mean:.2f}, most {max(one['calls'] for one in own)}")
    return "; ".join(parts) + "."
