"""Solvers that differ only in what they answer: they show what a program's answer depends on.

``constant`` and ``cycle`` serve too; those here choose by the call's number, or by what a prompt asks about.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from cgr_audit.solvers.interface import SolverRequest

__all__ = ["BelievingSolver", "ExceptionSolver", "MixedSolver"]

_LETTER = re.compile(r"\b([A-Z])\b")


@dataclass(frozen=True, slots=True)
class ExceptionSolver:
    """Gives one text, but to one call another."""

    text: str
    exception: str
    call_index: int
    """Counted from 0."""

    def __call__(self, request: SolverRequest) -> str:
        """The exception where it is that call's turn."""
        return self.exception if request.call_index == self.call_index else self.text


@dataclass(frozen=True, slots=True)
class BelievingSolver:
    """Holds one option to be right, whatever is asked.

    A prompt about that option alone is affirmed and one about another option alone is denied, both with a rating; where
    it is one of two it is named by its place too. Any other prompt gets the option's letter.
    """

    option: str
    texts: Mapping[str, str]
    """The options' texts by their ids."""

    def __call__(self, request: SolverRequest) -> str:
        """What one who believes in the option would say."""
        named = self._named(request.prompt)
        if len(named) == 1:
            return "Yes, correct. 9" if self.option in named else "No, incorrect. 1"
        if len(named) == 2 and self.option in named:
            return f"Answer: {self.option}, the {'first, 1' if self.option == named[0] else 'second, 2'}"
        return f"Answer: {self.option}"

    def _named(self, prompt: str) -> list[str]:
        """The options that a prompt is about, in its order."""
        by_text = {prompt.find(text): option for option, text in self.texts.items() if text and text in prompt}
        in_order = [by_text[place] for place in sorted(by_text)]
        return in_order or list(dict.fromkeys(letter for letter in _LETTER.findall(prompt) if letter in self.texts))


@dataclass(frozen=True, slots=True)
class MixedSolver:
    """Gives each call one of several texts; which one follows from a seed and the call's number."""

    seed: int
    texts: tuple[str, ...]

    def __call__(self, request: SolverRequest) -> str:
        """The text drawn for this call."""
        digest = hashlib.sha256(f"{self.seed} {request.call_index}".encode()).digest()
        return self.texts[int.from_bytes(digest[:8], "big") % len(self.texts)]
