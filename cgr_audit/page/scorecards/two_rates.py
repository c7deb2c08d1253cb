"""Two rates of every group, joined by a line: what the first says, and what is left of it by the second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, tooltip, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, PAPER, QUIET, RULE, WIDTH
from cgr_audit.page.scorecards.groups import Naming, division_named, undrawn, with_most_rows
from cgr_audit.page.scorecards.lines import lines_axis
from cgr_audit.page.scorecards.marks import TOLD, Mark, apart
from cgr_audit.page.scorecards.titles import begun, enough, span
from cgr_audit.plural import counted
from cgr_audit.scorecards.scorecard import Group, Scored
from cgr_audit.tables.cells import number
from cgr_audit.tables.table import FEWEST_ROWS

if TYPE_CHECKING:
    import altair as alt

__all__ = ["TwoRates"]

_Pair = tuple[Mark, Mark]


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
        division = division_named(scored, self.division)
        unit = scored.scored.case
        pairs = [] if division is None else self._pairs(division.groups, unit)
        if division is None or len(pairs) < 2:
            return None
        most = [pairs[place] for place in with_most_rows([second for _, second in pairs])]
        most.sort(key=lambda pair: (-pair[1].rate, pair[1].name))
        drawn = list(zip(*(apart(side) for side in zip(*most, strict=True)), strict=True))
        first, second = (mark.figure.label for mark in drawn[0])
        naming = Naming.of(division.groups)
        caption = (
            f"{first} hollow, {second} filled, joined by a line; the highest {second} first. Bars are percentile "
            f"bootstraps over {unit}s at {100 * scored.settings['level']:g} % of {second}. {division.note}"
        ).strip()
        caption = begun(caption) + naming.shared + undrawn(len(drawn), len(pairs))
        said = "; ".join(f"{other.label} {one.said} and {other.said} ({other.rests})" for one, other in drawn)
        drawing = _drawing(drawn, naming.kind)
        return Chart.of(f"{scored.name}-{self.name}", _title(drawn), caption, f"{said}.", drawing)

    def _pairs(self, groups: Sequence[Group], unit: str) -> list[_Pair]:
        naming = Naming.of(groups)
        found = []
        for group in groups:
            figures = {figure.key: figure for figure in group.figures}
            both = figures[self.first], figures[self.second]
            if all(figure.rate is not None for figure in both):
                one, other = (Mark.of(naming.name(group), figure, unit) for figure in both)
                found.append((one, other))
        return found


def _title(pairs: Sequence[_Pair]) -> str:
    """In how many groups of enough rows the second lies apart from the first, and by how much."""
    first, second = (mark.figure.label for mark in pairs[0])
    known, unit = [pair for pair in pairs if all(map(enough, pair))], pairs[0][0].unit
    aside = "" if len(known) == len(pairs) else f"; those of few {unit}s are left aside"
    if not known:
        return f"{begun(first)} and {second}: no group has {FEWEST_ROWS} {unit}s, too few to compare."
    below = sum(span(other)[1] < one.rate for one, other in known)
    above = sum(span(other)[0] > one.rate for one, other in known)
    apart = f"below {first} in {below:,} of {counted(len(known), 'group')}" + (
        f", above it in {above:,}" if above else ""
    )
    gaps = [one.rate - other.rate for one, other in known]
    least, most = number(min(gaps)), number(max(gaps))
    gap = f"{least} points" if least == most else f"{least} to {most} points"
    return f"The interval of {second} lies {apart}; the difference is {gap}{aside}."


def _drawing(pairs: Sequence[_Pair], kind: str) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    lines = [_line(one, other, place) for place, (one, other) in enumerate(pairs)]
    first, second = (mark.figure.label for mark in pairs[0])
    told = tooltip({"name": kind, "first_said": first, "said": second, **TOLD})
    base = alt.Chart(values(lines)).encode(y=lines_axis([other for _, other in pairs]), tooltip=told)
    x = alt.X("first:Q", scale=alt.Scale(domain=[0, 100], nice=False), title=f"{first} (hollow), {second} (filled), %")
    return alt.layer(
        base.mark_rule(color=RULE, strokeWidth=5).encode(x=x, x2="rate:Q"),
        base.transform_filter("isValid(datum.low)")
        .mark_rule(color=ASSISTED, strokeWidth=1.5)
        .encode(x="low:Q", x2="high:Q"),
        base.mark_point(
            shape="circle", size=60, filled=True, fill=PAPER, opacity=1, stroke=DIRECT, strokeWidth=2
        ).encode(x="first:Q"),
        base.mark_point(shape="circle", size=60, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(
            x="rate:Q"
        ),
        base.mark_text(align="left", color=QUIET, fontSize=11).encode(x=alt.value(WIDTH + 8), text="rests:N"),
    ).properties(width=WIDTH, height={"step": 22})


def _line(one: Mark, other: Mark, place: int) -> dict[str, Any]:
    return {**other.record(place), "first": one.rate, "first_said": one.said}
