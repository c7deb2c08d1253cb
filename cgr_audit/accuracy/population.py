"""Which rows the figures rest on: those of registered solvers whose harness did not fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.audit_status import is_audited
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.records.rows import Origin

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ABSENT_STATUSES",
    "WITHOUT_ANSWER",
    "Population",
    "absent_channels",
    "is_counted",
    "population",
    "registered_rows",
]

WITHOUT_ANSWER = (AnswerStatus.MISSING, AnswerStatus.REFUSED, AnswerStatus.NOT_RUN)
"""What a row that counts and has no answer in a channel may be."""
ABSENT_STATUSES = {
    "direct": (AnswerStatus.MISSING,),
    "assisted": (AnswerStatus.MISSING,),
    "generator": WITHOUT_ANSWER,
}
"""What all rows are where a channel is absent. A refused program has an assisted channel, which the gate closed."""
_CATEGORIES = (
    *("dataset", "item_id", "solver", "generator", "program_id", "verdict", "codes", "outcome"),
    *("origin", "executed_provenance", "sensitivity", "genLLM_difficulty", "recorded_assisted_ans"),
    "correct_ans",
)
_KEPT = (
    *("sample", "attempts", "direct_calls", "assisted_calls", "fuel", "wall_s", "recorded_assisted_correct"),
    *(f"{channel}_correct" for channel in CHANNELS),
)


@dataclass(frozen=True, slots=True)
class Population:
    """Which rows the figures rest on, and which not; no row is left out without a count."""

    total: int
    counted: int
    excluded_solvers: Mapping[str, int]
    """Solvers that are not registered, and their rows: left out of every figure."""
    harness_failures: int
    """Rows of registered solvers without an outcome, by a service or internal error: in no figure, never wrong."""
    incomplete: int
    """Of these, rows that were executed or replayed here, so that running them again may mend them."""
    judged: bool
    """Whether there are verdicts; without them only the treatment ``kept`` can be given."""
    absent: tuple[str, ...]
    """Channels that the package does not have, as ``absent_channels`` says; they have no accuracy."""
    datasets: int
    solvers: int
    pairs: int
    items: int
    programs: int
    """All five: of the rows that count."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "total": self.total,
            "counted": self.counted,
            "excluded_solvers": [{"solver": name, "rows": rows} for name, rows in self.excluded_solvers.items()],
            "harness_failures": self.harness_failures,
            "incomplete": self.incomplete,
            "judged": self.judged,
            "absent_channels": list(self.absent),
            "datasets": self.datasets,
            "solvers": self.solvers,
            "pairs": self.pairs,
            "items": self.items,
            "programs": self.programs,
        }


def registered_rows(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of registered solvers, with the columns that figures need; texts as categories.

    ``audited`` says whether a row's program was audited, so that having no finding means something. An absent channel
    is neither right nor wrong: it is null.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    registered = table["registered"].fillna(value=False).astype(bool)
    chosen = table if registered.all() else table.loc[registered]
    status = pd.CategoricalDtype([known.value for known in AnswerStatus])
    columns: dict[str, pd.Series[Any]] = {name: _occurring(chosen[name]) for name in _CATEGORIES}
    columns |= {f"{channel}_status": chosen[f"{channel}_status"].astype(status) for channel in CHANNELS}
    columns["recorded_assisted_status"] = chosen["recorded_assisted_status"].astype(status)
    columns |= {name: chosen[name] for name in _KEPT}
    columns["audited"] = is_audited(table)[chosen.index]
    rows = pd.DataFrame(columns, copy=False).reset_index(drop=True)
    for channel in absent_channels(rows):
        rows[f"{channel}_correct"] = pd.array([pd.NA] * len(rows), dtype="boolean")
    return rows


def _occurring(column: pd.Series[Any]) -> pd.Series[Any]:
    """A column of texts as categories that occur, sorted."""
    import numpy as np  # noqa: PLC0415  numpy costs start-up time

    if column.dtype != "category":
        return column.astype("category")
    numbers = np.bincount(column.cat.codes.to_numpy() + 1, minlength=len(column.cat.categories) + 1)
    return column if numbers[1:].all() else column.cat.remove_unused_categories()


def is_counted(rows: pd.DataFrame) -> pd.Series[bool]:
    """Whether each row counts: its harness did not fail."""
    return rows["direct_status"] != AnswerStatus.HARNESS_FAILURE.value


def absent_channels(rows: pd.DataFrame) -> tuple[str, ...]:
    """The channels that the rows do not have, such as the direct one where there is no direct path.

    The direct and the assisted channel are absent where every row that counts is ``missing``: a gate that refused all
    programs closed the assisted channel, and did not take it away. The generator's is absent where no row that counts
    has any answer, because then none says that the programs give one. Where no row counts, none is absent.
    """
    counted = rows[is_counted(rows)]
    if counted.empty:
        return ()
    return tuple(name for name in CHANNELS if counted[f"{name}_status"].isin(ABSENT_STATUSES[name]).all())


def population(table: pd.DataFrame, rows: pd.DataFrame) -> Population:
    """Count what figures rest on.

    Args:
        table: every row.
        rows: those of registered solvers, as ``registered_rows`` gives them.
    """
    counted, failed = rows[is_counted(rows)], rows[~is_counted(rows)]
    excluded = (
        table[~table["registered"].fillna(value=False).astype(bool)].groupby("solver", sort=True, observed=True).size()
    )
    return Population(
        total=len(table),
        counted=len(counted),
        excluded_solvers={str(name): int(number) for name, number in excluded.items() if number},
        harness_failures=len(failed),
        incomplete=int((failed["origin"] != Origin.RECORDED.value).sum()),
        judged=bool(table["verdict"].notna().any()),
        absent=absent_channels(rows),
        datasets=int(counted["dataset"].nunique()),
        solvers=int(counted["solver"].nunique()),
        pairs=len(counted[PAIR].drop_duplicates()),
        items=len(counted[["dataset", "item_id"]].drop_duplicates()),
        programs=int(counted["program_id"].nunique()),
    )
