"""Two rates of every group, joined by a line: what the first says, and what is left of it by the second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, PAPER, RULE, WIDTH
from cgr_audit.page.scorecards.rates_by_group import MOST_GROUPS
from cgr_audit.plural import counted
from cgr_audit.scorecards.rates import Figure
from cgr_audit.scorecards.scorecard import Group, Scored
from cgr_audit.tables.cells import number
from cgr_audit.visible import visible

if TYPE_CHECKING:
    import altair as alt

__all__ = ["TwoRates"]


@dataclass(frozen=True, slots=True)
class TwoRates:
    """A chart of two rates by the groups of one division; calling it draws it."""

    name: str
    """Of its file, after the scorecard's."""
    division: str
    first: str
    """The measure that is drawn hollow, such as the accuracy of answers alone."""
    second: str
    """The measure that is drawn filled; groups are in its order."""

    def __call__(self, scored: Scored) -> Chart | None:
        """The chart, or nothing where fewer than two groups have both rates."""
        division = next((one for one in scored.divisions if one.name == self.division), None)
        lines = [] if division is None else [line for group in division.groups for line in self._lines(group)]
        if division is None or len(lines) < 2:
            return None
        lines.sort(key=lambda line: (-line["second"], line["name"]))
        drawn = [{"place": place, **line} for place, line in enumerate(lines[:MOST_GROUPS])]
        first, second = lines[0]["first_label"], lines[0]["second_label"]
        widest = max(drawn, key=lambda line: abs(line["first"] - line["second"]))
        title = f"{first[0].upper()}{first[1:]} and {second} are furthest apart for {widest['name']}: {widest['said']}."
        caption = (
            f"{division.title}: {first} hollow, {second} filled, joined by a line; the highest {second} first. Bars "
            f"are percentile bootstraps over rows at {100 * scored.settings['level']:g} % of {second}. {division.note}"
        ).strip()
        if len(drawn) < len(lines):
            caption += f" Of {len(lines)} groups the {len(drawn)} with the highest {second} are drawn."
        said = "; ".join(f"{line['name']} {line['said']} ({line['rests']})" for line in drawn)
        return Chart.of(f"{scored.name}-{self.name}", title, caption, f"{said}.", _drawing(drawn, first, second))

    def _lines(self, group: Group) -> list[dict[str, Any]]:
        figures: Mapping[str, Figure] = {figure.key: figure for figure in group.figures}
        one, other = figures[self.first], figures[self.second]
        if one.rate is None or other.rate is None:
            return []
        low, high = other.interval.low, other.interval.high
        return [
            {
                "name": visible(", ".join(value for _, value in group.labels)),
                "first": 100 * one.rate,
                "second": 100 * other.rate,
                "first_label": one.label,
                "second_label": other.label,
                "low": None if low is None else 100 * low,
                "high": None if high is None else 100 * high,
                "said": f"{number(100 * one.rate)} % and {number(100 * other.rate)} %",
                "rests": counted(other.rows, "row"),
            }
        ]


def _drawing(lines: list[dict[str, Any]], first: str, second: str) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    # Sorted by a list of names, Vega stops at some that have a meaning in its expressions, such as "if".
    order = alt.EncodingSortField("place", op="min")
    y = alt.Y("name:N", sort=order, title=None, axis=alt.Axis(domain=False, ticks=False, grid=True))
    base = alt.Chart(values(lines)).encode(y=y)
    x = alt.X(
        "first:Q", scale=alt.Scale(domain=[0, 100], nice=False), title=f"{first} (hollow) and {second} (filled), %"
    )
    tooltip = [alt.Tooltip(f"{name}:N") for name in ("name", "said", "rests")]
    return alt.layer(
        base.mark_rule(color=RULE, strokeWidth=5).encode(x=x, x2="second:Q"),
        base.transform_filter("isValid(datum.low)")
        .mark_rule(color=ASSISTED, strokeWidth=1.5)
        .encode(x="low:Q", x2="high:Q"),
        base.mark_point(
            shape="circle", size=60, filled=True, fill=PAPER, opacity=1, stroke=DIRECT, strokeWidth=2
        ).encode(x="first:Q", tooltip=tooltip),
        base.mark_point(shape="circle", size=60, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(
            x="second:Q", tooltip=tooltip
        ),
    ).properties(width=WIDTH, height={"step": 22})
