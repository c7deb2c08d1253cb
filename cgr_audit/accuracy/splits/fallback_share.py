"""Where assisted answers come from, as the executed path decides it, and how many right ones are no solver's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import counted_cells
from cgr_audit.accuracy.measures import rounded_percent
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.tallies import tallies, tallies_by
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["NOT_THE_SOLVERS", "executed_provenance", "fallback_share"]

NOT_THE_SOLVERS = ("fallback", "literal", "item", "generator")
"""Provenances of an answer that no solver gave."""
_KNOWN = ("solver", "selected", *NOT_THE_SOLVERS, "undetermined")


def executed_provenance(cells: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows and right assisted answers by executed provenance; the last line, null, is of rows where none is known.

    Args:
        cells: of executed rows as they ran (treatment ``kept``), counted by ``executed_provenance``.

    Returns:
        What each line rests on, as ``Tallies.basis`` says, with ``correct``, ``of_correct`` and ``percent``;
        ``too_few`` says that the percentage would be of fewer than ten right answers.
    """
    counted = counted_cells(cells)
    right = counted["assisted_correct"].fillna(value=False).astype(bool)
    of = int(counted.loc[right & counted["executed_provenance"].notna(), "rows"].sum())
    named: list[str | None] = cells["executed_provenance"].astype("object").where(lambda it: it.notna(), None).tolist()
    by_provenance = tallies_by(cells, named)
    nothing = tallies(cells[:0])
    lines = []
    for provenance in (*_KNOWN, None):
        here = by_provenance.get(provenance, nothing)
        correct = here.right("assisted")
        few = provenance is None or of < FEWEST_ROWS
        lines.append(
            {
                "treatment": Treatment.KEPT.value,
                "provenance": provenance,
                **here.basis(),
                "correct": correct,
                "of_correct": None if provenance is None else of,
                "percent": None if few else rounded_percent(correct, of),
                TOO_FEW: of < FEWEST_ROWS,
            }
        )
    return lines


def fallback_share(cells: pd.DataFrame) -> dict[str, Any]:
    """How many right assisted answers came from a fallback, a literal, the item or the generator.

    The share is of right answers with a recorded provenance, ``undetermined`` among them: the least that it can be.
    ``percent_at_most`` takes the undetermined ones for such answers as well.
    """
    counted = counted_cells(cells)
    known = counted[
        counted["executed_provenance"].notna() & counted["assisted_correct"].fillna(value=False).astype(bool)
    ]
    total = int(known["rows"].sum())
    by = {name: int(known.loc[known["executed_provenance"] == name, "rows"].sum()) for name in _KNOWN}
    fallbacks = sum(by[name] for name in NOT_THE_SOLVERS)
    few = total < FEWEST_ROWS
    return {
        "treatment": Treatment.KEPT.value,
        "rows": total,
        "pairs": len(known[PAIR].drop_duplicates()),
        "not_the_solvers": fallbacks,
        "undetermined": by["undetermined"],
        "percent": None if few else rounded_percent(fallbacks, total),
        "percent_at_most": None if few else rounded_percent(fallbacks + by["undetermined"], total),
        TOO_FEW: few,
    }
