"""``seeded:N``: a letter that follows from a number, the row and the call."""

from __future__ import annotations

import hashlib
import string
from dataclasses import dataclass

from cgr_audit.solvers.interface import SolverRequest

__all__ = ["SeededSolver", "drawn_number"]

_LETTERS = tuple(string.ascii_uppercase[:5])


@dataclass(frozen=True, slots=True)
class SeededSolver:
    """Draws one of the item's option letters, or of A to E where the item has none.

    The draw is a digest of the seed, the row's key, the channel, the attempt and the call's number, so it depends on
    neither the order of runs nor the number of threads.
    """

    seed: int

    def __call__(self, request: SolverRequest) -> str:
        """The letter drawn for this call."""
        letters = request.options or _LETTERS
        return letters[drawn_number(self.seed, request) % len(letters)]


def drawn_number(seed: int, request: SolverRequest) -> int:
    """A number of 64 bits that follows from a seed and from whose call it is."""
    origin = request.origin
    facts = (seed, *origin.key, origin.channel.value, origin.attempt, request.call_index)
    digest = hashlib.sha256(repr(facts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")
