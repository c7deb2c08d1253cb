"""Which rows the figures rest on: those of registered solvers whose harness did not fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.records.rows import Origin

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Population", "is_counted", "population", "registered_rows"]

_WITHOUT_ANSWER = (
    AnswerStatus.MISSING,
    AnswerStatus.HARNESS_FAILURE,
    AnswerStatus.REFUSED,
    AnswerStatus.NOT_RUN,
)
_CATEGORIES = (
    *("dataset", "item_id", "solver", "generator", "program_id", "verdict", "codes", "outcome"),
    *("origin", "executed_provenance", "sensitivity", "genLLM_difficulty", "recorded_assisted_ans"),
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
    """Rows of registered solvers that a fault of the harness left without an outcome: in no figure, never wrong."""
    incomplete: int
    """Of these, rows that were executed or replayed here, so that running them again may mend them."""
    judged: bool
    """Whether there are verdicts; without them only the treatment ``kept`` can be given."""
    absent: tuple[str, ...]
    """Channels without a single answer, such as the direct one where there is no direct path; they have no accuracy."""
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

    An absent channel, one without a single answer in the rows that count, is neither right nor wrong: it is null.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    chosen = table.loc[table["registered"].fillna(value=False).astype(bool)]
    status = pd.CategoricalDtype([known.value for known in AnswerStatus])
    columns = {name: chosen[name].astype("category") for name in _CATEGORIES}
    columns |= {f"{channel}_status": chosen[f"{channel}_status"].astype(status) for channel in CHANNELS}
    columns["recorded_assisted_status"] = chosen["recorded_assisted_status"].astype(status)
    columns |= {name: chosen[name] for name in _KEPT}
    rows = pd.DataFrame(columns).reset_index(drop=True)
    for channel in _absent(rows):
        rows[f"{channel}_correct"] = pd.array([pd.NA] * len(rows), dtype="boolean")
    return rows


def is_counted(rows: pd.DataFrame) -> pd.Series[bool]:
    """Whether each row counts: its harness did not fail."""
    return rows["direct_status"] != AnswerStatus.HARNESS_FAILURE.value


def population(table: pd.DataFrame, rows: pd.DataFrame) -> Population:
    """Count what figures rest on.

    Args:
        table: every row.
        rows: those of registered solvers, as ``registered_rows`` gives them.
    """
    counted, failed = rows[is_counted(rows)], rows[~is_counted(rows)]
    excluded = table[~table["registered"].fillna(value=False).astype(bool)].groupby("solver", sort=True).size()
    return Population(
        total=len(table),
        counted=len(counted),
        excluded_solvers={str(name): int(number) for name, number in excluded.items() if number},
        harness_failures=len(failed),
        incomplete=int((failed["origin"] != Origin.RECORDED.value).sum()),
        judged=bool(table["verdict"].notna().any()),
        absent=_absent(rows),
        datasets=int(counted["dataset"].nunique()),
        solvers=int(counted["solver"].nunique()),
        pairs=len(counted[PAIR].drop_duplicates()),
        items=len(counted[["dataset", "item_id"]].drop_duplicates()),
        programs=int(counted["program_id"].nunique()),
    )


def _absent(rows: pd.DataFrame) -> tuple[str, ...]:
    if not is_counted(rows).any():
        return ()
    return tuple(name for name in CHANNELS if rows[f"{name}_status"].isin(_WITHOUT_ANSWER).all())
