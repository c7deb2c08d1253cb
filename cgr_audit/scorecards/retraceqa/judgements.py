"""Judgements: what a judge says of a trace, and the first error that follows from the scores of its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from cgr_audit.plural import counted
from cgr_audit.scorecards.comparison import Labels
from cgr_audit.scorecards.label import label

__all__ = [
    "NO_ERROR",
    "Judge",
    "JudgeSetting",
    "Judgement",
    "first_error_at",
    "judge_labels",
    "judge_of",
    "judgement_fault",
    "judgement_of",
]

NO_ERROR = -1
"""The first error of a trace that has none."""

_SAID = ("predicted_first_error", "step_scores", "judge_setting")
"""Fields of a row that a judge fills."""


class JudgeSetting(StrEnum):
    """What a judge is shown in addition to question and trace."""

    REFERENCE_FREE = "reference-free"
    """Nothing."""
    REFERENCE_BASED = "reference-based"
    """The right answer."""


class Judge(NamedTuple):
    """A judge in one of its settings."""

    name: str
    setting: str | None


Judgement = int | None | tuple[float, ...]
"""The first error, nothing where what was said could not be parsed, or the score of each step."""


def judge_of(record: Mapping[str, Any]) -> Judge | None:
    """The judge of a row; nothing where nobody judged."""
    return None if record.get("judge") is None else Judge(label(record["judge"]), record.get("judge_setting"))


def judge_labels(judge: Judge, *, has_settings: bool) -> Labels:
    """What a judge is called in tables.

    Args:
        judge: in one of its settings.
        has_settings: whether any judge of the table has one.
    """
    return (("judge", judge.name), *((("setting", judge.setting or "–"),) if has_settings else ()))


def judgement_of(record: Mapping[str, Any]) -> Judgement:
    """What the judge of a row says."""
    scores = record.get("step_scores")
    if scores is not None:
        return tuple(scores)
    predicted: int | None = record["predicted_first_error"]
    return predicted


def first_error_at(judgement: Judgement, threshold: float) -> int | None:
    """The first step whose score is below the threshold, ``NO_ERROR`` where none is; or what was said."""
    if not isinstance(judgement, tuple):
        return judgement
    return next((step for step, score in enumerate(judgement) if score < threshold), NO_ERROR)


def judgement_fault(record: Mapping[str, Any], steps: Sequence[str]) -> str | None:
    """What is wrong with the fields of a judgement: one without a judge, a judge without one, or two at once."""
    judge, *said = (record.get(name) for name in ("judge", *_SAID))
    predicted, scores, _ = said
    if scores is not None and len(scores) != len(steps):
        return f"/step_scores: {counted(len(scores), 'score')}, and the trace has {counted(len(steps), 'step')}"
    if scores is not None and predicted is not None:
        return "/step_scores: is there, and predicted_first_error is too; give one of them"
    if judge is None:
        names = [name for name, value in zip(_SAID, said, strict=True) if value is not None]
        return f"/judge: is not there, and {names[0]} is; give the name of the judge" if names else None
    if scores is None and "predicted_first_error" not in record:
        return "/predicted_first_error: is not there, and judge is; give null where it could not be parsed"
    return None
