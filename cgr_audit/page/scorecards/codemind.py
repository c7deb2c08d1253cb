"""CRR by a number of the program, complexity, lines or loop length, with the rank correlation in the title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, tooltip, values
from cgr_audit.page.charts.theme import ASSISTED, NARROWS, PAPER, QUIET, WIDTH
from cgr_audit.page.scorecards.groups import division_named
from cgr_audit.page.scorecards.lines import names_of_places
from cgr_audit.page.scorecards.marks import TOLD, Mark
from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.breakdowns import BY_COMPLEXITY, BY_LINES, BY_LOOP_LENGTH
from cgr_audit.scorecards.codemind.correlations import COMPLEXITY, LINES, LOOP_LENGTH
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.tables.cells import MINUS, p_value
from cgr_audit.tables.table import FEWEST_ROWS

if TYPE_CHECKING:
    import altair as alt

__all__ = ["complexity_chart", "lines_chart", "loop_length_chart"]

_HEIGHT = 260
_MOST_COUNTS = 16
"""Of more dots, the numbers of rows above them would run into each other; they are told under the pointer."""


def complexity_chart(scored: Scored) -> Chart | None:
    """CRR by cyclomatic complexity; nothing if fewer than two have a rate."""
    return _chart(scored, BY_COMPLEXITY, COMPLEXITY, "cyclomatic complexity")


def lines_chart(scored: Scored) -> Chart | None:
    """CRR by lines of code; nothing if fewer than two groups have a rate."""
    return _chart(scored, BY_LINES, LINES, "lines of code")


def loop_length_chart(scored: Scored) -> Chart | None:
    """CRR by the rounds of loops; nothing if fewer than two groups have a rate."""
    return _chart(scored, BY_LOOP_LENGTH, LOOP_LENGTH, "rounds of all loops")


def _chart(scored: Scored, name: str, of: str, axis: str) -> Chart | None:
    division = division_named(scored, name)
    known = [] if division is None else [group for group in division.groups if group.figures[0].key == "crr"]
    marks = [
        Mark.of(group.labels[0][1], group.figures[0], scored.scored.case)
        for group in known
        if group.figures[0].rate is not None
    ]
    if division is None or len(marks) < 2:
        return None
    title = f"CRR by {of}{_correlated(scored, of)}."
    caption = (
        f"{division.note} Each dot is the CRR of the rows of that {of}, with its percentile bootstrap over rows at "
        f"{100 * scored.settings['level']:g} %, and above how many rows it rests on. ρ is Spearman's, of each "
        "row's score with the number itself; p is as if each row were a case of its own."
    )
    said = "; ".join(f"{mark.label}: {mark.said} ({mark.interval}, {mark.rests})" for mark in marks)
    return Chart.of(f"{scored.name}-{name}", title, caption, f"{said}.", _drawing(marks, axis))


def _correlated(scored: Scored, of: str) -> str:
    """The correlation over all rows, as a title has it; nothing if it is of few rows."""
    found: list[dict[str, Any]] = scored.scored.found["correlations"]
    whole = (one for one in found if (one["of"], one["over"], one["model"], one["task"]) == (of, "rows", "all", "all"))
    record = next(whole, None)
    if record is None or record["rho"] is None or record["rows"] < FEWEST_ROWS:
        return ""
    p = p_value(record["p_value"])
    shown = p if p.startswith("<") else f"= {p}"
    return f": ρ = {record['rho']:.3f} over {counted(record['rows'], 'row')}, p {shown}".replace("-", MINUS)


def _drawing(marks: Sequence[Mark], axis: str) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    named = alt.Axis(labelAngle=0, grid=False, labelExpr=names_of_places(marks))
    x = alt.X("place:O", title=axis, axis=named)
    y = alt.Y("rate:Q", scale=alt.Scale(domain=[0, 100], nice=False), title="CRR, %")
    told = tooltip({"name": axis, "said": "CRR", **TOLD})
    dots = values([mark.record(place) | {"rows": f"{mark.units:,}"} for place, mark in enumerate(marks)])
    base = alt.Chart(dots).encode(x=x, tooltip=told)
    layers = [
        base.transform_filter("isValid(datum.low)")
        .mark_rule(color=ASSISTED, strokeWidth=2)
        .encode(y=alt.Y("low:Q"), y2="high:Q"),
        base.mark_point(shape="circle", size=55, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(y=y),
    ]
    if len(marks) <= _MOST_COUNTS:
        counts = base.mark_text(baseline="bottom", color=QUIET, fontSize=11)
        layers.append(counts.encode(y=alt.value(-4), text="rows:N"))
    return alt.layer(*layers).properties(width=WIDTH, usermeta={**NARROWS}, height=_HEIGHT)
