"""Scores of predicted steps: SWS, step precision, recall and F1 (Cao et al. 2024, Algorithm 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.codesteps.alignment import Aligned, Pointer, align
from cgr_audit.scorecards.codesteps.similarity.similarity import Similarity
from cgr_audit.scorecards.codesteps.step_lists import StepLists, number_steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["StepScores", "score_steps"]


@dataclass(frozen=True, slots=True, eq=False)
class StepScores:
    """Scores of predictions, each of shape (thresholds, predictions) and from 0 to 1."""

    sws: NDArray[np.float64]
    """The sum of the similarities of matched steps over the number of reference steps."""
    precision: NDArray[np.float64]
    """Matched steps over predicted steps."""
    recall: NDArray[np.float64]
    """Matched steps over reference steps."""
    f1: NDArray[np.float64]
    """The harmonic mean of precision and recall; 0 where nothing is matched."""

    @classmethod
    def of(cls, aligned: Aligned, references: StepLists, predictions: StepLists) -> StepScores:
        """The scores of an alignment.

        Args:
            aligned: what is matched.
            references: of each prediction its reference steps, at least one.
            predictions: the predicted steps of each; one without any has 0 in every score.
        """
        wanted, offered = references.counts, np.maximum(predictions.counts, 1)
        correct = aligned.correct
        # 2PR / (P + R) with P = c/N and R = c/M is 2c / (M + N), which needs no case for c = 0.
        return cls(aligned.similarity / wanted, correct / offered, correct / wanted, 2 * correct / (wanted + offered))


def score_steps(
    references: Sequence[Sequence[str]],
    predictions: Sequence[Sequence[str]],
    *,
    thresholds: Sequence[float],
    pointer: Pointer,
    similarity: Similarity,
) -> StepScores:
    """The scores of predicted steps.

    Args:
        references: of each prediction its reference steps, at least one.
        predictions: the predicted steps of each; one without any has 0 in every score.
        thresholds: the least similarities of a match.
        pointer: where the search goes on after a reference step that nothing matches.
        similarity: how similar two steps are.

    Raises:
        UsageError: the similarity needs something that is not installed.
    """
    steps, (wanted, offered) = number_steps(references, predictions)
    aligned = align(wanted, offered, similarity.over(steps), thresholds, pointer)
    return StepScores.of(aligned, wanted, offered)
