"""What every scorecard has in common: measures of rows, overall and by groups, joined to what an audit knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.errors import UsageError
from cgr_audit.scorecards.audited import Audited
from cgr_audit.scorecards.rates import Figure, Measure, Shown, Summed, figures
from cgr_audit.scorecards.row_source import BAD_ROW, Rows, RowSource
from cgr_audit.tables.table import Table

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

Labels = tuple[tuple[str, str], ...]
"""Field and value of what rows of a group have in common; nothing for all rows."""

__all__ = ["Breakdown", "Curve", "Division", "Group", "Scored", "ScoredRows", "Scorer", "grouped", "score"]


@dataclass(frozen=True, slots=True, eq=False)
class Breakdown:
    """A division of rows that a scorecard makes itself; a row may be in several parts, or in none."""

    name: str
    """What files of it are called, such as ``by-construct``."""
    title: str
    note: str
    """What a reader has to know of its parts."""
    field: str
    """What the parts are of, such as ``construct``."""
    parts: Mapping[str, NDArray[np.bool_]]
    """Of each part, which rows are in it."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Figures of all rows at several settings, such as pass@k for every k; the points of measures refer to it."""

    name: str
    """What files of it are called."""
    title: str
    note: str
    """What a reader has to know of its figures."""
    axis: str
    """What differs from line to line, such as ``k``."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredRows:
    """What a scorecard makes of its rows."""

    rows: pd.DataFrame
    """A line for each row that was read: its fields, and what the scorecard found of it."""
    sums: NDArray[np.float64]
    """What each row adds, of shape (rows, columns); of a row that is dropped nothing is taken."""
    measures: tuple[Measure, ...]
    """The figures of every group; the first is the one that the scorecard is about."""
    dropped: NDArray[np.object_]
    """Of each row why it is in no figure, or ``None``."""
    notes: tuple[str, ...] = ()
    """What a reader must know before any figure, a sentence each."""
    breakdowns: tuple[Breakdown, ...] = ()
    curves: tuple[Curve, ...] = ()
    tables: tuple[Table, ...] = ()
    """Further tables, such as correlations."""
    found: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the JSON document, those of ``tables`` as records."""
    strata: NDArray[np.intp] | None = None
    """Of each row the number of the part that it is drawn within; by default rows are drawn together."""
    columns_of_groups: int | None = None
    """How many columns of ``sums`` figures of groups need, where these are the first ones and not all of them."""
    incomplete: tuple[str, ...] = ()
    """What could not be done for a reason that is no fault of the rows, a sentence each."""

    @property
    def counting(self) -> NDArray[np.bool_]:
        """Which rows are in figures."""
        return np.array([reason is None for reason in self.dropped], dtype=bool)


