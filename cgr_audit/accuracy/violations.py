"""Accuracy by violation: rows whose program has a finding of a rule against the rows without, by rule.

What differs between the two is associated with the finding, not shown to be due to it: a generator may stray where an
item is hard, and the two groups are other items.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import figures, pair_counts_of
from cgr_audit.accuracy.intervals import Estimate, Method, Resampling, differences, estimates
from cgr_audit.accuracy.treated import TreatedRows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["METHODS", "Group", "Violation", "violations"]

METHODS = (Method.PAIRS, Method.DATASETS, Method.SOLVERS, Method.TWO_WAY, Method.CROSSED)
"""Intervals over items are left to the headline: a program answers one item, so that its rows are few items' rows."""


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
    carried = _codes(treated.cells)
    programs = _programs(treated.counted())
    return tuple(
        _violation(code, treated.cells, carried, programs, resampling) for code in sorted(set().union(*carried))
    )


def _codes(cells: pd.DataFrame) -> list[frozenset[str]]:
    """The codes of each line."""
    known = {value: frozenset(str(value).split()) for value in cells["codes"].dropna().unique()}
    return [known.get(value, frozenset()) for value in cells["codes"]]


def _programs(rows: pd.DataFrame) -> Mapping[str, frozenset[str]]:
    """The codes of each program that has a row."""
    known = rows[["program_id", "codes"]].dropna(subset=["program_id"]).drop_duplicates()
    texts = known["codes"].astype("object").fillna("")
    return {
        str(program): frozenset(str(codes).split()) for program, codes in zip(known["program_id"], texts, strict=True)
    }


def _violation(
    code: str,
    cells: pd.DataFrame,
    carried: list[frozenset[str]],
    programs: Mapping[str, frozenset[str]],
    resampling: Resampling,
) -> Violation:
    chosen = [code in codes for codes in carried]
    with_finding, without = cells[chosen], cells[[not one for one in chosen]]
    found = sum(code in codes for codes in programs.values())
    first = _group(with_finding, found, resampling)
    second = _group(without, len(programs) - found, resampling)
    compared = first.estimates and second.estimates
    counts = (pair_counts_of(without), pair_counts_of(with_finding))
    return Violation(code, first, second, _chosen(differences(*counts, resampling, METHODS)) if compared else ())


def _group(cells: pd.DataFrame, programs: int, resampling: Resampling) -> Group:
    said = figures(cells)
    intervals = () if said["too_few"] else _chosen(estimates(pair_counts_of(cells), resampling, METHODS))
    return Group(said, programs, intervals)


def _chosen(found: tuple[Estimate, ...]) -> tuple[Estimate, ...]:
    """The figures that groups are compared by."""
    return tuple(
        estimate
        for estimate in found
        if estimate.average == "micro" and estimate.measure in {"direct", "assisted", "gain"}
    )
