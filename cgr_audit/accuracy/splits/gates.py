"""Accuracy over the pairs above each of the paper's direct-accuracy gates."""

from __future__ import annotations

from typing import Any

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.few_rows import without_shares
from cgr_audit.accuracy.pair_counts import pairs_of
from cgr_audit.accuracy.partitions import THRESHOLDS, pairs_above
from cgr_audit.accuracy.tallies import Tallies
from cgr_audit.tables.table import FEWEST_ROWS

__all__ = ["gate_figures"]


def gate_figures(tallied: Tallies) -> list[dict[str, Any]]:
    """Micro and macro over the pairs strictly above each gate; nothing if there is no direct channel."""
    counts = tallied.pair_counts()
    if len(counts) and counts["direct"].isna().all():
        return []
    lines = []
    for gate in THRESHOLDS:
        above = pairs_above(counts, gate)
        over_rows, over_pairs = micro(above).to_record(), macro(above).to_record()
        few = over_rows["rows"] < FEWEST_ROWS
        lines.append(
            {
                "direct_above": gate,
                **tallied.among(set(pairs_of(above))).basis(),
                "micro": without_shares(over_rows) if few else over_rows,
                "macro": without_shares(over_pairs) if few else over_pairs,
            }
        )
    return lines
