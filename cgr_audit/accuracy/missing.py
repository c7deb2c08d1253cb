"""What is done with rows that lack an answer: the other choice, next to the treatment, that every figure depends on."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.accuracy.treatments import Treatment, is_approved

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Missing", "is_left_out"]


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


def is_left_out(rows: pd.DataFrame, treatment: Treatment, missing: Missing, absent: Iterable[str]) -> pd.Series[bool]:
    """Whether each row is left out, because it lacks an answer in any channel but the absent ones.

    A row that the treatment counts as wrong lacks no assisted answer: it is wrong whatever was answered.

    Args:
        rows: as ``treat`` leaves them.
        treatment: the treatment that was applied.
        missing: whether rows that lack an answer are left out at all.
        absent: the channels that the package does not have.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    left_out = pd.Series(data=False, index=rows.index)
    if missing is Missing.WRONG:
        return left_out
    for channel in (name for name in CHANNELS if name not in set(absent)):
        lacks = rows[f"{channel}_status"] == AnswerStatus.MISSING.value
        if treatment is Treatment.COUNTED_WRONG and channel == "assisted":
            lacks &= is_approved(rows)
        left_out |= lacks.astype(bool)
    return left_out
