"""The scores of CLR-Bench: of the answer, of the rationale, and of both together (Dong et al. 2024, Table 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["combined"]

_COMBINED = np.array(
    [
        [0.0, 0.25, 0.5],
        [0.0, 0.375, 0.75],
        [0.0, 0.5, 1.0],
    ]
)
"""By the answer's and the rationale's score in halves. The published table has the first and the last line; a
half-right answer, of which it says nothing, takes their mean."""


def combined(answer: NDArray[np.float64], rationale: NDArray[np.float64]) -> NDArray[np.float64]:
    """The score of answer and rationale together (Q→AR) of each row.

    Args:
        answer: 0, 0.5 or 1.
        rationale: 0, 0.5 or 1.
    """
    found: NDArray[np.float64] = _COMBINED[(2 * answer).astype(np.intp), (2 * rationale).astype(np.intp)]
    return found
