"""What a similarity of steps is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Compare", "Similarity"]

Compare = Callable[["NDArray[np.intp]", "NDArray[np.intp]"], "NDArray[np.float64]"]
"""The similarity of steps by their numbers: the first to the first, the second to the second and so on, from 0 to 1."""


class Similarity(Protocol):
    """A way to tell how similar two steps are; an entry of ``registry.SIMILARITIES``."""

    name: ClassVar[str]
    """As in ``--similarity NAME``."""

    def version(self) -> str:
        """What its values depend on, for the record.

        Raises:
            UsageError: it needs something that is not installed.
        """
        ...

    def over(self, steps: Sequence[str]) -> Compare:
        """What compares these steps, each by its place among them.

        Raises:
            UsageError: it needs something that is not installed.
        """
        ...
