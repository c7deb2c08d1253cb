"""Judges side by side: F1 of each with its interval, between what it gets right of sound and of flawed traces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cgr_audit.page.charts.chart import Chart, tooltip, values
from cgr_audit.page.charts.theme import ASSISTED, DIRECT, GENERATOR, NARROWS, PAPER, QUIET, WIDTH
from cgr_audit.page.scorecards.groups import division_named, undrawn, unit_of, with_most_rows
from cgr_audit.page.scorecards.lines import BESIDE, lines_axis
from cgr_audit.page.scorecards.marks import TOLD, Mark, apart, percentage
from cgr_audit.page.scorecards.titles import left_aside, ranged
from cgr_audit.scorecards.retraceqa.judges import AVERAGED
from cgr_audit.scorecards.scorecard import Group, Scored

if TYPE_CHECKING:
    import altair as alt

__all__ = ["judges_chart"]

_F1 = "F1"
_KINDS = ("correct", "error", _F1)
_SHAPES = ("triangle-up", "triangle-down", "circle")
_COLOURS = (DIRECT, GENERATOR, ASSISTED)
_OFFSETS = (-7, 7, 0)
"""Triangles stand above and below, where nothing hides them."""


@dataclass(frozen=True, slots=True)
class _Judge:
    f1: Mark
    correct: float | None
    """In percent."""
    error: float | None

    @classmethod
    def of(cls, group: Group, unit: str) -> Iterator[_Judge]:
        """One with an F1."""
        both, *parts = group.figures[:3]
        correct, error = (None if part.rate is None else 100 * part.rate for part in parts)
        if both.rate is not None:
            yield cls(Mark.of(", ".join(value for _, value in group.labels), both, unit), correct, error)

    @property
    def words(self) -> str:
        return f"{self.f1.words}, correct {percentage(self.correct)}, error {percentage(self.error)}"

    def records(self, place: int) -> Iterator[dict[str, Any]]:
        """Of each of its figures."""
        for kind, percent in zip(_KINDS, (self.correct, self.error, self.f1.rate), strict=True):
            if percent is not None:
                of_f1 = self.f1.record(place)
                figure = {"what": kind, "percent": percent, "percent_said": percentage(percent)}
                yield of_f1 | figure | ({} if kind == _F1 else {"interval": "in the tables", "note": ""})


def judges_chart(scored: Scored) -> Chart | None:
    """The judges, the best first; nothing if none has an F1."""
    division = division_named(scored, AVERAGED)
    if division is None:
        return None
    unit = unit_of(scored, division)
    judges = [judge for group in division.groups for judge in _Judge.of(group, unit)]
    if not judges:
        return None
    most = [judges[place] for place in with_most_rows([judge.f1 for judge in judges])]
    most.sort(key=lambda judge: (-judge.f1.rate, judge.f1.name))
    marks = apart([judge.f1 for judge in most])
    drawn = [replace(judge, f1=mark) for judge, mark in zip(most, marks, strict=True)]
    title = ranged("F1 by judge", marks)
    caption = (
        "Circles are F1, the harmonic mean of correct (sound traces that the judge calls sound, triangles up) and "
        "error (flawed traces whose first wrong step it names, triangles down), each averaged over datasets. Bars are "
        f"percentile bootstraps of F1 over {unit}s within datasets at {100 * scored.settings['level']:g} %."
    )
    caption += left_aside(marks) + undrawn(len(drawn), len(judges))
    said = "; ".join(judge.words for judge in drawn)
    return Chart.of(f"{scored.name}-{AVERAGED}", title, caption, f"{said}.", _drawing(drawn))


def _drawing(judges: Sequence[_Judge]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    y = lines_axis([judge.f1 for judge in judges])
    marks = [record for place, judge in enumerate(judges) for record in judge.records(place)]
    x = alt.X("percent:Q", scale=alt.Scale(domain=[0, 100], nice=False), title="%")
    kinds, legend = list(_KINDS), alt.Legend(title=None, orient="top")
    shape = alt.Shape("what:N", scale=alt.Scale(domain=kinds, range=list(_SHAPES)), legend=legend)
    colour = alt.Color("what:N", scale=alt.Scale(domain=kinds, range=list(_COLOURS)), legend=legend)
    told = tooltip({"name": "judge", "what": "figure", "percent_said": "percent", **TOLD})
    layers = [
        alt.Chart(values([one for one in marks if one["what"] == kind])).encode(y=y, tooltip=told) for kind in _KINDS
    ]
    return alt.layer(
        layers[-1]
        .transform_filter("isValid(datum.low)")
        .mark_rule(color=ASSISTED, strokeWidth=2)
        .encode(x="low:Q", x2="high:Q"),
        *(
            layer.mark_point(size=60, filled=True, opacity=1, stroke=PAPER, yOffset=offset).encode(
                x=x, shape=shape, color=colour
            )
            for layer, offset in zip(layers, _OFFSETS, strict=True)
        ),
        layers[-1]
        .mark_text(align="left", color=QUIET, fontSize=11)
        .encode(x=alt.value(alt.ExprRef(BESIDE)), text="rests:N"),
    ).properties(width=WIDTH, usermeta={**NARROWS}, height={"step": 30})
