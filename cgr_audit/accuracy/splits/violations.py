"""Accuracy by violation: rows whose program has a finding of a rule against the rows without, by rule.

What differs between the two is associated with the finding, not shown to be due to it: a generator may stray where an
item is hard, and the two groups are other items.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.intervals.estimates import Drawn, Estimate, Method, Resampling, differences, estimates
from cgr_audit.accuracy.pair_counts import pairs_of
from cgr_audit.accuracy.tallies import Tallies, summed, tallies_by
from cgr_audit.accuracy.treated import TreatedRows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["METHODS", "Group", "Violation", "violations"]

METHODS = (Method.PAIRS, Method.DATASETS, Method.SOLVERS, Method.TWO_WAY, Method.CROSSED)
"""Intervals over items are left to the headline: a program answers one item, so that its rows are few items' rows."""
FIGURES = (("micro", "direct"), ("micro", "assisted"), ("micro", "gain"))
"""What groups are compared by."""


@dataclass(frozen=True, slots=True)
class Group:
    """The rows with a finding, or those without."""

    figures: Mapping[str, Any]
    programs: int
    estimates: tuple[Estimate, ...]
    """Micro direct, assisted and gain with their intervals; empty where fewer than ten rows count."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "programs": self.programs,
            **self.figures,
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
    """Every rule that found something in a program of a row that counts, by code.

    Args:
        treated: rows whose contingency table also counts by ``codes``.
        resampling: for the intervals.
    """
    by_codes = {
        frozenset(text.split()): found for text, found in tallies_by(treated.cells, _texts(treated.cells)).items()
    }
    programs = _programs(treated.counted())
    known = sorted(set().union(*by_codes))
    drawn = Drawn(pairs_of(treated.tallies.pair_counts()), resampling)
    return tuple(_violation(code, by_codes, programs, treated.tallies, drawn) for code in known)


def _texts(rows: pd.DataFrame) -> list[str]:
    """The codes of each line, joined with a blank."""
    texts: list[str] = rows["codes"].astype("object").fillna("").tolist()
    return texts


def _programs(rows: pd.DataFrame) -> Mapping[str, frozenset[str]]:
    """The codes of each program that has a row."""
    known = rows[["program_id", "codes"]].dropna(subset=["program_id"]).drop_duplicates()
    texts = zip(known["program_id"].tolist(), _texts(known), strict=True)
    return {program: frozenset(codes.split()) for program, codes in texts}


def _violation(
    code: str,
    by_codes: Mapping[frozenset[str], Tallies],
    programs: Mapping[str, frozenset[str]],
    all_rows: Tallies,
    drawn: Drawn,
) -> Violation:
    with_finding = summed((found for codes, found in by_codes.items() if code in codes), all_rows)
    without = summed((found for codes, found in by_codes.items() if code not in codes), all_rows)
    number = sum(code in codes for codes in programs.values())
    first, second = _group(with_finding, number, drawn), _group(without, len(programs) - number, drawn)
    if not (first.estimates and second.estimates):
        return Violation(code, first, second, ())
    counts = without.pair_counts(), with_finding.pair_counts()
    compared = differences(*counts, drawn.resampling, METHODS, figures=FIGURES, drawn=drawn)
    return Violation(code, first, second, compared)


def _group(tallied: Tallies, programs: int, drawn: Drawn) -> Group:
    said = tallied.figures()
    if said["too_few"]:
        return Group(said, programs, ())
    counts = tallied.pair_counts()
    return Group(said, programs, estimates(counts, drawn.resampling, METHODS, figures=FIGURES, drawn=drawn))
