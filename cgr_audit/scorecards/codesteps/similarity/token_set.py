"""Similarity as the share of words that two steps have in common, whatever their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cgr_audit.scorecards.codesteps.similarity.similarity import Compare

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TokenSet"]


@dataclass(frozen=True, slots=True)
class TokenSet:
    """RapidFuzz's token-set ratio, over 100: 1 where the words of one step are all in the other, 0 for a blank step.

    Texts are compared as they are: case and punctuation count.
    """

    name: ClassVar[str] = "token-set"

    def version(self) -> str:
        """RapidFuzz's."""
        return f"rapidfuzz {version('rapidfuzz')}"

    def over(self, steps: Sequence[str]) -> Compare:
        """What compares pairs of these steps."""

        def compare(first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.float64]:
            from rapidfuzz import fuzz, process  # noqa: PLC0415  it costs start-up time

            left, right = ([steps[place] for place in side.tolist()] for side in (first, second))
            ratios = process.cpdist(left, right, scorer=fuzz.token_set_ratio, dtype=np.float64, workers=-1)
            found: NDArray[np.float64] = ratios / 100
            return found

        return compare
