"""Two rates of every group, joined by a line: what the first says, and what is left of it by the second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, tooltip, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, NARROWS, PAPER, QUIET, RULE, WIDTH
from cgr_audit.page.scorecards.groups import Naming, division_named, undrawn, with_most_rows
from cgr_audit.page.scorecards.lines import BESIDE, lines_axis
from cgr_audit.page.scorecards.marks import TOLD, Mark, apart
from cgr_audit.page.scorecards.titles import begun, enough, span
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
        """The chart, or nothing if fewer than two groups have both rates."""
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
        caption = begun(caption) + naming.shared + _left_aside(drawn) + undrawn(len(drawn), len(pairs))
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
    """How far the second lies from the first in groups of enough rows, and in how many of them that may be chance."""
    first, second = (mark.figure.label for mark in pairs[0])
    known, unit = _known(pairs), pairs[0][0].unit
    if not known:
        return f"{begun(first)} and {second}: no group has {FEWEST_ROWS} {unit}s, too few to compare."
    gaps = [one.rate - other.rate for one, other in known]
    within = sum(span(other)[0] <= one.rate <= span(other)[1] for one, other in known)
    one_of = "within its interval"
    several = f"in {within:,} of them {one_of}"
    chance = (
        f", {one_of if len(known) == 1 else several}" if within and any(number(gap) != "0.00" for gap in gaps) else ""
    )
    where = f"for {known[0][1].label}" if len(known) == 1 else f"in {len(known):,} groups"
    return f"{begun(second)} lies {_apart(min(gaps), max(gaps), first)} {where}{chance}."


def _apart(least: float, most: float, first: str) -> str:
    """By how many points figures lie below the first, or above it where that is negative."""
    ends = sorted({number(abs(least)), number(abs(most))}, key=float)
    if number(least) == number(most) == "0.00":
        return f"where {first} does"
    if least < 0 < most:
        return f"from {number(-least)} points above {first} to {number(most)} below"
    return f"{' to '.join(ends)} points {'below' if most > 0 else 'above'} {first}"


def _left_aside(pairs: Sequence[_Pair]) -> str:
    return f" The title leaves those of few {pairs[0][0].unit}s aside." if 0 < len(_known(pairs)) < len(pairs) else ""


def _known(pairs: Sequence[_Pair]) -> list[_Pair]:
    return [pair for pair in pairs if all(map(enough, pair))]


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
        base.mark_text(align="left", color=QUIET, fontSize=11).encode(x=alt.value(alt.ExprRef(BESIDE)), text="rests:N"),
    ).properties(width=WIDTH, usermeta={**NARROWS}, height={"step": 22})


def _line(one: Mark, other: Mark, place: int) -> dict[str, Any]:
    return {**other.record(place), "first": one.rate, "first_said": one.said}
