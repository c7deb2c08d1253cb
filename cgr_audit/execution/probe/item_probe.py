"""What probing a program on one item gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.execution.observed import Seen
from cgr_audit.execution.probe.dominant_answer import DominantAnswer
from cgr_audit.records.rows import Item

__all__ = ["ItemProbe", "Sensitivity"]


class Sensitivity(StrEnum):
    """Whether a program's answer follows the solver."""

    SENSITIVE = "sensitive"
    """Some solver brought about every option."""
    PARTLY = "partly"
    """The answer changed with the solver, but no tried solver brought about some of the options."""
    INSENSITIVE = "insensitive"
    """The answer stayed the same under all tried solvers."""
    UNDECIDED = "undecided"
    """Hardly a run came to an answer other than the failure value, or none in which the solver named an option."""


@dataclass(frozen=True, slots=True)
class ItemProbe:
    """A program on one item."""

    item: Item
    is_synthetic: bool
    """Whether the item was made up because none is known."""
    sensitivity: Sensitivity
    """Insensitive where plain replies never change the answer; else what all replies show."""
    planted_sensitivity: Sensitivity
    """The same, if planted replies count too."""
    dominant: DominantAnswer | None
    """The option that stays the answer in most runs with random replies; null if none does, or it was not tried."""
    tried: int
    """Counterfactual solvers whose outcome is known."""
    tried_plain: int
    """Those of them whose replies were plain."""
    completed: int
    """How many of them led to an answer."""
    answers: Mapping[str, str]
    """Every answer that was given, and the first solver that brought it about."""
    plain_answers: Mapping[str, str]
    """The same of solvers whose replies were plain."""
    fallback: str | None
    """The answer where nothing can be extracted from any response; null where there is none."""
    error_answer: str | None
    """The answer where every response is the text of an error."""
    raising_answer: str | None
    """The answer where every call raises inside the program; null where it is let through, or cannot be tried."""
    generator_letter: str | None
    """The letter in the generator channel that another was planted for; null where none is written down."""
    generator_in_prompts: bool | None
    """Whether a planted letter changed a prompt; null where nothing was planted."""
    generator_in_answer: bool | None
    """Whether a planted letter changed the answer."""
    item_decides: bool | None
    """Whether some other item fixes the answer against the solver; null where that was not tried."""
    item_in_fallback: bool | None
    """Whether the answer to silence changes with the item; null where silence is not answered with an option."""
    bound: int | None
    """The static call bound for the item, where that is a number."""
    most_calls: int
    """In one run, whatever the solver."""
    asks: bool
    """Whether some run on the item itself asked the solver anything."""
    runs: int
    """Runs in the sandbox; fewer than solvers where one solver's responses lead where another's led."""
    fuel: int
    """Of all runs together."""
    seen: tuple[Seen, ...]
    """What rules about runs report, in the order of the runs."""
    failure: str | None = None
    """The service or internal error that ended the probe."""

    @property
    def only_answer(self) -> str | None:
        """The answer that stayed the same under plain replies."""
        return next(iter(self.plain_answers)) if len(self.plain_answers) == 1 else None

    @property
    def unlocked_by(self) -> str | None:
        """The first solver whose planted replies changed an answer that plain ones never change."""
        return next((solver for answer, solver in self.answers.items() if answer != self.only_answer), None)
