"""Which findings in a program a further attempt is shown."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Feedback"]


class Feedback(StrEnum):
    """Which findings in a program a further attempt is shown."""

    NONE = "none"
    """None: each attempt gets the same prompt."""
    CONTRACT = "contract"
    """Those that say that it is not what the contract wants, or that there is no program."""
    ALL = "all"
    """Those about the integrity of answers too, which changes what is measured."""

    def covers(self, code: str) -> bool:
        """Whether findings of a rule are needed: to be shown, or to tell whether a text is a program."""
        from cgr_audit.audit.documentation import FAMILIES, OBSERVED, family  # noqa: PLC0415  costs start-up time

        match self:
            case Feedback.NONE:
                return family(code) == FAMILIES["CGR0"]
            case Feedback.CONTRACT:
                return family(code) in (FAMILIES["CGR0"], FAMILIES["CGR1"])
            case Feedback.ALL:
                return family(code) != OBSERVED
