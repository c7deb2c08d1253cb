"""The figures of a scorecard as tables: overall, by each division, and what the scorecard adds."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from cgr_audit.scorecards.curves import curve_table
from cgr_audit.scorecards.figure_record import figure_record, in_brackets, rests_on_few
from cgr_audit.scorecards.rates import Figure, Shown
from cgr_audit.scorecards.scorecard import Division, Group, Scored
from cgr_audit.tables.shortened import NAME_SHOWN, shortened
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW, Column, Kind, Table

__all__ = ["division_table", "dropped_table", "long_table", "overall_table", "scorecard_tables"]


def scorecard_tables(scored: Scored) -> tuple[Table, ...]:
    """Every table, in the order in which a reader wants them."""
    dropped = dropped_table(scored)
    return (
        overall_table(scored),
        *scored.scored.main_tables,
        *(division_table(scored, division) for division in scored.divisions),
        *(curve_table(scored, curve) for curve in scored.scored.curves),
        *scored.scored.tables,
        *([dropped] if dropped.records else []),
    )


def overall_table(scored: Scored) -> Table:
    """A line for each measure over all rows."""
    case = scored.scored.case
    measures = {measure.key: measure for measure in scored.scored.measures}
    records = [
        {
            "measure": figure.label,
            "meaning": measures[figure.key].meaning,
            **figure_record(figure, case),
            TOO_FEW: figure.rows < FEWEST_ROWS,
        }
        for figure in scored.overall.figures
        if measures[figure.key].point is None or measures[figure.key].shown is Shown.EVERYWHERE
    ]
    columns = (
        Column("measure", "measure"),
        Column("rows", f"{case}s", Kind.COUNT),
        Column("correct", "correct", Kind.COUNT),
        Column("rate", "%", Kind.RATE),
        Column("interval", "interval, %", Kind.RATE_RANGE),
        Column("meaning", "what it is"),
    )
    return Table("overall", scored.title, _note(scored), columns, tuple(records))


def division_table(scored: Scored, division: Division) -> Table:
    """A line for each group, with every measure that is shown everywhere; an interval for the one that it is about.

    Where groups are about different measures, such as predictions and programs, each line says which.
    """
    case = scored.scored.case
    unseen = {measure.key for measure in scored.scored.measures if measure.shown is not Shown.EVERYWHERE}
    first = division.groups[0]
    others = _others(division)
    lines = [_line(group, case) for group in division.groups]
    labels: dict[str, str] = {}
    for name, _ in first.labels:
        labels[name] = _free_key(name, lines[0], set(labels.values()))
    mains = {group.main.label: group.main for group in division.groups}
    head = f"{first.main.label} %" if len(mains) == 1 else "%"
    columns = (
        *(
            Column(key, shortened(name.replace("_", " "), NAME_SHOWN), longest=NAME_SHOWN)
            for name, key in labels.items()
        ),
        *([Column("figure", "figure")] if len(mains) > 1 else []),
        Column("rows", f"{case}s", Kind.COUNT),
        *([Column("correct", "correct", Kind.COUNT)] if any(one.correct is not None for one in mains.values()) else []),
        Column("rate", head, Kind.RATE),
        Column("interval", "interval, %", Kind.RATE_RANGE),
        *(Column(figure.key, f"{figure.label} %", Kind.RATE) for figure in others if figure.key not in unseen),
    )
    stored = (
        Column("dropped", "dropped", Kind.COUNT),
        *(Column(figure.key, "", Kind.RATE) for figure in others if figure.key in unseen),
        *(Column(f"{figure.key}_interval", "", Kind.RATE_RANGE) for figure in others),
        *(Column(f"{figure.key}_rows", "", Kind.COUNT) for figure in others),
    )
    records = tuple(
        {**{labels[name]: value for name, value in group.labels}, **line}
        for group, line in zip(division.groups, lines, strict=True)
    )
    return Table(division.name, division.title, division.note, columns, records, stored)


def _others(division: Division) -> list[Figure]:
    """The figures of the first group that some group has beside the one that it is about."""
    mains = {group.main.key for group in division.groups}
    beside = {
        figure.key for group in division.groups for figure in group.figures if figure.rows and figure != group.main
    }
    return [figure for figure in division.groups[0].figures if figure.key in beside or figure.key not in mains]


def dropped_table(scored: Scored) -> Table:
    """Why rows are in no figure, and how many."""
    columns = (Column("reason", "in no figure, because"), Column("rows", "rows", Kind.COUNT))
    records = tuple({"reason": reason.replace("_", " "), "rows": rows} for reason, rows in scored.overall.dropped)
    return Table("dropped", "Rows in no figure", "", columns, records)


def long_table(scored: Scored) -> Table:
    """Every figure of every group as a line of its own, for programs to read."""
    columns = (
        Column("division", "division"),
        Column("group", "group"),
        Column("measure", "measure"),
        Column("rows", "rows", Kind.COUNT),
        Column("correct", "correct", Kind.COUNT),
        Column("rate", "rate", Kind.RATE),
        Column("interval", "interval", Kind.RATE_RANGE),
        Column("resamples", "resamples", Kind.COUNT),
    )
    groups = [("overall", scored.overall)]
    groups += [(division.name, group) for division in scored.divisions for group in division.groups]
    records = tuple(
        {
            "division": name,
            "group": ", ".join(f"{field}={value}" for field, value in group.labels),
            "measure": figure.key,
            **figure_record(figure, scored.scored.case),
            "resamples": figure.interval.resamples,
            TOO_FEW: figure.rows < FEWEST_ROWS,
        }
        for name, group in groups
        for figure in group.figures
    )
    return Table(scored.name, scored.title, _note(scored), columns, records)


def _line(group: Group, case: str) -> dict[str, Any]:
    main = group.main
    line = {"figure": main.label, **figure_record(main, case)}
    for figure in group.figures:
        line |= figure_record(figure, case, f"{figure.key}_")
        line[figure.key] = figure.rate
        if rests_on_few(main, case) is None:  # else it is said already, of the line's first figure
            line[f"{figure.key}_few"] = rests_on_few(figure, case)
    return {**line, "dropped": sum(rows for _, rows in group.dropped), TOO_FEW: main.rows < FEWEST_ROWS}


def _free_key(name: str, line: Mapping[str, Any], taken: Set[str]) -> str:
    """The key of a field of rows in a line of figures, which may have one of that name, such as ``rate``."""
    intervals = {key.removesuffix("_low") for key in line if key.endswith("_low")}
    while name in line or name in intervals or name in taken:
        name = f"field_{name}"
    return name


def _note(scored: Scored) -> str:
    settings, case = scored.settings, scored.scored.case
    most = max(figure.interval.resamples for figure in scored.overall.figures) or settings["resamples"]
    note = (
        f"Intervals are percentile bootstraps over {case}s at {100 * settings['level']:g} %, as if each {case} were a "
        f"case of its own; {most:,} resamples from seed {settings['seed']}."
    )
    groups = (scored.overall, *(group for division in scored.divisions for group in division.groups))
    if any(in_brackets(figure, case) for group in groups for figure in group.figures):
        note += (
            f" In brackets, here and below: on how few {case}s a figure rests, where fewer than {FEWEST_ROWS}; that it "
            "is defined in some resamples only; no width, where all of them give the same, which does not make it "
            "certain."
        )
    return note
