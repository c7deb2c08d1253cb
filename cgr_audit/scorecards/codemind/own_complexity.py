"""The complexity of programs that models wrote next to that of the references (Liu et al. 2024, Figure 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.codemind.groups import FIELDS, records_of_groups
from cgr_audit.scorecards.codemind.traits import Traits
from cgr_audit.scorecards.rounded import rounded
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Compared", "compared_complexity", "complexity_records", "complexity_table"]


class Compared(StrEnum):
    """What the complexity of a generated program is, next to that of the reference."""

    LOWER = "lower"
    SAME = "same"
    HIGHER = "higher"


_COLUMNS = (
    *(Column(field, field, longest=NAME_SHOWN) for field in FIELDS),
    Column("programs", "programs", Kind.COUNT),
    Column("own_mean", "own, mean", Kind.NUMBER),
    Column("reference_mean", "reference, mean", Kind.NUMBER),
    Column("own_median", "own, median", Kind.NUMBER),
    Column("reference_median", "reference, median", Kind.NUMBER),
    *(Column(kind.value, kind.value, Kind.COUNT) for kind in Compared),
)


def compared_complexity(traits: Traits) -> Compared | None:
    """How a row's two programs compare; nothing where the complexity of one is not known."""
    found = _pair(traits)
    if found is None:
        return None
    own, reference = found
    return Compared.SAME if own == reference else Compared.LOWER if own < reference else Compared.HIGHER


def complexity_records(
    table: pd.DataFrame, counting: NDArray[np.bool_], traits: Sequence[Traits]
) -> list[dict[str, Any]]:
    """A record for all rows in figures with both programs, and one for each group.

    Args:
        table: the rows, with the fields ``task``, ``benchmark`` and ``model``.
        counting: which rows are in figures.
        traits: of each.
    """
    pairs = [_pair(one) for one in traits]
    numbers = np.array([pair or (np.nan, np.nan) for pair in pairs], dtype=np.float64).reshape(-1, 2)
    known = np.flatnonzero(counting & ~np.isnan(numbers[:, 0]))
    return records_of_groups(table, known, lambda places: _record(numbers[places]))


def complexity_table(records: Sequence[Mapping[str, Any]]) -> Table:
    """The records as a table."""
    note = (
        "Cyclomatic complexity of generated programs (own) next to that of the references, over rows in figures that "
        "have both: of der those whose own program passes its tests."
    )
    return Table("own-complexity", "Own and reference complexity", note, _COLUMNS, tuple(records))


def _pair(traits: Traits) -> tuple[int, int] | None:
    own = None if traits.study is None else traits.study.complexity
    reference = None if traits.reference is None else traits.reference.complexity
    return None if own is None or reference is None else (own, reference)


def _record(numbers: NDArray[np.float64]) -> dict[str, Any]:
    own, reference = numbers.T
    signs = np.sign(own - reference)
    return {
        "programs": len(numbers),
        "own_mean": rounded(float(own.mean()), 9),
        "reference_mean": rounded(float(reference.mean()), 9),
        "own_median": float(np.median(own)),
        "reference_median": float(np.median(reference)),
        **{kind.value: int((signs == sign).sum()) for kind, sign in zip(Compared, (-1, 0, 1), strict=True)},
    }
