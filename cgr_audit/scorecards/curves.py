"""Curves as tables: a line for each setting, and every series at it with its interval."""

from __future__ import annotations

import re
from typing import Any

from cgr_audit.scorecards.figure_record import figure_record
from cgr_audit.scorecards.rates import Figure, Point
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.scorecards.scored_rows import Curve
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["curve_figures", "curve_table"]


def curve_figures(scored: Scored, curve: Curve) -> tuple[tuple[Point, Figure], ...]:
    """The points of a curve in the order of its measures, each with its figure of all rows."""
    points = {measure.key: measure.point for measure in scored.scored.measures}
    placed = ((points[figure.key], figure) for figure in scored.overall.figures)
    return tuple((point, figure) for point, figure in placed if point is not None and point.curve == curve.name)


def curve_table(scored: Scored, curve: Curve) -> Table:
    """The figures of a curve; a series without a figure at a setting has none in its line."""
    placed = curve_figures(scored, curve)
    series = list(dict.fromkeys(point.series for point, _ in placed))
    lines: dict[float | str, dict[str, Any]] = {}
    for point, figure in placed:
        line = lines.setdefault(point.at, {"at": point.at})
        key = _key(point.series)
        line |= figure_record(figure, scored.scored.case, f"{key}_")
        line |= {key: figure.rate, f"{key}_count": figure.correct}
    columns = [Column("at", curve.axis, _kind(list(lines)))]
    stored = []
    for name in series:
        key = _key(name)
        columns.append(Column(key, f"{name} %", Kind.RATE))
        columns.append(Column(f"{key}_interval", "interval, %", Kind.RATE_RANGE))
        if any(figure.correct is not None for point, figure in placed if point.series == name):
            columns.append(Column(f"{key}_count", "count", Kind.COUNT))
        stored.append(Column(f"{key}_rows", "", Kind.COUNT))
    return Table(curve.name, curve.title, curve.note, tuple(columns), tuple(lines.values()), tuple(stored))


def _key(series: str) -> str:
    """What a series is called in files: ``pass@k`` is ``pass_k``."""
    return re.sub(r"\W+", "_", series.lower()).strip("_")


def _kind(settings: list[float | str]) -> Kind:
    kinds = {type(setting) for setting in settings}
    if kinds <= {int}:
        return Kind.COUNT
    return Kind.SHARE if kinds <= {int, float} else Kind.TEXT
