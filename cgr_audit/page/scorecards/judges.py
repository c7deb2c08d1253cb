"""Judges side by side: F1 of each with its interval, between what it gets right of sound and of flawed traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, GENERATOR, PAPER, WIDTH
from cgr_audit.plural import counted
from cgr_audit.scorecards.retraceqa.judges import AVERAGED
from cgr_audit.scorecards.scorecard import Group, Scored
from cgr_audit.tables.cells import number
from cgr_audit.visible import visible

if TYPE_CHECKING:
    import altair as alt

__all__ = ["judges_chart"]

_KINDS = ("correct", "error", "F1")
_SHAPES = ("triangle-up", "triangle-down", "circle")
_COLOURS = (DIRECT, GENERATOR, ASSISTED)
_OFFSETS = (-7, 7, 0)
"""Triangles stand above and below, where nothing hides them."""


def judges_chart(scored: Scored) -> Chart | None:
    """The judges, the best first; nothing where none has an F1."""
    division = next((one for one in scored.divisions if one.name == AVERAGED), None)
    judges = [] if division is None else [found for group in division.groups if (found := _judge(group)) is not None]
    if not judges:
        return None
    judges.sort(key=lambda judge: (-judge["F1"], judge["name"]))
    judges = [{"place": place, **judge} for place, judge in enumerate(judges)]
    best, worst = judges[0], judges[-1]
    title = f"Judge {best['name']} finds errors best, with an F1 of {number(best['F1'])} %"
    title += f"; {worst['name']} worst, with {number(worst['F1'])} %." if len(judges) > 1 else "."
    caption = (
        "Circles are F1, the harmonic mean of correct (sound traces that the judge calls sound, triangles up) and "
        "error (flawed traces whose first wrong step it names, triangles down), each averaged over data sets. Bars are "
        f"percentile bootstraps over traces within data sets at {100 * scored.settings['level']:g} %."
    )
    said = "; ".join(
        f"{judge['name']} {number(judge['F1'])} % ({judge['interval']}), correct {_said(judge['correct'])}, "
        f"error {_said(judge['error'])}, over {counted(judge['traces'], 'trace')}"
        for judge in judges
    )
    return Chart.of(f"{scored.name}-{AVERAGED}", title, caption, f"{said}.", _drawing(judges))


def _drawing(judges: list[dict[str, Any]]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    # Sorted by a list of names, Vega stops at some that have a meaning in its expressions, such as "if".
    order = alt.EncodingSortField("place", op="min")
    y = alt.Y("name:N", sort=order, title=None, axis=alt.Axis(domain=False, ticks=False, grid=True))
    bars = alt.Chart(values(judges)).transform_filter("isValid(datum.low)").encode(y=y)
    marks = [
        {
            "place": judge["place"],
            "name": judge["name"],
            "what": kind,
            "percent": judge[kind],
            "said": f"{kind} {_said(judge[kind])}",
        }
        for judge in judges
        for kind in _KINDS
        if judge[kind] is not None
    ]
    x = alt.X("percent:Q", scale=alt.Scale(domain=[0, 100], nice=False), title="%")
    kinds = list(_KINDS)
    shape = alt.Shape("what:N", scale=alt.Scale(domain=kinds, range=list(_SHAPES)), legend=alt.Legend(title=None))
    colour = alt.Color("what:N", scale=alt.Scale(domain=kinds, range=list(_COLOURS)), legend=alt.Legend(title=None))
    return alt.layer(
        bars.mark_rule(color=ASSISTED, strokeWidth=2).encode(x="low:Q", x2="high:Q"),
        *(
            alt.Chart(values([mark for mark in marks if mark["what"] == kind]))
            .mark_point(size=60, filled=True, opacity=1, stroke=PAPER, yOffset=offset)
            .encode(y=y, x=x, shape=shape, color=colour, tooltip=[alt.Tooltip("name:N"), alt.Tooltip("said:N")])
            for kind, offset in zip(_KINDS, _OFFSETS, strict=True)
        ),
    ).properties(width=WIDTH, height={"step": 30})


def _judge(group: Group) -> dict[str, Any] | None:
    both, correct, error = group.figures[:3]
    if both.rate is None:
        return None
    low, high = both.interval.low, both.interval.high
    return {
        "name": visible(dict(group.labels)["judge"]),
        "F1": 100 * both.rate,
        "correct": None if correct.rate is None else 100 * correct.rate,
        "error": None if error.rate is None else 100 * error.rate,
        "low": None if low is None else 100 * low,
        "high": None if high is None else 100 * high,
        "interval": both.interval.refused
        if low is None or high is None
        else f"{number(100 * low)} to {number(100 * high)}",
        "traces": both.rows,
    }


def _said(percent: float | None) -> str:
    return "not defined" if percent is None else f"{number(percent)} %"
