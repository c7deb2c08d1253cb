"""What a prompt asks for and what it shows of its item, as the simulated solvers read it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

__all__ = ["RATIONALE", "PromptReading", "Task"]

RATIONALE = "Let us look at it slowly."
"""How every simulated rationale begins, so that a later prompt that quotes one is known to hold one."""


class Task(StrEnum):
    """What a prompt asks for."""

    CODE = "code"
    ELIMINATE = "eliminate"
    CHECK = "check"
    NUMBER = "number"
    LETTER = "letter"
    RATIONALE = "rationale"


_CUES: Sequence[tuple[Task, re.Pattern[str]]] = (
    (Task.CODE, re.compile(r"line of Python", re.IGNORECASE)),
    (Task.ELIMINATE, re.compile(r"ruled out|least likely", re.IGNORECASE)),
    (Task.CHECK, re.compile(r"yes or no", re.IGNORECASE)),
    (Task.NUMBER, re.compile(r"number only", re.IGNORECASE)),
    (Task.LETTER, re.compile(r"\bletter\b|Answer:\s*$", re.IGNORECASE)),
)

_HINT = re.compile(r"(?:correct|right|reference) answer is ([A-Z])\b")
_STEPS = re.compile(rf"step by step|{re.escape(RATIONALE)}", re.IGNORECASE)
_SINGLE_LETTER = re.compile(r"(?:single|one) letter|letter only|Answer:\s*$", re.IGNORECASE)
_PROPOSED = re.compile(r"(?:Proposed answer|Proposed|Candidate|Claim|Assume|Is it|chemical change):\s*")


class PromptReading:
    """One prompt, read with the texts of its item's options at hand."""

    def __init__(self, prompt: str, option_texts: Mapping[str, str]) -> None:
        self.prompt = prompt
        self._texts = option_texts
        self.shown = self._letters_shown()
        """Item option -> the letter that the prompt gives it; the item's own where the prompt shows none."""

    @property
    def task(self) -> Task:
        """What is asked for; a rationale where nothing else is."""
        return next((task for task, cue in _CUES if cue.search(self.prompt)), Task.RATIONALE)

    @property
    def hint(self) -> str | None:
        """The letter that the prompt calls the correct answer."""
        found = _HINT.search(self.prompt)
        return found.group(1) if found else None

    @property
    def has_steps(self) -> bool:
        """Whether it asks for steps or quotes a rationale."""
        return _STEPS.search(self.prompt) is not None

    @property
    def insists_on_one_letter(self) -> bool:
        """Whether it says that a *single* letter is wanted."""
        return _SINGLE_LETTER.search(self.prompt) is not None

    @property
    def proposed(self) -> str | None:
        """The item option that the prompt puts up for a check, if it can be told."""
        if found := _PROPOSED.search(self.prompt):
            rest = self.prompt[found.end() :]
            for option in sorted(self._texts, key=lambda option: -len(self._texts[option])):
                if rest.startswith(self._texts[option]):
                    return option
            return next((option for option, letter in self.shown.items() if letter == rest[:1]), None)
        named = [option for option, text in self._texts.items() if f"'{text}'" in self.prompt]
        return named[0] if len(named) == 1 else None

    def _letters_shown(self) -> dict[str, str]:
        shown = {}
        for option, text in self._texts.items():
            pattern = rf"\b([A-Z])\)?\s*(?:[.):|=]|', ')\s*'?{re.escape(text)}(?!\w)"
            if letters := re.findall(pattern, self.prompt):
                shown[option] = letters[-1]
        return shown or {option: option for option in self._texts}
