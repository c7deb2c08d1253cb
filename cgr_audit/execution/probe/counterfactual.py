"""One solver to try, and ways of naming an option that can be tried for any option."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from cgr_audit.records.rows import Item
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.counterfactual import ObeyingSolver
from cgr_audit.solvers.interface import TextSolver

__all__ = [
    "ERROR_TEXT",
    "LONG_TEXT",
    "PHRASINGS",
    "SILENCE",
    "Counterfactual",
    "Family",
    "Speech",
    "always",
    "letter_solver",
]

SILENCE = "hmm, let me see"
"""Nothing can be extracted from it, and it affirms and denies nothing."""

ERROR_TEXT = "error: the service is unavailable (503)"
"""What some harnesses hand to a program in place of a response that failed."""

PHRASINGS = (
    "({0})",
    "The correct option is {0} because it fits best.",
    "No, the answer is {0}.",
    "reasoning: it fits best.\nFinal answer: {0}\nConfidence: 90",
    "<answer>{0}</answer> \\boxed{{{0}}} **{0}** #### {0}",
    "answer: {1}",
    "{1})",
)
"""Further ways to name an option; ``{0}`` is its letter and ``{1}`` the letter in lower case."""

LONG_TEXT = "there is much to be said about this, and little of it is settled. " * 60
"""A reply that is long and names no option."""

_LONGEST_SHOWN = 60


class Family(StrEnum):
    """What kind of answers a solver gives."""

    LETTER = "letter"
    """Always one option."""
    BELIEF = "belief"
    """Holds one option to be right, also where it is asked about a single one."""
    YES_NO = "yes_no"
    ELIMINATION = "elimination"
    """All options but one in turn."""
    ONE_CALL = "one_call"
    """One call is answered otherwise than all others."""
    WORDING = "wording"
    """One option, in the words that the program's patterns and comparisons look for."""
    LITERAL = "literal"
    """What the program itself compares responses with."""
    NUMBER = "number"
    PHRASING = "phrasing"
    """Always one option, put in other words."""
    TEXT = "text"
    """Always the text of one option."""
    LENGTH = "length"
    """Nothing at all, or a great deal."""
    RECORDED = "recorded"
    """Recorded responses to other items."""
    MIXED = "mixed"
    """Drawn for each call."""
    SILENCE = "silence"
    """Nothing extractable."""
    ERROR = "error"
    """The text of a failure."""
    OBEYING = "obeying"
    """What the prompt favours."""
    RAISING = "raising"
    """Every call raises inside the program."""


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """One solver to try."""

    name: str
    """What it answers, for people."""
    family: Family
    solver: TextSolver
    names_options_only: bool = False
    """Whether every response names an option of the item, and no other letter."""
    favours: str | None = None
    """The one option that every response favours, where there is one."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A way of naming an option. One that brings something new about is tried for all options."""

    of: Callable[[str], Counterfactual]
    """The solver that names the option with this id."""
    tries: int = 1
    """For how many options it is tried before it counts as one that the program does not hear."""


def always(text: str, family: Family, *, names_options_only: bool = False) -> Counterfactual:
    """A solver that gives one response to everything."""
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
    return Counterfactual(f"always {shown!r}", family, ConstantSolver(text), names_options_only)


def letter_solver(letter: str) -> Counterfactual:
    """The plainest: it always names one option."""
    return replace(always(f"Answer: {letter}", Family.LETTER, names_options_only=True), favours=letter)


def obeying_solver(item: Item) -> Counterfactual:
    """The one that answers what its prompt favours."""
    texts = {option["id"]: option["text"] or "" for option in item.options}
    return Counterfactual("answers what the prompt favours", Family.OBEYING, ObeyingSolver(texts))
