"""Source items against retained rows (the CGR paper's Table 1), by dataset and solver."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.measures import rounded_percent
from cgr_audit.accuracy.population import is_counted
from cgr_audit.accuracy.treatments import is_approved
from cgr_audit.records.package import TracePackage
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["source_items"]


def source_items(package: TracePackage, rows: pd.DataFrame) -> list[dict[str, Any]]:
    """How many items there are, and how many rows are left of them: of each pair, each dataset, and in all.

    Args:
        package: with items and programs.
        rows: of registered solvers, those that do not count among them.

    Returns:
        ``dataset`` and ``solver`` (null: all of them), ``items``, ``items_with_program``, ``items_with_rows``,
        ``rows``, ``retained`` (rows that count), ``approved`` (of these, rows of approved programs; null where nothing
        was judged), ``items_retained`` and their ``percent`` of the items (null, and ``too_few``, below ten).
    """
    counted = is_counted(rows)
    facts = rows[["dataset", "solver", "item_id"]]
    approved = is_approved(rows) & counted if rows["verdict"].notna().any() else None
    facts = facts.assign(retained=counted.to_numpy(), approved=False if approved is None else approved.to_numpy())
    items = Counter(key.dataset for key in package.item_facts)
    programs = Counter(key.dataset for key in {program.key.item_key for program in package.program_facts})
    lines = []
    for dataset in (None, *sorted(items)):
        here = facts if dataset is None else facts[facts["dataset"] == dataset]
        size = (items.total(), programs.total()) if dataset is None else (items[dataset], programs[dataset])
        known = {"items": size[0], "items_with_program": size[1]}
        for solver in (None, *sorted(here["solver"].unique() if dataset is not None else ())):
            part = here if solver is None else here[here["solver"] == solver]
            retained = len(part.loc[part["retained"], ["dataset", "item_id"]].drop_duplicates())
            few = size[0] < FEWEST_ROWS
            lines.append(
                {
                    "dataset": dataset,
                    "solver": solver,
                    **known,
                    "items_with_rows": len(part[["dataset", "item_id"]].drop_duplicates()),
                    "rows": len(part),
                    "retained": int(part["retained"].sum()),
                    "approved": None if approved is None else int(part["approved"].sum()),
                    "items_retained": retained,
                    "percent": None if few else rounded_percent(retained, size[0]),
                    TOO_FEW: few,
                }
            )
    return lines
