"""What the same calls would have bought without code: assisted answers less each control, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.intervals.interval import Method
from cgr_audit.accuracy.partitions import Partition
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.page.charts.chart import Chart, percent, points, rests_on, spanned, tooltip, values
from cgr_audit.page.charts.choices import Choices
from cgr_audit.page.charts.theme import ASSISTED, INK, NARROWS, PAPER, QUIET, WIDTH
from cgr_audit.records.rows import ControlName

if TYPE_CHECKING:
    import altair as alt

__all__ = ["NAME", "controls_chart"]

NAME = "assisted-against-controls"
_METHODS = (Method.CROSSED, Method.ITEMS)
"""Those to quote: for other datasets and solvers, and for these very ones."""


def controls_chart(
    comparisons: Sequence[Mapping[str, Any]], methods: Mapping[str, Mapping[str, Any]], choices: Choices
) -> Chart | None:
    """The micro difference to each control over all pairs; nothing if no comparison rests on ten rows.

    The generator by itself is another model, so that it says nothing about what the solver's calls would buy.
    The treatment is the first that leaves enough rows: approved programs alone, where the package was judged.

    Args:
        comparisons: the records of ``controls`` in ``accuracy.json``.
        methods: the records of ``methods`` by name.
        choices: for the caption.
    """
    whole = (one for one in comparisons if one["partition"] == Partition.ALL.value and one["estimates"])
    known = [one for one in whole if one["control"] != ControlName.GENERATOR_ALONE]
    if not known:
        return None
    drawn = [one for one in known if one["treatment"] == known[0]["treatment"]]
    lines = [line for one in drawn for line in _lines(one, methods)]
    treatment = Treatment(drawn[0]["treatment"])
    matched = [line for line in lines if line["matched"] and line["first"]]
    caption = (
        "Assisted less control on the same rows (micro), in percentage points: above zero, programs are right more "
        "often. A matched control was given as many calls as the row's assisted run made; the others were not, so that "
        "their difference is also one of calls. "
        f"{_legend(lines)} Under each name: accuracy of the control → of assisted answers on the same rows, and mean "
        f"calls of both. Programs that are not approved: {treatment.label}. "
        f"{choices.intervals()} {choices.accuracy()}"
    )
    said = "; ".join(f"{line['control']}: {line['said']}, {line['method']} {line['interval']}" for line in lines)
    return Chart.of(NAME, _title(matched, lines), caption, f"{said}.", _drawing(lines))


def _drawing(lines: list[dict[str, Any]]) -> alt.TopLevelMixin:
    import altair as alt  # noqa: PLC0415  altair costs start-up time

    order = list(dict.fromkeys(line["name"] for line in lines))
    lines_of = "split(datum.label, '\\n')"
    axis = alt.Axis(domain=False, ticks=False, labelExpr=lines_of, labelLineHeight=15, labelOffset=-15)
    y = alt.Y("name:N", sort=order, title=None, axis=axis)
    titles = {"control": "control", "calls": "calls", "said": "accuracy", "difference_said": "difference"}
    base = alt.Chart(values(lines)).encode(y=y, tooltip=tooltip(titles | {"interval": "interval", "rests": "rests on"}))
    ends = [line[name] for line in lines for name in ("low", "difference", "high") if line[name] is not None]
    domain = [min(0.0, *ends), max(0.0, *ends)]
    x = alt.X("difference:Q", scale=alt.Scale(domain=domain, nice=True), title="assisted − control, percentage points")
    known = base.transform_filter("isValid(datum.low)")
    crossed, items = (known.transform_filter(f"datum.key == '{method.value}'") for method in _METHODS)
    first = base.transform_filter("datum.first")
    return alt.layer(
        alt.Chart(values([{"zero": 0}])).mark_rule(color=INK, strokeDash=[4, 3]).encode(x="zero:Q"),
        crossed.mark_rule(color=ASSISTED, strokeWidth=7, opacity=0.35).encode(x="low:Q", x2="high:Q"),
        items.mark_rule(color=ASSISTED, strokeWidth=2).encode(x="low:Q", x2="high:Q"),
        items.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="low:Q"),
        items.mark_tick(color=ASSISTED, size=9, thickness=2).encode(x="high:Q"),
        first.mark_point(shape="circle", size=70, filled=True, opacity=1, color=ASSISTED, stroke=PAPER).encode(x=x),
        first.mark_text(dy=-13, fontWeight="bold").encode(x="difference:Q", text="difference_said:N"),
        first.transform_filter("!datum.bounded")
        .mark_text(dy=15, color=QUIET)
        .encode(x="difference:Q", text=alt.value("no interval")),
    ).properties(width=WIDTH, usermeta={**NARROWS}, height={"step": 56})


def _legend(lines: Sequence[Mapping[str, Any]]) -> str:
    """What the lines are; where no interval holds for other datasets and solvers, that none does."""
    items = "by items, for these very datasets and solvers"
    crossed = [line for line in lines if line["key"] == Method.CROSSED.value]
    if any(line["low"] is not None for line in crossed):
        return f"Thick: the interval by crossed effects, for other datasets and solvers; thin: {items}."
    return f"Lines: the interval {items}; there is none for others ({crossed[0]['interval']})."


def _lines(one: Mapping[str, Any], methods: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A line for each method that is drawn."""
    figures = {estimate["measure"]: estimate for estimate in one["estimates"] if estimate["average"] == "micro"}
    accuracies = f"{percent(figures['control']['value'])} → {percent(figures['assisted']['value'])}"
    calls = [one["calls_control"], one["calls_assisted"]]
    spent = "calls not known" if None in calls else f"{calls[0]:.1f} → {calls[1]:.1f} calls"
    wanted = {method.value for method in _METHODS}
    chosen = [interval for interval in figures["difference"]["intervals"] if interval["method"] in wanted]
    return [
        {
            "name": f"{one['label']}\n{accuracies}\n{spent}",
            "control": one["label"],
            "matched": one["is_matched"],
            "calls": spent,
            "said": accuracies,
            "key": interval["method"],
            "method": methods[interval["method"]]["label"],
            "first": rank == 0,
            "bounded": any(each["low"] is not None for each in chosen),
            "difference": figures["difference"]["value"],
            "difference_said": points(figures["difference"]["value"]),
            "low": interval["low"],
            "high": interval["high"],
            "interval": spanned(interval),
            "rests": rests_on(interval, methods),
        }
        for rank, interval in enumerate(chosen)
    ]


def _title(matched: Sequence[Mapping[str, Any]], lines: Sequence[Mapping[str, Any]]) -> str:
    """What the first control at equal calls gives, and what programs gain over it; else that there is none."""
    of = (matched or lines)[0]
    control = of["control"].removesuffix(" (matched)")
    bounds = [line for line in lines if line["control"] == of["control"] and line["low"] is not None]
    interval = f"{bounds[0]['method'].split(',')[0]}: {bounds[0]['interval']}" if bounds else "no interval"
    before, after = of["said"].split(" → ")
    said = f"{before} of answers right, programs {after}: {of['difference_said']} points ({interval})"
    if not matched:
        return f"No control had the same calls; {control} has {said}."
    return f"With the same calls and no code, {control} has {said}."
