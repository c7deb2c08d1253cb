"""Whether the scores of steps agree with the marks that people give to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.rank_correlation import rank_correlation
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["human_agreement", "human_marks", "human_table"]


def human_marks(records: Iterable[Mapping[str, Any]]) -> NDArray[np.float64]:
    """The mark of each sample of some rows, NaN where it has none."""
    return np.array([sample.get("human_mark") for record in records for sample in record["samples"]], dtype=float)


def human_agreement(marks: NDArray[np.float64], scores: Mapping[str, NDArray[np.float64]]) -> list[dict[str, Any]]:
    """Spearman's correlation and Kendall's τ-b over the samples that have a mark, a record for each score.

    Args:
        marks: of each sample, NaN where it has none.
        scores: of each sample, by the name of the score.
    """
    there = ~np.isnan(marks)
    return [_agreement(name, marks[there], values[there]) for name, values in scores.items()] if there.any() else []


def human_table(found: Sequence[Mapping[str, Any]]) -> Table:
    """A line for each score."""
    columns = (
        Column("score", "score"),
        Column("samples", "samples", Kind.COUNT),
        Column("spearman", "Spearman", Kind.NUMBER),
        Column("kendall", "Kendall τ-b", Kind.NUMBER),
    )
    note = "Rank correlation between the marks that people gave to predicted steps and the scores of these steps."
    return Table("human-marks", "Agreement with human marks", note, columns, tuple(found))


def _agreement(name: str, marks: NDArray[np.float64], values: NDArray[np.float64]) -> dict[str, Any]:
    found = rank_correlation(marks, values)
    return {"score": name, "samples": len(marks), "spearman": found.rho, "kendall": found.tau}
