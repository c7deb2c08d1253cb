"""What explains that an executed value is not the published one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.sandbox.outcome import GuestError, LimitExceeded, Outcome

__all__ = ["TO_TWO_PLACES", "Executed", "difference", "same_number"]

NONE = "None"
TO_TWO_PLACES = 0.0051
"""How far apart two roundings to two places of one number may be, and no further."""


@dataclass(frozen=True, slots=True)
class Executed:
    """How one program ended."""

    row: dict[str, Any]
    failure: str | None
    """Why there is no value: the kind of outcome, or that it was refused."""
    text: str | None = None
    """Its value, written out inside the sandbox."""
    value: Any = None
    """Its value as it crossed."""
    outcome: Outcome | None = None

    @property
    def ending(self) -> str:
        """How it ended, without what differs from program to program."""
        match self.outcome:
            case GuestError("ModuleNotFoundError", message):
                return f"needs a module: {message.partition(':')[0]}"
            case GuestError("NameError", message) if "ans" in message.split("'"):
                return "leaves no answer variable"
            case GuestError("NameError"):
                return "uses a name that it does not define"
            case GuestError(kind):
                return f"raises {kind}"
            case LimitExceeded(limit):
                return f"reaches the limit of {limit.value}"
        if self.failure is not None:
            return self.failure
        return "an empty answer, or zero" if self.text == NONE else "answers"

    @property
    def is_short_of_something(self) -> bool:
        """Whether it failed for want of what only the published run had, or used more than a run may."""
        lacks = ("needs a module", "uses a name", "reaches the limit", "refused")
        return self.ending.startswith(lacks)


def difference(published: str, runs: Sequence[Executed]) -> str | None:
    """Why the value of a question's programs is not the published one; nothing if it is."""
    texts = Counter(run.text for run in runs if run.text is not None and run.text != NONE)
    ours = texts.most_common(1)[0][0] if texts else NONE
    if ours == published:
        return None
    if same_number(ours, published, TO_TWO_PLACES):
        return "the same number with other decimals"
    if len(runs) == 1:
        return runs[0].ending if ours == NONE else "another value"
    return _outvoted(published, ours, texts, runs)


def _outvoted(published: str, ours: str, texts: Counter[str], runs: Sequence[Executed]) -> str:
    short = sum(run.is_short_of_something for run in runs)
    gap = texts[ours] - texts[published]
    if published == NONE:
        return "no value was published, though published samples give one"
    if gap == 0:
        return "a tie of the published samples, decided by an order that is not the file's"
    if short >= gap:
        return "samples lack a module or a name, or reach a limit, as many as could decide it"
    if texts[published]:
        return "the published value is another than most published samples give"
    return "no published sample gives the published value"


def same_number(first: str, second: str, tolerance: float) -> bool:
    """Whether two texts are numbers no further apart than ``tolerance``, or than their ninth digit."""
    try:
        return math.isclose(float(first), float(second), rel_tol=1e-9, abs_tol=tolerance)
    except ValueError:
        return False
