"""What every scorecard has in common: measures of rows, overall and by groups, joined to what an audit knows."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.errors import UsageError
from cgr_audit.records.collection import paused_collection
from cgr_audit.scorecards.audited import Audited, joined
from cgr_audit.scorecards.comparison import Comparison, Labels
from cgr_audit.scorecards.label import label
from cgr_audit.scorecards.rates import Figure, Shown, figures
from cgr_audit.scorecards.resampled import Summed
from cgr_audit.scorecards.row_source import BAD_ROW, RowKind, Rows, RowSource
from cgr_audit.scorecards.scored_rows import ScoredRows

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Division", "Group", "Scored", "Scorer", "grouped", "score"]


class Scorer(RowKind, Protocol):
    """One of the scorecards, with its options; an entry of ``registry.SCORECARDS``."""

    name: ClassVar[str]
    """As in ``cgr-audit score NAME``."""
    title: ClassVar[str]
    usual: ClassVar[tuple[tuple[str, ...], ...]]
    """The divisions into groups that are always made, by fields of rows."""

    def settings(self) -> dict[str, Any]:
        """The options that figures depend on."""
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
        rows: what ``read_rows`` gave for it.
        by: fields of rows; groups are made of the rows in which all of them agree, after the usual divisions.
        resampling: of the intervals.
        audited: what an audit found and how runs ended, to be joined by ``program_id``.

    Raises:
        UsageError: no row has a field of ``by``.
    """
    # Rows hold no cycles; looking for some in them again and again takes as long as scoring.
    with paused_collection():
        return _scored(scorer, rows, by, resampling or Resampling(), audited)


def _scored(scorer: Scorer, rows: Rows, by: Sequence[str], chosen: Resampling, audited: Audited | None) -> Scored:
    scored = scorer.scored(rows)
    whole = _grouping(scored, chosen, scored.sums.shape[1]).group((), np.arange(len(scored.rows)))
    grouping = _grouping(scored, chosen, scored.columns_of_groups)
    dropped = Counter({BAD_ROW: len(rows.bad)} if rows.bad else {}) + Counter(dict(whole.dropped))
    there = set(scored.rows.columns)
    divisions = [grouping.by_fields(fields) for fields in scorer.usual if there.issuperset(fields)]
    asked = len(divisions)
    for name in by:
        if name not in scored.rows.columns:
            raise UsageError(f"--by {name}: no row has that field; there are: {', '.join(scored.rows.columns)}")
    for breakdown in (*scored.breakdowns, *(joined(audited, scored) if audited is not None else ())):
        groups = [
            grouping.group(((breakdown.field, label),), np.flatnonzero(part)) for label, part in breakdown.parts.items()
        ]
        divisions.append(Division(breakdown.name, breakdown.title, breakdown.note, tuple(groups)))
    divisions.extend(_compared(comparison, chosen) for comparison in scored.comparisons)
    if by and tuple(by) not in scorer.usual:
        names = {division.name for division in divisions}
        divisions.insert(asked, _named_apart(grouping.by_fields(tuple(by)), names))
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
        bad=(*rows.bad, *scored.bad),
        scored=scored,
        overall=Group(whole.labels, whole.figures, tuple(sorted(dropped.items()))),
        divisions=tuple(division for division in divisions if division.groups),
        audited=None if audited is None else audited.source,
    )


def grouped(table: pd.DataFrame, fields: Sequence[str]) -> Iterator[tuple[Labels, NDArray[np.intp]]]:
    """The groups of rows in which fields agree, sorted, as labels and numbers of rows; absent is ``(none)``."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, values in enumerate(zip(*(map(label, table[name]) for name in fields), strict=True)):
        places[values].append(place)
    for values in sorted(places):
        yield tuple(zip(fields, values, strict=True)), np.array(places[values], dtype=np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class _Grouping:
    """Makes groups of rows."""

    scored: ScoredRows
    summed: Summed
    counting: NDArray[np.bool_]
    """Which rows are in figures."""
    resampling: Resampling

    def by_fields(self, fields: tuple[str, ...]) -> Division:
        groups = [self.group(labels, places) for labels, places in grouped(self.scored.rows, fields)]
        words = " and ".join(name.replace("_", " ") for name in fields)
        # Names are those of files, and of fields there may be any.
        name = re.sub(r"[^\w.-]", "-", f"by-{'-'.join(fields)}")
        return Division(name, f"By {words}", "", tuple(groups))

    def group(self, labels: Labels, places: NDArray[np.intp]) -> Group:
        scored = self.scored
        dropped = Counter(reason for reason in scored.dropped[places] if reason is not None)
        counting = places[self.counting[places]]
        if scored.units is not None:
            counting = _first_of_each(scored.units, counting)
        measures = [measure for measure in scored.measures if not labels or measure.shown is not Shown.OVERALL]
        found = figures(self.summed, counting, measures, self.resampling, scored.strata)
        return Group(labels, found, tuple(sorted(dropped.items())))


def _first_of_each(units: NDArray[np.intp], places: NDArray[np.intp]) -> NDArray[np.intp]:
    _, first = np.unique(units[places], return_index=True)
    return places[np.sort(first)]


def _named_apart(division: Division, taken: Set[str]) -> Division:
    """A division by fields with a name that no other has: rows may name a construct of their own, say."""
    name, title = division.name, division.title
    while name in taken:
        name, title = f"{name}-field", f"{division.title} (field)"
    return replace(division, name=name, title=title)


def _compared(comparison: Comparison, resampling: Resampling) -> Division:
    summed = Summed.of(comparison.sums)
    drawn = summed.affordable(resampling)
    groups = tuple(
        Group(
            part.labels,
            figures(summed, np.flatnonzero(part.cases), part.measures, drawn, comparison.strata),
            part.dropped,
        )
        for part in comparison.parts
    )
    return Division(comparison.name, comparison.title, comparison.note, groups)


def _grouping(scored: ScoredRows, resampling: Resampling, columns: int | None) -> _Grouping:
    """Makes groups with figures that need so many columns."""
    summed = Summed.of(scored.sums[:, :columns])
    return _Grouping(scored, summed, scored.counting, summed.affordable(resampling))
