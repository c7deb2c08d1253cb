"""Accuracy by violation: rows whose program has a finding of a rule against the audited rows without, by rule.

What differs between the two is associated with the finding, not shown to be due to it: a generator may stray where an
item is hard, and the two groups are other items. Rows whose program was not audited are in neither group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.intervals.estimates import Drawn, Estimate, Method, Resampling, differences, estimates
from cgr_audit.accuracy.pair_counts import pairs_of
from cgr_audit.accuracy.tallies import Tallies, summed, tallies_by
from cgr_audit.accuracy.treated import TreatedRows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["METHODS", "Group", "Violation", "not_audited", "violations"]

METHODS = (Method.PAIRS, Method.DATASETS, Method.SOLVERS, Method.TWO_WAY, Method.CROSSED)
"""Intervals over items are left to the headline: a program answers one item, so that its rows are few items' rows."""
FIGURES = (("micro", "direct"), ("micro", "assisted"), ("micro", "gain"))
"""What groups are compared by."""


@dataclass(frozen=True, slots=True)
class Group:
    """The rows with a finding, those without, or those that were not audited."""

    figures: Mapping[str, Any]
    programs: int
    unrecorded: int
    """Rows whose program was not executed and for which no answer is recorded: they count as wrong, whatever the
    finding has to do with it, since the gate kept them from running."""
    estimates: tuple[Estimate, ...]
    """Micro direct, assisted and gain with their intervals; empty where fewer than ten rows count, and where the rows
    were not audited."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "programs": self.programs,
            **self.figures,
            "unrecorded": self.unrecorded,
            "estimates": [estimate.to_record() for estimate in self.estimates],
        }


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule's findings, and the rows with and without."""

    code: str
    with_finding: Group
    without: Group
    difference: tuple[Estimate, ...]
    """Micro direct, assisted and gain of the rows with less those of the rows without; empty where either are few."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "code": self.code,
            "with": self.with_finding.to_record(),
            "without": self.without.to_record(),
            "difference": [estimate.to_record() for estimate in self.difference],
        }


def violations(treated: TreatedRows, resampling: Resampling) -> tuple[Violation, ...]:
    """Every rule that found something in a program of a row that counts, by code, over the audited rows.

    Args:
        treated: rows whose contingency table also counts by ``codes`` and ``audited``.
        resampling: for the intervals.
    """
    audited = treated.part(treated.rows["audited"], treated.cells["audited"])
    by_codes = {
        frozenset(text.split()): found for text, found in tallies_by(audited.cells, _texts(audited.cells)).items()
    }
    counts = _Counts.of(audited)
    drawn = Drawn(pairs_of(audited.tallies.pair_counts()), resampling)
    known = sorted(set().union(*(codes for codes, found in by_codes.items() if found.basis()["rows"])))
    return tuple(_violation(code, by_codes, counts, audited.tallies, drawn) for code in known)


def not_audited(treated: TreatedRows) -> Group | None:
    """The rows whose program was not audited: neither with a finding nor without. Nothing if none was audited."""
    if not treated.rows["audited"].any():
        return None
    rest = treated.part(~treated.rows["audited"], ~treated.cells["audited"])
    programs = int(rest.counted()["program_id"].nunique())
    return Group(rest.tallies.figures(), programs, len(rest.unrecorded()), ())


@dataclass(frozen=True, slots=True)
class _Counts:
    """Numbers of programs that have a row that counts, and of unrecorded rows, by the codes of their program."""

    programs: Counter[frozenset[str]]
    unrecorded: Counter[frozenset[str]]

    @classmethod
    def of(cls, audited: TreatedRows) -> _Counts:
        programs = audited.counted()[["program_id", "codes"]].drop_duplicates()
        return cls(
            *(Counter(frozenset(text.split()) for text in _texts(rows)) for rows in (programs, audited.unrecorded()))
        )

    def those(self, chosen: Callable[[frozenset[str]], bool]) -> tuple[int, int]:
        """How many programs and how many unrecorded rows have codes that are chosen."""
        programs, unrecorded = (
            sum(number for codes, number in counter.items() if chosen(codes))
            for counter in (self.programs, self.unrecorded)
        )
        return programs, unrecorded


def _texts(rows: pd.DataFrame) -> list[str]:
    """The codes of each line, joined with a blank."""
    texts: list[str] = rows["codes"].astype("object").fillna("").tolist()
    return texts


def _violation(
    code: str,
    by_codes: Mapping[frozenset[str], Tallies],
    counts: _Counts,
    all_rows: Tallies,
    drawn: Drawn,
) -> Violation:
    with_finding = summed((found for codes, found in by_codes.items() if code in codes), all_rows)
    without = summed((found for codes, found in by_codes.items() if code not in codes), all_rows)
    first = _group(with_finding, *counts.those(lambda codes: code in codes), drawn)
    second = _group(without, *counts.those(lambda codes: code not in codes), drawn)
    if not (first.estimates and second.estimates):
        return Violation(code, first, second, ())
    groups = without.pair_counts(), with_finding.pair_counts()
    compared = differences(*groups, drawn.resampling, METHODS, figures=FIGURES, drawn=drawn)
    return Violation(code, first, second, compared)


def _group(tallied: Tallies, programs: int, unrecorded: int, drawn: Drawn) -> Group:
    said = tallied.figures()
    if said["too_few"]:
        return Group(said, programs, unrecorded, ())
    counts = tallied.pair_counts()
    found = estimates(counts, drawn.resampling, METHODS, figures=FIGURES, drawn=drawn)
    return Group(said, programs, unrecorded, found)
