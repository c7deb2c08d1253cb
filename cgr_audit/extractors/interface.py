"""What a rule that reads an answer out of a response is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Extract", "Extractor"]


class Extract(Protocol):
    """Reads an answer out of a response."""

    def __call__(self, response: str, option_ids: Sequence[str], option_texts: Sequence[str], /) -> str | None:
        """The answer, or nothing if the rule finds none.

        Args:
            response: the solver's text.
            option_ids: the item's options in order; empty where they are not known.
            option_texts: the texts of the same options.
        """


@dataclass(frozen=True, slots=True)
class Extractor:
    """A rule with its name. Add one as a file of its own and a line in ``registry.py``."""

    name: str
    """As in the columns ``direct_ans_NAME`` and ``direct_correct_NAME``."""
    label: str
    """As in tables."""
    meaning: str
    """One sentence that says what it takes as the answer."""
    extract: Extract
