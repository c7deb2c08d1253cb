"""Figures under each other, each on a line of its own: a dot with its interval, and what it rests on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgr_audit.page.charts.chart import tooltip, values
from cgr_audit.page.charts.theme import ASSISTED, NARROWS, PAPER, QUIET, WIDTH
from cgr_audit.page.scorecards.marks import TOLD, Mark

if TYPE_CHECKING:
    import altair as alt

__all__ = ["BESIDE", "ROOM", "in_lines", "lines_axis", "names_of_places"]

ROOM = 130
"""Left of the plotting area at least, in pixels, so that charts under each other begin at one line."""
BESIDE = "width + 8"
"""Where that which stands right of the plotting area begins, which a narrow screen makes narrower."""
_GAP = 9
"""Between a name and the plotting area, in pixels: half of a dot at 0 lies there."""
_STEP = 22


def in_lines(marks: Sequence[Mark], label: str, kind: str) -> alt.TopLevelMixin:
    """The drawing.

    Args:
        marks: from top to bottom.
        label: what the figures are.
        kind: what has a line, such as ``model``.
    """
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    told = tooltip({"name": kind, "said": label, **TOLD})
    lines = values([mark.record(place) for place, mark in enumerate(marks)])
    base = alt.Chart(lines).encode(y=lines_axis(marks), tooltip=told)
    known = base.transform_filter("isValid(datum.low)")
    # An agreement may be worse than chance, and then lies below 0.
    least = min(0.0, *(mark.rate if mark.low is None else min(mark.low, mark.rate) for mark in marks))
    x = alt.X("rate:Q", scale=alt.Scale(domain=[least, 100], nice=False), title=f"{label}, %")
    return alt.layer(
        known.mark_rule(color=ASSISTED, strokeWidth=2).encode(x="low:Q", x2="high:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="low:Q"),
        known.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="high:Q"),
        base.mark_point(shape="circle", size=55, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(x=x),
        base.mark_text(align="left", color=QUIET, fontSize=11).encode(x=alt.value(alt.ExprRef(BESIDE)), text="rests:N"),
    ).properties(width=WIDTH, usermeta={**NARROWS}, height={"step": _STEP})


def lines_axis(marks: Sequence[Mark]) -> alt.Y:
    """A line for each mark, by its place."""
    import altair as alt  # noqa: PLC0415

    # Names are cut already, so that those that differ still do; cut again, they might not.
    axis = alt.Axis(
        domain=False,
        ticks=False,
        grid=True,
        minExtent=ROOM,
        labelPadding=_GAP,
        labelLimit=0,
        labelExpr=names_of_places(marks),
    )
    return alt.Y("place:O", title=None, axis=axis)


def names_of_places(marks: Sequence[Mark]) -> str:
    """What an axis of places shows: the name of the mark at each.

    Marks are placed by number, as two groups may have one name. Names are one text, as Vega stops at a text of its own
    that means something to it, such as "if"; no name has a line's end, which is shown as what it is.
    """
    names = json.dumps("\n".join(["", *(mark.label for mark in marks)]))
    return f'split({names}, "\\n")[datum.value + 1]'
