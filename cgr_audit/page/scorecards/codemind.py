"""CRR by a number of the program, complexity or loop length, with the rank correlation in the title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, values
from cgr_audit.page.charts.theme import ASSISTED, PAPER, QUIET, WIDTH
from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.breakdowns import BY_COMPLEXITY, BY_LOOP_LENGTH
from cgr_audit.scorecards.codemind.correlations import COMPLEXITY, LOOP_LENGTH
from cgr_audit.scorecards.scorecard import Group, Scored
from cgr_audit.tables.cells import number, p_value

if TYPE_CHECKING:
    import altair as alt

__all__ = ["complexity_chart", "loop_length_chart"]

_HEIGHT = 260


def complexity_chart(scored: Scored) -> Chart | None:
    """CRR by cyclomatic complexity; nothing where fewer than two have a rate."""
    return _chart(scored, BY_COMPLEXITY, COMPLEXITY, "cyclomatic complexity")


def loop_length_chart(scored: Scored) -> Chart | None:
    """CRR by the rounds of loops; nothing where fewer than two groups have a rate."""
    return _chart(scored, BY_LOOP_LENGTH, LOOP_LENGTH, "rounds of all loops")


def _chart(scored: Scored, name: str, of: str, axis: str) -> Chart | None:
    division = next((one for one in scored.divisions if one.name == name), None)
    known = [] if division is None else [group for group in division.groups if group.figures[0].key == "crr"]
    rated = [group for group in known if group.figures[0].rate is not None]
    points = [{"place": place, **_point(group)} for place, group in enumerate(rated)]
    if division is None or len(points) < 2:
        return None
    title = f"CRR by {of}{_correlated(scored, of)}."
    caption = (
        f"{division.note} Each dot is the CRR of the rows of that {of}, with its percentile bootstrap over rows at "
        f"{100 * scored.settings['level']:g} %, and below how many rows it rests on. ρ is Spearman's, of each "
        "row's score with the number itself; p is as if each row were a case of its own."
    )
    said = "; ".join(f"{point['at']}: {point['said']} ({point['interval']}, {point['rests']})" for point in points)
    return Chart.of(f"{scored.name}-{name}", title, caption, f"{said}.", _drawing(points, axis))


def _correlated(scored: Scored, of: str) -> str:
    """The correlation over all rows, as a title has it."""
    found: list[dict[str, Any]] = scored.scored.found["correlations"]
    whole = (one for one in found if (one["of"], one["over"], one["model"], one["task"]) == (of, "rows", "all", "all"))
    record = next(whole, None)
    if record is None or record["rho"] is None:
        return ""
    p = p_value(record["p_value"])
    shown = p if p.startswith("<") else f"= {p}"
    return f": ρ = {record['rho']:.3f} over {counted(record['rows'], 'row')}, p {shown}".replace("-", "−")


def _drawing(points: list[dict[str, Any]], axis: str) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    x = alt.X(
        "at:N", sort=alt.EncodingSortField("place", op="min"), title=axis, axis=alt.Axis(labelAngle=0, grid=False)
    )
    y = alt.Y("rate:Q", scale=alt.Scale(domain=[0, 100], nice=False), title="CRR, %")
    base = alt.Chart(values(points)).encode(x=x)
    known = base.transform_filter("isValid(datum.low)")
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("at", "said", "interval", "rests")]
    return alt.layer(
        known.mark_rule(color=ASSISTED, strokeWidth=2).encode(y=alt.Y("low:Q"), y2="high:Q"),
        base.mark_point(shape="circle", size=55, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(
            y=y, tooltip=tooltip
        ),
        base.mark_text(baseline="bottom", color=QUIET, fontSize=11).encode(y=alt.value(_HEIGHT - 4), text="rests_on:N"),
    ).properties(width=WIDTH, height=_HEIGHT)


def _point(group: Group) -> dict[str, Any]:
    figure = group.figures[0]
    interval = figure.interval
    low, high = (None if end is None else 100 * end for end in (interval.low, interval.high))
    rate = 100 * (figure.rate or 0.0)
    return {
        "at": group.labels[0][1],
        "rate": rate,
        "low": low,
        "high": high,
        "said": f"{number(rate)} %",
        "interval": interval.refused if low is None or high is None else f"{number(low)} to {number(high)}",
        "rests": counted(figure.rows, "row"),
        "rests_on": f"{figure.rows:,}",
    }
