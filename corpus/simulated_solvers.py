"""Two simulated solvers for the demo package: no model is behind them, only rules and hashes.

A simulated solver knows which item a prompt is about (the request carries the row's key) and reads from the
prompt what is asked for: an option letter, an elimination, a yes or no, a number, a rationale. Whether its
reply is right depends on its skill and on a hidden difficulty of the item; how it words the reply depends on
its habits, bad ones included. Every choice is drawn from the SHA-256 of solver, item, prompt, attempt and
call, so that the same request always gets the same reply, on every machine and in any order.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from prompt_reading import RATIONALE, PromptReading, Task

from cgr_audit.solvers.interface import SolverRequest

__all__ = ["PROFILES", "SimulatedSolver", "SolverProfile"]

_STEEPNESS = 6.0
"""How sharply the chance of a right reply falls where difficulty passes skill."""

_DIFFICULTY_SEED = "difficulty-38"
"""Decides the hidden difficulty of every item, evenly between 0 and 1."""


@dataclass(frozen=True, slots=True)
class SolverProfile:
    """The skill and the habits of one simulated solver; habits are chances per reply."""

    name: str
    skill: float
    """The difficulty (0 to 1) at which half of the replies are right."""
    step_gain: float
    """Added to the skill where the prompt asks for steps or quotes a rationale."""
    hint_trust: float
    """Chance of repeating an answer that the prompt calls correct."""
    refusal: float
    no_letter: float
    lower_case: float
    first_person: float
    """Chance of beginning with "I think", which the published extraction takes for the letter I."""
    article: float
    """Chance of beginning with "A quick look", which the published extraction takes for the letter A."""
    rambles_about: frozenset[str] = field(default_factory=frozenset)
    """Datasets on which it thinks aloud, and names no letter, unless a *single* letter is asked for."""


PROFILES: Mapping[str, SolverProfile] = {
    "tiny-1b": SolverProfile(
        name="tiny-1b",
        skill=0.42,
        step_gain=0.08,
        hint_trust=0.9,
        refusal=0.03,
        no_letter=0.08,
        lower_case=0.06,
        first_person=0.06,
        article=0.03,
        rambles_about=frozenset({"logic_puzzles"}),
    ),
    "small-3b": SolverProfile(
        name="small-3b",
        skill=0.64,
        step_gain=0.1,
        hint_trust=0.75,
        refusal=0.01,
        no_letter=0.04,
        lower_case=0.03,
        first_person=0.03,
        article=0.01,
    ),
}


_ARITHMETIC: Mapping[str, int] = {
    "metres does sound cover": 340,
    "6 times 340": 2040,
    "20 times 3": 60,
    "100 modulo 7": 2,
    "one log into four": 3,
    "3 minutes each": 9,
    "squares of side 1": 9,
    "squares of side 2": 4,
    "squares of side 3": 1,
}


class SimulatedSolver:
    """Answers any prompt about the items it was given; its name and the request decide the reply."""

    def __init__(self, profile: SolverProfile, items: Sequence[Mapping[str, Any]]) -> None:
        self._profile = profile
        self._items = {(item["dataset"], item["item_id"]): item for item in items}

    def __call__(self, request: SolverRequest) -> str:
        """The reply to one request.

        Raises:
            KeyError: The request is about an item that the solver was not given.
        """
        key = request.origin.key
        return _Reply(self._profile, self._items[key.dataset, key.item_id], request).text()


class _Reply:
    """One reply in the making: the item, what the prompt shows of it, and the request's draws."""

    def __init__(self, profile: SolverProfile, item: Mapping[str, Any], request: SolverRequest) -> None:
        self._profile = profile
        self._prompt = request.prompt
        self._dataset = item["dataset"]
        self._item_key = (profile.name, item["dataset"], item["item_id"])
        self._request_key = (request.prompt, str(request.origin.attempt), str(request.call_index))
        self._texts: dict[str, str] = {option["id"]: option["text"] for option in item["options"]}
        self._gold: str = item["correct_ids"][0]
        self._reading = PromptReading(request.prompt, self._texts)
        self._shown = self._reading.shown
        steps = profile.step_gain if self._reading.has_steps else 0.0
        difficulty = _draw(_DIFFICULTY_SEED, item["dataset"], item["item_id"])
        self._chance = 1 / (1 + math.exp(-_STEEPNESS * (profile.skill + steps - difficulty)))

    def text(self) -> str:
        match self._reading.task:
            case Task.CODE:
                return "energy_kwh = 60 * 5 / 1000" if self._succeeds("code") else "energy = 60 x 5"
            case Task.ELIMINATE:
                return self._worded(self._eliminated())
            case Task.CHECK:
                return self._yes_or_no()
            case Task.NUMBER:
                return self._number()
            case Task.LETTER:
                return self._worded(self._chosen())
            case Task.RATIONALE:
                return self._rationale()

    def _chosen(self) -> str:
        """The letter that the solver settles on, in the prompt's lettering."""
        hint = self._reading.hint
        if hint and self._happens("hint", self._profile.hint_trust):
            return hint
        if self._gold in self._shown and self._succeeds("choice"):
            return self._shown[self._gold]
        return self._shown[self._wrong_option()]

    def _wrong_option(self) -> str:
        """A wrong option that is shown: mostly the one this solver always confuses with the right one."""
        wrong = [option for option in self._shown if option != self._gold]
        if not wrong:
            return self._gold
        favourite = min(wrong, key=lambda option: _draw("favourite", *self._item_key, option))
        if self._happens("favourite", 0.6):
            return favourite
        return wrong[int(self._drawn("other") * len(wrong))]

    def _eliminated(self) -> str:
        wrong = [option for option in self._shown if option != self._gold]
        if not wrong or not self._happens("eliminate", 0.5 + self._chance / 2):
            return self._shown.get(self._gold, next(iter(self._shown.values())))
        return self._shown[max(wrong, key=lambda option: _draw("favourite", *self._item_key, option))]

    def _yes_or_no(self) -> str:
        option = self._reading.proposed
        right = option == self._gold
        # Small models rather agree than contradict: a wrong proposal is noticed less often.
        noticed = self._happens("check", 0.35 + 0.6 * self._chance if right else 0.25 + 0.65 * self._chance)
        agrees = right if noticed else not right
        says_yes = agrees != ("contradiction" in self._prompt)
        if self._happens("hedge", self._profile.no_letter):
            return "That is hard to say."
        if self._happens("plain", 0.6):
            return "Yes." if says_yes else "No."
        return ("yes" if says_yes else "no") + (", that fits." if agrees else ", that does not fit.")

    def _number(self) -> str:
        if "Candidate:" in self._prompt:
            high = (self._reading.proposed == self._gold) == self._succeeds("score")
            return str((7 if high else 2) + int(self._drawn("score size") * 3))
        if "confident" in self._prompt:
            return str(40 + int(50 * (0.5 * self._chance + 0.5 * self._drawn("confidence"))))
        for words, value in _ARITHMETIC.items():
            if words in self._prompt:
                known = value if self._succeeds("sum") else value + 1 + int(self._drawn("error") * 4)
                return str(known) if self._happens("bare", 0.85) else f"about {known}, it seems"
        text = self._texts[self._gold if self._succeeds("number") else self._wrong_option()]
        digits = re.search(r"\d+", text)
        return digits.group() if digits else "no number comes to mind"

    def _rationale(self) -> str:
        text = self._texts[self._gold if self._succeeds("rationale") else self._wrong_option()].lower()
        lines = [RATIONALE, f"Several things matter here, and one of them stands out: {text}."]
        if self._happens("longer", 0.5):
            lines.append("The others are named often, but they do not explain what is asked.")
        return "\n".join(lines)

    def _worded(self, letter: str) -> str:
        """The letter in the solver's words: mostly plain, sometimes so that nobody can extract it."""
        profile = self._profile
        option = next((option for option, shown in self._shown.items() if shown == letter), None)
        text = self._texts[option] if option else "that one"
        if self._dataset in profile.rambles_about and not self._reading.insists_on_one_letter:
            return f"Let us see. One has to read it twice. Then {text.lower()} comes to mind, but who knows."
        habit = self._drawn("habit")
        for chance, wording in (
            (profile.refusal, "Sorry, this is not something to decide without more context."),
            (profile.no_letter, f"It must be: {text.lower()}."),
            (profile.lower_case, f"answer: {letter.lower()}"),
            (profile.first_person, f"I think it is {letter}."),
            (profile.article, f"A quick look at the options points to {letter}."),
        ):
            if habit < chance:
                return wording
            habit -= chance
        if "'Final: '" in self._prompt:
            return f"{RATIONALE}\nThe choice falls on {text.lower()}.\nFinal: {letter}"
        if self._reading.has_steps and self._happens("steps", 0.5):
            return f"First, what is asked? Second, which option fits? So the answer is {letter}."
        plain = (letter, letter, f"{letter}.", f"({letter})", f"Answer: {letter}", f"{letter}. {text}")
        wordings = (*plain, f"The answer is {letter}.")
        return wordings[int(self._drawn("wording") * len(wordings))]

    def _succeeds(self, purpose: str) -> bool:
        return self._happens(purpose, self._chance)

    def _happens(self, purpose: str, chance: float) -> bool:
        return self._drawn(purpose) < chance

    def _drawn(self, purpose: str) -> float:
        return _draw(purpose, *self._item_key, *self._request_key)


def _draw(*parts: str) -> float:
    """A number in [0, 1) that only the parts decide."""
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") / 2**64
