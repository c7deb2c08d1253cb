"""Solvers that differ only in what they answer: they show what a program's answer depends on.

``constant`` and ``cycle`` serve too; those here choose by the call's number, or by what a prompt asks about.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cgr_audit.analysis.answers.prompt_claims import find_claims
from cgr_audit.solvers.interface import SolverRequest

__all__ = [
    "BelievingSolver",
    "ExceptionSolver",
    "MixedSolver",
    "ObeyingSolver",
    "RandomBeliefSolver",
    "RandomLetterSolver",
    "SequenceSolver",
]

_LETTER = re.compile(r"\b([A-Z])\b")
_DENYING = re.compile(
    r"(?i)\b(?:not|never|neither|nor|cannot|wrong\w*|incorrect|false|mistaken\w*|fails?|no|ni|nicht|falsch\w*|pas|не)\b|"
    r"n't\b|不|错|ليس"
)
_UNDECIDED = "hmm, let me see"
_LABEL = re.compile(r"\b([A-Z]|\d{1,2})\b['\"]?[:.)\]=\s-]{1,3}['\"(\[]?$")
"""A letter or a number right before the text of an option."""


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
class SequenceSolver:
    """Gives its texts in turn, and the last of them ever after."""

    texts: tuple[str, ...]

    def __call__(self, request: SolverRequest) -> str:
        """The text for this call."""
        return self.texts[min(request.call_index, len(self.texts) - 1)]


@dataclass(frozen=True, slots=True)
class BelievingSolver:
    """Holds one option to be right, whatever is asked.

    A prompt about that option alone is affirmed and one about another option alone is denied, both with a rating; so is
    one that names several, but one of them more often than the others. Any other prompt gets the option's letter, or
    what stands before its text in the prompt; where it is one of two, its place too.
    """

    option: str
    texts: Mapping[str, str]
    """The options' texts by their ids."""
    affirmed: str = "Yes, correct, true. 9"
    denied: str = "No, incorrect, false. 1"

    def __call__(self, request: SolverRequest) -> str:
        """What one who believes in the option would say."""
        prompt = request.prompt
        named = _named(prompt, self.texts)
        chosen = f"Answer: {self._label(prompt)}"
        if len(named) == 2:
            place = named.index(self.option) if self.option in named else None
            return chosen + ("" if place is None else (", the first, 1", ", the second, 2")[place])
        asked = named[0] if len(named) == 1 else self._most_named(prompt, named)
        if asked is None:
            return chosen
        said = self.affirmed if asked == self.option else self.denied
        return said if len(named) == 1 else f"{said} {chosen}"

    def _label(self, prompt: str) -> str:
        """What the option is called where its text stands in a prompt: programs show options under other letters."""
        before, found, _ = prompt.partition(self.texts.get(self.option) or prompt)
        label = _LABEL.search(before) if found else None
        return label.group(1) if label is not None and before else self.option

    def _most_named(self, prompt: str, named: list[str]) -> str | None:
        """The one of several options that a prompt names, by letter or text, more often than any other."""
        letters = Counter(_LETTER.findall(prompt))
        counts = Counter({option: letters[option] + prompt.count(self.texts[option]) for option in named})
        ranked = counts.most_common(2)
        return ranked[0][0] if len(ranked) == 2 and ranked[0][1] > ranked[1][1] else None


def _named(prompt: str, texts: Mapping[str, str]) -> list[str]:
    """The options that a prompt is about, in its order."""
    by_text = {prompt.find(text): option for option, text in texts.items() if text and text in prompt}
    in_order = [by_text[place] for place in sorted(by_text)]
    return in_order or list(dict.fromkeys(letter for letter in _LETTER.findall(prompt) if letter in texts))


@dataclass(frozen=True, slots=True)
class ObeyingSolver:
    """Answers what its prompt favours: the option that is asserted most often, or the one that is not denied.

    Where a prompt favours none it says nothing that can be extracted. What it takes for a denial is a matter of words;
    whether a prompt names an option at all is not.
    """

    texts: Mapping[str, str]
    """The options' texts by their ids."""

    def __call__(self, request: SolverRequest) -> str:
        """The favoured option."""
        score = Counter(dict.fromkeys(self.texts, 0))
        for claim in find_claims(request.prompt):
            weight = -1 if _DENYING.search(claim.template) else 1
            for named in claim.answer.split(", "):
                option = next((option for option, text in self.texts.items() if named in (option, text)), None)
                if option is not None:
                    score[option] += weight
        ranked = score.most_common(2)
        if len(ranked) < 2 or ranked[0][1] == ranked[1][1]:
            return _UNDECIDED
        return f"Answer: {ranked[0][0]}"


@dataclass(frozen=True, slots=True)
class MixedSolver:
    """Gives each call one of several texts; which one follows from a seed and the call's number."""

    seed: int
    texts: tuple[str, ...]

    def __call__(self, request: SolverRequest) -> str:
        """The text drawn for this call."""
        return self.texts[_drawn(self.seed, request.call_index, len(self.texts))]


@dataclass(frozen=True, slots=True)
class RandomLetterSolver:
    """Names an option drawn for each call, by its letter: one of those that the prompt names, or of all."""

    seed: int
    texts: Mapping[str, str]
    """The options' texts by their ids."""

    def __call__(self, request: SolverRequest) -> str:
        """The letter drawn for this call."""
        return f"Answer: {_drawn_option(self.seed, request, self.texts)}"


@dataclass(frozen=True, slots=True)
class RandomBeliefSolver:
    """Believes in an option drawn for each call: one of those that the prompt names, or of all."""

    seed: int
    believing: BelievingSolver
    """Says what one says who believes in an option; its own option does not matter."""

    def __call__(self, request: SolverRequest) -> str:
        """What one would say who believes in the option drawn for this call."""
        return replace(self.believing, option=_drawn_option(self.seed, request, self.believing.texts))(request)


def _drawn_option(seed: int, request: SolverRequest, texts: Mapping[str, str]) -> str:
    named = _named(request.prompt, texts)
    among = named if len(named) > 1 else list(texts)
    return among[_drawn(seed, request.call_index, len(among))]


def _drawn(seed: int, call_index: int, count: int) -> int:
    """A number below ``count`` that follows from a seed and a call's number."""
    digest = hashlib.sha256(f"{seed} {call_index}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % count
