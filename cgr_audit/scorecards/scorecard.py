"""What every scorecard has in common: measures of rows, overall and by groups, joined to what an audit knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

import numpy as np

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.errors import UsageError
from cgr_audit.records.collection import paused_collection
from cgr_audit.scorecards.asked_rows import asked_notes
from cgr_audit.scorecards.audit_breakdowns import AuditRecords, audit_breakdowns
from cgr_audit.scorecards.division import Division, Group
from cgr_audit.scorecards.grouping import Grouping, compared
from cgr_audit.scorecards.row_source import BAD_ROW, RowKind, Rows, RowSource
from cgr_audit.scorecards.scored_rows import FOUND_PREFIX, ScoredRows
from cgr_audit.tables.shortened import NAME_SHOWN, shortened
from cgr_audit.value_words import meant

__all__ = ["Division", "Group", "Scored", "Scorer", "score"]


class Scorer(RowKind, Protocol):
    """One of the scorecards, with its options; an entry of ``registry.SCORECARDS``."""

    name: ClassVar[str]
    """As in ``cgr-audit score NAME``."""
    title: ClassVar[str]
    usual: ClassVar[tuple[tuple[str, ...], ...]]
    """The divisions into groups that are always made, by fields of rows."""
    order: ClassVar[Mapping[str, tuple[str, ...]]]
    """Of fields whose values have an order that is known, these values."""
    finds: ClassVar[frozenset[str]]
    """Fields that scoring may add to rows, or fill in."""

    def settings(self) -> dict[str, Any]:
        """The options that figures depend on."""
        ...

    def scored(self, rows: Rows) -> ScoredRows:
        """What each row adds to which measures."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A scorecard with its figures."""

    name: str
    title: str
    settings: Mapping[str, Any]
    sources: tuple[RowSource, ...]
    bad: tuple[str, ...]
    """Lines that are not rows: ``file:line: /field: reason``."""
    scored: ScoredRows
    overall: Group
    divisions: tuple[Division, ...]
    audited: str | None
    """Where findings and runs come from, if they were joined."""

    @property
    def read(self) -> int:
        """How many lines were read, bad ones among them."""
        return sum(source.rows for source in self.sources)

    @property
    def in_figures(self) -> int:
        """How many of them are in some figure."""
        return int(self.scored.counting.sum())


def score(
    scorer: Scorer,
    rows: Rows,
    *,
    by: Sequence[str] = (),
    resampling: Resampling | None = None,
    audited: AuditRecords | None = None,
) -> Scored:
    """Score rows.

    Args:
        scorer: the scorecard.
        rows: what ``read_rows`` gave for it.
        by: fields of rows, of what is found of them, or of what is known of their programs; groups are made of the
            rows in which all of them agree, after the usual divisions.
        resampling: of the intervals.
        audited: what an audit found and how runs ended, to be joined by ``program_id``.

    Raises:
        UsageError: no row has a field of ``by``, or none names the program that is to be joined; where that shows in
            the rows as they are, no program of theirs has been run.
    """
    # Rows hold no cycles; looking for some in them again and again takes as long as scoring.
    with paused_collection():
        return _scored(scorer, rows, by, resampling or Resampling(), audited)


def _scored(scorer: Scorer, rows: Rows, by: Sequence[str], chosen: Resampling, audited: AuditRecords | None) -> Scored:
    by = tuple(dict.fromkeys(by))
    _require_fields(scorer, rows, by, audited)
    scored = scorer.scored(rows)
    if audited is not None:
        known = audited.of_programs(list(scored.rows["program_id"]))
        scored = replace(scored, found_of_rows={**scored.found_of_rows, **known})
    scored = replace(scored, notes=(*scored.notes, *asked_notes(rows.records), *_renamed(scored)))
    table = scored.table()
    for name in by:
        _require_one_of(name, table.columns)
    everything = Grouping.of(scored, table, scorer.order, chosen, scored.sums.shape[1])
    whole = everything.group((), np.arange(len(table)))
    grouping = Grouping.of(scored, table, scorer.order, chosen, scored.columns_of_groups)
    dropped = Counter({BAD_ROW: len(rows.bad)} if rows.bad else {}) + Counter(dict(whole.dropped))
    usual = [fields for fields in scorer.usual if set(table.columns).issuperset(fields)]
    divisions = [grouping.by_fields(fields) for fields in usual]
    asked = len(divisions)
    joins = () if audited is None else audit_breakdowns(audited, scored)
    divisions.extend(grouping.by_parts(breakdown) for breakdown in (*scored.breakdowns, *joins))
    divisions.extend(compared(comparison, chosen) for comparison in scored.comparisons)
    if by and by not in usual:
        names = {division.name for division in divisions}
        divisions.insert(asked, _named_apart(grouping.by_fields(by), names))
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
        overall=replace(whole, dropped=tuple(sorted(dropped.items()))),
        divisions=tuple(division for division in divisions if division.groups),
        audited=None if audited is None else audited.source,
    )


def _require_fields(scorer: Scorer, rows: Rows, by: Sequence[str], audited: AuditRecords | None) -> None:
    """Refuse what no row can be grouped or joined by, before programs of the rows are run."""
    found = {*scorer.finds, *(() if audited is None else audited.fields)}
    for name in by:
        if name.split(FOUND_PREFIX)[-1] not in found and not any(name in row for row in rows.records):
            _require_one_of(name, [*rows.table().columns, *sorted(found)])
    if audited is not None:
        audited.require_joinable(rows.records)


def _require_one_of(name: str, fields: Iterable[str]) -> None:
    there = dict.fromkeys(map(str, fields))
    if name not in there:
        named = ", ".join(shortened(one, NAME_SHOWN) for one in there)
        raise UsageError(f"--by {name}: no row has that field; {meant(name, there)}there are: {named}")


def _named_apart(division: Division, taken: Set[str]) -> Division:
    """A division by fields with a name that no other has: rows may name a construct of their own, say."""
    name, title = division.name, division.title
    while name in taken:
        name, title = f"{name}-field", f"{division.title} (field)"
    return replace(division, name=name, title=title)


def _renamed(scored: ScoredRows) -> Iterator[str]:
    """What is said of fields of rows that have the name of something that is found."""
    renamed = {name: found for name, found in scored.found_names().items() if name != found}
    if renamed:
        are = "is a field" if len(renamed) == 1 else "are fields"
        yield (
            f"{', '.join(renamed)} {are} of the rows, and kept: what the scorecard finds stands under "
            f"{', '.join(renamed.values())}."
        )
