"""The headline under four treatments of rows whose program is not approved.

No single one is the truth: dropping rows changes which items are asked, the others change what is counted. Shown
next to each other they say how much of a gain is *associated with* programs that should not count.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Treatment", "is_approved", "is_dropped", "is_executed", "is_unrecorded", "treat"]


class Treatment(StrEnum):
    """What to do with rows whose program is not approved."""

    DROPPED = "dropped"
    DIRECT_INSTEAD = "direct_instead"
    COUNTED_WRONG = "counted_wrong"
    KEPT = "kept"

    @property
    def label(self) -> str:
        """How tables call it."""
        return {
            Treatment.DROPPED: "dropped",
            Treatment.DIRECT_INSTEAD: "direct answer instead",
            Treatment.COUNTED_WRONG: "counted wrong",
            Treatment.KEPT: "kept",
        }[self]

    @property
    def meaning(self) -> str:
        """One sentence that says what it does."""
        return {
            Treatment.DROPPED: "Only rows of approved programs; the items asked are fewer, and others.",
            Treatment.DIRECT_INSTEAD: "Where the program is not approved, the direct answer replaces the assisted one.",
            Treatment.COUNTED_WRONG: "Where the program is not approved, the assisted answer counts as wrong.",
            Treatment.KEPT: "Every row as it is, as if nothing had been judged; where a program was not executed, "
            "the answer that was recorded for it counts, and where none is recorded the row is wrong here too.",
        }[self]


def is_approved(table: pd.DataFrame) -> pd.Series[bool]:
    """Whether each row's program is approved; one that was not judged is not."""
    return (table["verdict"] == "approved").fillna(value=False).astype(bool)


def is_dropped(table: pd.DataFrame, treatment: Treatment) -> pd.Series[bool]:
    """Whether the treatment takes each row out."""
    return ~is_approved(table) & (treatment is Treatment.DROPPED)


def treat(table: pd.DataFrame, treatment: Treatment) -> pd.DataFrame:
    """The table under a treatment; the assisted channel and which rows there are may change, nothing else.

    ``assisted_correct`` is what counts then, and ``assisted_status`` what kind of answer it is that counts. Where the
    assisted channel is absent (null in every row) it stays so.
    """
    approved = is_approved(table)
    right, status = table["assisted_correct"], table["assisted_status"]
    match treatment:
        case Treatment.DROPPED:
            return table[~is_dropped(table, treatment)]
        case Treatment.DIRECT_INSTEAD:
            return table.assign(
                assisted_correct=right.where(approved | right.isna(), table["direct_correct"]),
                assisted_status=status.where(approved | right.isna(), table["direct_status"]),
            )
        case Treatment.COUNTED_WRONG:
            return table.assign(assisted_correct=right.where(approved | right.isna(), other=False))
        case Treatment.KEPT:
            recorded = ~is_executed(table) & table["recorded_assisted_correct"].notna()
            return table.assign(
                assisted_correct=right.where(~recorded, table["recorded_assisted_correct"]),
                assisted_status=status.where(~recorded, table["recorded_assisted_status"]),
            )
        case _:
            assert_never(treatment)


def is_executed(table: pd.DataFrame) -> pd.Series[bool]:
    """Whether each row's program was executed, or its answer recorded: neither refused nor left unrun."""
    return ~table["outcome"].isin(["refused", "not_run"]).astype(bool)


def is_unrecorded(table: pd.DataFrame) -> pd.Series[bool]:
    """Whether a row was not executed and has no recorded answer either: ``kept`` can only count it as wrong."""
    return ~is_executed(table) & table["recorded_assisted_correct"].isna()