class Scorer(Protocol):
    """One of the scorecards, with its options; an entry of ``registry.SCORECARDS``."""

    name: ClassVar[str]
    """As in ``cgr-audit score NAME``."""
    title: ClassVar[str]
    schema: ClassVar[str]
    """Of a row."""
    key: ClassVar[tuple[str, ...]]
    """The fields that tell a row from every other."""
    usual: ClassVar[tuple[tuple[str, ...], ...]]
    """The divisions into groups that are always made, by fields of rows."""

    def settings(self) -> dict[str, Any]:
        """The options that figures depend on."""
        ...

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """What is wrong with a record that the schema accepts, as ``/field: reason``."""
        ...

    def scored(self, rows: Rows) -> ScoredRows:
        """What each row adds to which measures."""
        ...


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the rows, and every figure of them."""

    labels: Labels
    figures: tuple[Figure, ...]
    dropped: tuple[tuple[str, int], ...]
    """Of the rows that are in no figure, reason and number."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order: those of the first figure, then every figure by its key."""
        return {
            "group": dict(self.labels),
            **self.figures[0].to_record(),
            "dropped": dict(self.dropped),
            "measures": {figure.key: figure.to_record() for figure in self.figures},
        }


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """Groups of one kind."""

    name: str
    title: str
    note: str
    groups: tuple[Group, ...]

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {"name": self.name, "groups": [group.to_record() for group in self.groups]}


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A scorecard with its figures."""

    name: str
    title: str
    settings: Mapping[str, Any]
    sources: tuple[RowSource, ...]
    bad: tuple[str, ...]
    """Lines that are no row: ``file:line: /field: reason``."""
    scored: ScoredRows
    overall: Group
    divisions: tuple[Division, ...]
    audited: str | None
    """Where findings and runs come from, if they were joined."""

    @property
    def read(self) -> int:
        """How many lines were read, bad ones among them."""
        return sum(source.rows for source in self.sources)


def score(
    scorer: Scorer,
    rows: Rows,
    *,
    by: Sequence[str] = (),
    resampling: Resampling | None = None,
    audited: Audited | None = None,
) -> Scored:
    """Score rows.

    Args:
        scorer: the scorecard.
        rows: what ``read_rows`` gave for its schema and key.
        by: fields of rows; groups are made of the rows in which all of them agree, after the usual divisions.
        resampling: of the intervals.
        audited: what an audit found and how runs ended, to be joined by ``program_id``.

    Raises:
        UsageError: no row has a field of ``by``.
    """
    scored = scorer.scored(rows)
    chosen = resampling or Resampling()
    whole = _grouping(scored, chosen, scored.sums.shape[1]).group((), np.ones(len(scored.rows), dtype=bool))
    grouping = _grouping(scored, chosen, scored.columns_of_groups)
    bad = ((BAD_ROW, len(rows.bad)),) if rows.bad else ()
    there = set(scored.rows.columns)
    divisions = [grouping.by_fields(fields) for fields in scorer.usual if there.issuperset(fields)]
    if by:
        for name in by:
            if name not in scored.rows.columns:
                raise UsageError(f"--by {name}: no row has that field; there are: {', '.join(scored.rows.columns)}")
        divisions.append(grouping.by_fields(tuple(by)))
    for breakdown in (*scored.breakdowns, *(_joined(audited, scored) if audited is not None else ())):
        groups = [grouping.group(((breakdown.field, label),), part) for label, part in breakdown.parts.items()]
        divisions.append(Division(breakdown.name, breakdown.title, breakdown.note, tuple(groups)))
    return Scored(
        name=scorer.name,
        title=scorer.title,
        settings={
            **scorer.settings(),
            "by": list(by),
            "resamples": chosen.resamples,
            "seed": chosen.seed,
            "level": chosen.level,
        },
        sources=rows.sources,
        bad=rows.bad,
        scored=scored,
        overall=Group(whole.labels, whole.figures, (*bad, *whole.dropped)),
        divisions=tuple({division.name: division for division in divisions if division.groups}.values()),
        audited=None if audited is None else audited.source,
    )


def grouped(table: pd.DataFrame, fields: Sequence[str]) -> Iterator[tuple[Labels, NDArray[np.bool_]]]:
    """The groups of rows in which fields agree, sorted, as labels and which rows; absent is ``(none)``."""
    import pandas as pd  # noqa: PLC0415  it costs start-up time

    texts = pd.DataFrame({name: [_label(value) for value in table[name]] for name in fields}, index=table.index)
    for values, places in sorted(texts.groupby(list(fields), sort=True).indices.items(), key=lambda one: str(one[0])):
        named = values if isinstance(values, tuple) else (values,)
        mask = np.zeros(len(table), dtype=bool)
        mask[places] = True
        yield tuple(zip(fields, map(str, named), strict=True)), mask


@dataclass(frozen=True, slots=True, eq=False)
class _Grouping:
    """Makes groups of rows."""

    scored: ScoredRows
    summed: Summed
    counting: NDArray[np.bool_]
    """Which rows are in figures."""
    resampling: Resampling

    def by_fields(self, fields: tuple[str, ...]) -> Division:
        groups = [self.group(labels, mask) for labels, mask in grouped(self.scored.rows, fields)]
        words = " and ".join(name.replace("_", " ") for name in fields)
        return Division(f"by-{'-'.join(fields)}", f"By {words}", "", tuple(groups))

    def group(self, labels: Labels, mask: NDArray[np.bool_]) -> Group:
        scored = self.scored
        dropped = Counter(reason for reason in scored.dropped[mask] if reason is not None)
        counting = mask & self.counting
        measures = [measure for measure in scored.measures if not labels or measure.shown is not Shown.OVERALL]
        found = figures(self.summed, counting, measures, self.resampling, scored.strata)
        return Group(labels, found, tuple(sorted(dropped.items())))


def _grouping(scored: ScoredRows, resampling: Resampling, columns: int | None) -> _Grouping:
    """Makes groups with figures that need so many columns."""
    summed = Summed.of(scored.sums[:, :columns])
    return _Grouping(scored, summed, scored.counting, summed.affordable(resampling))


def _joined(audited: Audited, scored: ScoredRows) -> Iterator[Breakdown]:
    """The rows by what is known of their programs."""
    if "program_id" not in scored.rows.columns:
        raise UsageError(f"{audited.source}: findings are joined by program_id, and no row has that field")
    programs = list(scored.rows["program_id"])
    for name, title, note, of in audited.divisions():
        known = {program: of(program) for program in set(programs)}
        labels = sorted({label for found in known.values() for label in found})
        parts = {label: np.array([label in known[program] for program in programs], dtype=bool) for label in labels}
        yield Breakdown(name, title, note, name.removeprefix("by-"), parts)


def _label(value: Any) -> str:
    if value is None:
        return "(none)"
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else repr(value)
