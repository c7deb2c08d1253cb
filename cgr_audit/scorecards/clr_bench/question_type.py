"""The types of questions of CLR-Bench."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["QuestionType"]


class QuestionType(StrEnum):
    """Types of questions, in the order of the leaderboard."""

    MULTIPLE_CHOICE = "MC"
    MULTIPLE_SELECT = "MS"
    TRUE_FALSE = "TF"
    FILL_IN_THE_BLANK = "FB"
    OPEN_ENDED = "OE"
