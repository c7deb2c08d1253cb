"""What is done with rows that lack an answer: the other choice, beside the treatment, that every figure depends on."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from cgr_audit.accuracy.rows.answer_status import AnswerStatus
from cgr_audit.accuracy.treatments import Treatment, is_approved

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Missing", "lacks_answer"]


class Missing(StrEnum):
    """What to do with rows that lack an answer (status ``missing``) in a channel that the package has."""

    WRONG = "wrong"
    LEFT_OUT = "left-out"

    @property
    def label(self) -> str:
        """How tables call it."""
        return {Missing.WRONG: "missing answers count as wrong", Missing.LEFT_OUT: "missing answers are left out"}[self]

    @property
    def meaning(self) -> str:
        """One sentence that says what it does."""
        return {
            Missing.WRONG: "A missing answer counts as wrong in its channel, like a failed extraction.",
            Missing.LEFT_OUT: "A row that lacks an answer in any channel that the package has is left out of all "
            "channels, so that they compare on the same rows; a failed extraction still counts as wrong.",
        }[self]


def lacks_answer(rows: pd.DataFrame, treatment: Treatment, absent: Iterable[str]) -> pd.Series[bool]:
    """Whether each row lacks an answer in any channel but the absent ones, once the treatment was applied.

    A row that the treatment counts as wrong lacks no assisted answer: it is wrong whatever was answered.

    Args:
        rows: as ``treat`` leaves them.
        treatment: the treatment that was applied.
        absent: the channels that the package does not have.
    """
    missing = {
        channel: rows[f"{channel}_status"] == AnswerStatus.MISSING.value
        for channel in ("direct", "assisted", "generator")
        if channel not in set(absent)
    }
    if treatment is Treatment.COUNTED_WRONG and "assisted" in missing:
        missing["assisted"] &= is_approved(rows)
    lacks = rows["direct_status"].isna()
    for without in missing.values():
        lacks |= without
    return lacks
