"""What a random scaffold's answers tend to come from."""

from __future__ import annotations

from enum import StrEnum

from corpus.random_scaffolds.production import Production

__all__ = ["Mood"]

_OF_SOLVER = frozenset({
    "reply", "llm_model", "extract_answer", "each", "eat", "stream", "endless", "collect", "record", "Ballot",
    "HISTORY", "ballot", "remembered", "talk", "text", "consume", "dialogue", "ask", "twice", "retry", "agrees",
    "Answers", "Chosen", "Plain", "Ranked", "Shown",
    "Voter", "Doubter", "tie_break", "parse", "debate", "Panel", "Jury", "noted", "compare", "halve", "careful",
})  # fmt: skip
_OF_ITEM = frozenset({"options", "question", "option"})
_OPEN = frozenset({"reply", "text", "prompt", "config", "index", "quoted", "construct"})


class Mood(StrEnum):
    """What a program's letters tend to come from, so that there are programs of every provenance."""

    ANY = "any"
    CONSTANT = "constant"
    ITEM = "item"
    EXTRACTED = "extracted"

    def allows(self, production: Production) -> bool:
        """Whether a program of this mood may use a production."""
        if self is Mood.ANY or production.kind in _OPEN:
            return True
        words = production.words
        if production.kind in ("statement", "loop", "lasting"):
            return self is Mood.EXTRACTED or not (
                words & _OF_SOLVER and words & {"letter", "letters", "extract_answer"}
            )
        if self is Mood.EXTRACTED:
            return production.kind != "letter" or bool(words & {"extract_answer", "var", "letters"})
        return not words & _OF_SOLVER and (self is Mood.ITEM or not words & _OF_ITEM)
