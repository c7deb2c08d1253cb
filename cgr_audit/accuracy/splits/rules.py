"""How many programs and rows have a finding of each rule, of those that were audited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["rule_counts"]

_MARGINALS: tuple[list[str], ...] = ([], ["dataset"], ["solver"], ["dataset", "solver"])
"""What is counted by: everything together, each dataset, each solver, each pair."""
_Counts = dict[tuple[str | None, str | None], list[int]]
"""Dataset and solver (null: all) to numbers of programs and rows."""


def rule_counts(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """How many programs and rows have a finding of each rule, of how many, sorted by code.

    A program occurs with every solver that ran it, so that programs do not add up over solvers: the marginals are
    counted for themselves. A null ``dataset`` or ``solver`` means all of them, both null everything. Marginals are
    there for every rule, those without a finding among them; pairs only where there is one.

    Args:
        rows: those that count, before rows without an answer are left out; those that were not audited are passed over.
    """
    audited = rows.loc[rows["audited"], ["dataset", "solver", "program_id", "codes"]]
    totals: _Counts = {}
    found: dict[str, _Counts] = {}
    for by in _MARGINALS:
        distinct = audited.drop_duplicates([*by, "program_id"])
        for number, lines in enumerate((distinct, audited)):
            for dataset, solver, codes, size in _sizes(lines, by):
                for counts in (totals, *(found.setdefault(code, {}) for code in codes)):
                    counts.setdefault((dataset, solver), [0, 0])[number] += size
    return [
        _record(code, place, found[code].get(place, [0, 0]), total)
        for code in sorted(found)
        for place, total in sorted(totals.items(), key=_all_first)
        if place in found[code] or None in place
    ]


def _sizes(lines: pd.DataFrame, by: Sequence[str]) -> list[tuple[str | None, str | None, list[str], int]]:
    """Dataset, solver (null where not counted by), codes, and how many lines have them."""
    sizes = lines.groupby([*by, "codes"], sort=False, observed=True, dropna=False).size().reset_index(name="size")
    names = [sizes[name].astype(str).tolist() if name in by else [None] * len(sizes) for name in ("dataset", "solver")]
    codes = [text.split() for text in sizes["codes"].astype("object").fillna("").tolist()]
    return list(zip(*names, codes, sizes["size"].tolist(), strict=True))


def _all_first(counted: tuple[tuple[str | None, str | None], list[int]]) -> tuple[str, str]:
    (dataset, solver), _ = counted
    return dataset or "", solver or ""


def _record(code: str, place: tuple[str | None, str | None], found: Sequence[int], of: Sequence[int]) -> dict[str, Any]:
    named = {"code": code, "dataset": place[0], "solver": place[1]}
    return {**named, "programs": found[0], "rows": found[1], "of_programs": of[0], "of_rows": of[1]}
