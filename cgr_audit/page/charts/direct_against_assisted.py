"""Assisted against direct accuracy of every dataset-solver pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.page.charts.chart import Chart, percent, values
from cgr_audit.page.charts.theme import ASSISTED, INK, QUIET

__all__ = ["direct_against_assisted_chart"]

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
OTHERS = "other solvers"
SIZE = 440


def direct_against_assisted_chart(pairs: Sequence[Mapping[str, Any]]) -> Chart | None:
    """A scatter plot, a mark for each pair: its area by rows, its shape by solver; nothing where there is no pair.

    Args:
        pairs: records with ``dataset``, ``solver``, ``rows``, ``direct`` and ``assisted`` (percent).
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    known = [pair for pair in pairs if pair["direct"] is not None and pair["assisted"] is not None]
    if not known:
        return None
    solvers = _named_solvers(known)
    dots = [_dot(pair, solvers) for pair in known]
    x = alt.X("direct:Q", scale=alt.Scale(domain=[0, 100]), title="direct: right answers, %")
    y = alt.Y("assisted:Q", scale=alt.Scale(domain=[0, 100]), title="assisted: right answers, %")
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
    marks = (
        alt.Chart(values(dots))
        .mark_point(filled=False, strokeWidth=1.8, opacity=1, color=ASSISTED)
        .encode(
            x=x,
            y=y,
            shape=alt.Shape(
                "shape:N", scale=alt.Scale(domain=solvers, range=list(SHAPES[: len(solvers)])), title="solver"
            ),
            size=alt.Size(
                "rows:Q", scale=alt.Scale(range=[40, 500], zero=True), title="rows", legend=alt.Legend(tickCount=3)
            ),
            tooltip=[
                alt.Tooltip("dataset:N"),
                alt.Tooltip("solver:N"),
                alt.Tooltip("rows:Q"),
                alt.Tooltip("direct_said:N", title="direct"),
                alt.Tooltip("assisted_said:N", title="assisted"),
            ],
        )
    )
    extremes = {id(one): one for one in (min(dots, key=_gain), max(dots, key=_gain))}
    labels = (
        alt.Chart(values(list(extremes.values())))
        .mark_text(align="left", dx=13, fontSize=11, color=INK)
        .encode(x=x, y=y, text="dataset:N")
    )
    drawn = alt.layer(diagonal, *notes, marks, labels).properties(width=SIZE, height=SIZE)
    above = sum(_gain(dot) > 0 for dot in dots)
    below = sum(_gain(dot) < 0 for dot in dots)
    title = f"Assisted answers are right more often in {above} of {len(dots)} pairs, less often in {below}."
    caption = (
        "Each mark is a dataset-solver pair, its shape the solver, its area the number of rows. On the dashed diagonal "
        "both channels are right equally often. The pairs with the highest and the lowest gain bear their "
        "dataset's name."
    )
    said = "; ".join(
        f"{pair['dataset']}, {pair['solver']}: {percent(pair['direct'])} direct, {percent(pair['assisted'])} assisted"
        for pair in known[:20]
    )
    return Chart.of("direct-against-assisted", title, caption, said + ("; …" if len(known) > 20 else "") + ".", drawn)


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
        "direct_said": percent(pair["direct"]),
        "assisted_said": percent(pair["assisted"]),
    }


def _gain(dot: Mapping[str, Any]) -> float:
    return float(dot["assisted"] - dot["direct"])
