"""Assisted against direct accuracy of every dataset-solver pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, percent, points, tooltip, values
from cgr_audit.page.charts.choices import Choices, left_out_as_too_few
from cgr_audit.page.charts.theme import ASSISTED, NARROWS, QUIET
from cgr_audit.plural import counted

if TYPE_CHECKING:
    import altair as alt

__all__ = ["direct_against_assisted_chart"]

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
OTHERS = "other solvers"
SIZE = 440
DIFFERENT = 1.5
"""So many times as large is an area that is seen to be another."""
MOST_NAMED = 20
"""So many pairs are named one by one in words."""


def direct_against_assisted_chart(pairs: Sequence[Mapping[str, Any]], choices: Choices) -> Chart | None:
    """A scatter plot, a mark for each pair: its area by rows, its shape by solver; nothing if there is no pair.

    Args:
        pairs: records with ``dataset``, ``solver``, ``rows``, ``direct`` and ``assisted`` (percent) and ``too_few``;
            pairs of too few rows are left out.
        choices: for the caption.
    """
    drawn = [pair for pair in pairs if not pair["too_few"] and None not in (pair["direct"], pair["assisted"])]
    if not drawn:
        return None
    solvers = _named_solvers(drawn)
    dots = [_dot(pair, solvers) for pair in drawn]
    above = sum(_gain(dot) > 0 for dot in dots)
    below = sum(_gain(dot) < 0 for dot in dots)
    title = (
        f"Assisted answers are right more often in {above:,} of {counted(len(dots), 'pair')}, less often in {below:,}."
    )
    caption = (
        "Each mark is a dataset-solver pair, its shape the solver, its area the number of rows, those of programs not "
        f"approved kept. On the dashed diagonal both channels are right equally often. {_extremes(dots)} "
        f"{choices.accuracy()}"
    )
    few = sum(pair["too_few"] for pair in pairs)
    caption += left_out_as_too_few([counted(few, "pair")] if few else [])
    said = "; ".join(_said(pair) for pair in drawn[:MOST_NAMED]) + ("; …" if len(drawn) > MOST_NAMED else "")
    return Chart.of("direct-against-assisted", title, caption, said + ".", _drawing(dots, solvers))


def _drawing(dots: list[dict[str, Any]], solvers: list[str]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    room = alt.Scale(domain=[-3, 103], nice=False)
    axis = alt.Axis(values=list(range(0, 101, 10)))
    x = alt.X("direct:Q", scale=room, axis=axis, title="direct: right answers, %")
    y = alt.Y("assisted:Q", scale=room, axis=axis, title="assisted: right answers, %")
    corners = values([{"at": 0}, {"at": 100}])
    diagonal = alt.Chart(corners).mark_line(color=QUIET, strokeDash=[4, 3]).encode(x="at:Q", y="at:Q")
    upper, lower = (
        alt.Chart(values([{"direct": at, "assisted": 100 - at, "text": f"{channel} is better"}])).encode(
            x=x, y=y, text="text:N"
        )
        for at, channel in ((3, "assisted"), (97, "direct"))
    )
    notes = (
        upper.mark_text(align="left", color=QUIET, fontStyle="italic"),
        lower.mark_text(align="right", color=QUIET, fontStyle="italic"),
    )
    shapes = alt.Scale(domain=solvers, range=list(SHAPES[: len(solvers)]))
    titles = {"dataset": "dataset", "solver": "solver", "rows_said": "rows"}
    marks = (
        alt.Chart(values(dots))
        .mark_point(filled=False, strokeWidth=1.8, opacity=1, color=ASSISTED)
        .encode(
            x=x,
            y=y,
            shape=alt.Shape("shape:N", scale=shapes, title="solver", legend=alt.Legend(orient="top")),
            size=alt.Size(
                "rows:Q",
                scale=alt.Scale(range=[40, 500], zero=True),
                title="rows",
                legend=alt.Legend(orient="top", values=_sizes(dots), format=",d"),
            ),
            tooltip=tooltip(titles | {"direct_said": "direct", "assisted_said": "assisted"}),
        )
    )
    return alt.layer(diagonal, *notes, marks).properties(width=SIZE, usermeta={**NARROWS}, height=SIZE)


def _sizes(dots: Sequence[Mapping[str, Any]]) -> list[int]:
    """The rows that the legend shows a mark of: the least and the most, where their marks look different."""
    rows = [int(dot["rows"]) for dot in dots]
    least, most = min(rows), max(rows)
    return [least, most] if most >= DIFFERENT * least else [most]


def _extremes(dots: Sequence[Mapping[str, Any]]) -> str:
    highest, lowest = max(dots, key=_gain), min(dots, key=_gain)
    said = [f"{dot['dataset']}, {dot['solver']} ({points(_gain(dot))} points)" for dot in (highest, lowest)]
    return f"Highest gain: {said[0]}; lowest: {said[1]}."


def _said(pair: Mapping[str, Any]) -> str:
    accuracies = f"{percent(pair['direct'])} direct, {percent(pair['assisted'])} assisted"
    return f"{pair['dataset']}, {pair['solver']}: {accuracies}"


def _named_solvers(pairs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Those with most rows, as many as there are shapes; the others share the last shape."""
    rows: Counter[str] = Counter()
    for pair in pairs:
        rows[pair["solver"]] += pair["rows"]
    if len(rows) <= len(SHAPES):
        return sorted(rows)
    most = sorted(rows, key=lambda solver: (-rows[solver], solver))[: len(SHAPES) - 1]
    return [*sorted(most), OTHERS]


def _dot(pair: Mapping[str, Any], solvers: Sequence[str]) -> dict[str, Any]:
    return {
        **{name: pair[name] for name in ("dataset", "solver", "rows", "direct", "assisted")},
        "shape": pair["solver"] if pair["solver"] in solvers else OTHERS,
        "rows_said": f"{pair['rows']:,}",
        "direct_said": percent(pair["direct"]),
        "assisted_said": percent(pair["assisted"]),
    }


def _gain(dot: Mapping[str, Any]) -> float:
    return float(dot["assisted"] - dot["direct"])
