"""The rate of every group of a division, with its interval: dots and lines under each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, values
from cgr_audit.page.charts.theme import ASSISTED, PAPER, QUIET, WIDTH
from cgr_audit.plural import counted
from cgr_audit.scorecards.scorecard import Division, Group, Scored
from cgr_audit.tables.cells import number
from cgr_audit.visible import visible

if TYPE_CHECKING:
    import altair as alt

__all__ = ["MOST_GROUPS", "rates_chart"]

MOST_GROUPS = 40
"""Of more groups, only those with most rows are drawn."""


def rates_chart(scored: Scored, division: Division) -> Chart | None:
    """The groups in their order, a line each; nothing where fewer than two have a rate.

    Args:
        scored: the scorecard, for the caption.
        division: its groups; of the first figure of each.
    """
    known = [group for group in division.groups if group.figures[0].rate is not None]
    if len(known) < 2:
        return None
    most = sorted(known, key=lambda group: -group.figures[0].rows)[:MOST_GROUPS]
    lines = [_line(group) for group in known if group in most]
    label = known[0].figures[0].label
    best, worst = max(lines, key=lambda line: line["rate"]), min(lines, key=lambda line: line["rate"])
    title = f"{label} from {worst['said']} ({worst['name']}) to {best['said']} ({best['name']})."
    caption = (
        f"{division.title}: {label} of each group, with its percentile bootstrap over rows at "
        f"{100 * scored.settings['level']:g} %; on the right how many rows it rests on. {division.note}"
    ).strip()
    if len(lines) < len(known):
        caption += f" Of {len(known)} groups the {len(lines)} with most rows are drawn; all are in the tables."
    said = "; ".join(f"{line['name']} {line['said']} ({line['interval']}, {line['rests']})" for line in lines)
    return Chart.of(f"{scored.name}-{division.name}", title, caption, f"{said}.", _drawing(lines, label))


def _drawing(lines: list[dict[str, Any]], label: str) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    order = [line["name"] for line in lines]
    y = alt.Y("name:N", sort=order, title=None, axis=alt.Axis(domain=False, ticks=False, grid=True))
    base = alt.Chart(values(lines)).encode(y=y)
    known = base.transform_filter("isValid(datum.low)")
    x = alt.X("rate:Q", scale=alt.Scale(domain=[0, 100], nice=False), title=f"{label}, %")
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("name", "said", "interval", "rests", "note")]
    return alt.layer(
        known.mark_rule(color=ASSISTED, strokeWidth=2).encode(x="low:Q", x2="high:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="low:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="high:Q"),
        base.mark_point(shape="circle", size=55, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(
            x=x, tooltip=tooltip
        ),
        base.mark_text(align="left", color=QUIET, fontSize=11).encode(x=alt.value(WIDTH + 8), text="rests:N"),
    ).properties(width=WIDTH, height={"step": 22})


def _line(group: Group) -> dict[str, Any]:
    figure = group.figures[0]
    interval = figure.interval
    low, high = (None if end is None else 100 * end for end in (interval.low, interval.high))
    rate = 100 * (figure.rate or 0.0)
    return {
        "name": visible(", ".join(value for _, value in group.labels)),
        "rate": rate,
        "low": low,
        "high": high,
        "said": f"{number(rate)} %",
        "interval": interval.refused if low is None or high is None else f"{number(low)} to {number(high)}",
        "rests": counted(figure.rows, "row"),
        "note": interval.note or "",
    }
