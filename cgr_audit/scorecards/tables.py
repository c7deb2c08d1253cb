"""The figures of a scorecard as tables: overall, by each division, and what the scorecard adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.scorecards.curves import curve_table
from cgr_audit.scorecards.rates import Figure, Shown
from cgr_audit.scorecards.scorecard import Division, Group, Scored
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["division_table", "dropped_table", "long_table", "overall_table", "scorecard_tables"]


def scorecard_tables(scored: Scored) -> tuple[Table, ...]:
    """Every table, in the order in which a reader wants them."""
    dropped = dropped_table(scored)
    return (
        overall_table(scored),
        *(division_table(scored, division) for division in scored.divisions),
        *(curve_table(scored, curve) for curve in scored.scored.curves),
        *scored.scored.tables,
        *([dropped] if dropped.records else []),
    )


def overall_table(scored: Scored) -> Table:
    """A line for each measure over all rows."""
    measures = {measure.key: measure for measure in scored.scored.measures}
    records = [
        {"measure": figure.label, "meaning": measures[figure.key].meaning, **_record(figure, "")}
        for figure in scored.overall.figures
        if measures[figure.key].point is None or measures[figure.key].shown is Shown.EVERYWHERE
    ]
    columns = (
        Column("measure", "measure"),
        Column("rows", "rows", Kind.COUNT),
        Column("correct", "correct", Kind.COUNT),
        Column("rate", "%", Kind.RATE),
        Column("interval", "interval, %", Kind.RATE_RANGE),
        Column("meaning", "what it is"),
    )
    return Table("overall", scored.title, _interval_note(scored), columns, tuple(records))


def division_table(scored: Scored, division: Division) -> Table:
    """A line for each group, with every measure that is shown everywhere; an interval for the first."""
    unseen = {measure.key for measure in scored.scored.measures if measure.shown is not Shown.EVERYWHERE}
    first = division.groups[0]
    main, *others = first.figures
    lines = [_line(group) for group in division.groups]
    labels = {name: _free_key(name, lines[0]) for name, _ in first.labels}
    columns = (
        *(Column(key, name.replace("_", " ")) for name, key in labels.items()),
        Column("rows", "rows", Kind.COUNT),
        *([Column("correct", "correct", Kind.COUNT)] if main.correct is not None else []),
        Column("rate", f"{main.label} %", Kind.RATE),
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
            **_record(figure, ""),
            "resamples": figure.interval.resamples,
        }
        for name, group in groups
        for figure in group.figures
    )
    return Table(scored.name, scored.title, _interval_note(scored), columns, records)


def _line(group: Group) -> dict[str, Any]:
    main, *others = group.figures
    line = _record(main, "")
    for figure in others:
        line |= _record(figure, f"{figure.key}_")
        line[figure.key] = figure.rate
    return {**line, "dropped": sum(rows for _, rows in group.dropped)}


def _free_key(name: str, line: Mapping[str, Any]) -> str:
    """The key of a field of rows in a line of figures, which may have one of that name, such as ``rate``."""
    intervals = {key.removesuffix("_low") for key in line if key.endswith("_low")}
    while name in line or name in intervals:
        name = f"field_{name}"
    return name


def _record(figure: Figure, prefix: str) -> dict[str, Any]:
    interval = figure.interval
    return {
        f"{prefix}rows": figure.rows,
        f"{prefix}correct": figure.correct,
        f"{prefix}rate": figure.rate,
        f"{prefix}interval_low": interval.low,
        f"{prefix}interval_high": interval.high,
        f"{prefix}interval_units": interval.units,
        f"{prefix}interval_remark": interval.refused or interval.note,
    }


def _interval_note(scored: Scored) -> str:
    settings: dict[str, Any] = dict(scored.settings)
    return (
        f"Intervals are percentile bootstraps over rows at {100 * settings['level']:g} %, as if each row were a "
        f"case of its own; {_resamples(scored.overall.figures)} from seed {settings['seed']}."
    )


def _resamples(figures: Sequence[Figure]) -> str:
    return f"{max(figure.interval.resamples for figure in figures):,} resamples"
