"""Whether one of k samples passes: the unbiased estimate of Chen et al. 2021, section 2.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["pass_at_k"]


def pass_at_k(samples: NDArray[np.integer], passed: NDArray[np.integer], most: int) -> NDArray[np.float64]:
    """The probability that k samples, drawn without replacement from those of a problem, have one that passes.

    It is 1 - C(n - c, k) / C(n, k) for n samples of which c pass, and 1 where fewer than k fail. The quotient is
    taken as the product of (n - c - i) / (n - i) over i < k, in which no number grows large.

    Args:
        samples: of each problem how many samples it has.
        passed: of each problem how many of them pass.
        most: the largest k.

    Returns:
        Of shape (problems, most), for k from 1; NaN where a problem has fewer than k samples.
    """
    drawn = np.arange(most)
    left = (samples[:, None] - drawn).astype(float)
    failing = np.maximum(samples[:, None] - passed[:, None] - drawn, 0)
    factors = np.divide(failing, left, out=np.full(left.shape, np.nan), where=left > 0)
    found: NDArray[np.float64] = 1.0 - np.cumprod(factors, axis=1)
    return found
