"""What the answers of counterfactual solvers are made of: the item, and what the program's text waits for."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cgr_audit.analysis.wordings.wording import Hole, Wording
from cgr_audit.execution.probe.counterfactual import SILENCE
from cgr_audit.execution.probe.reading import ProgramReading
from cgr_audit.records.rows import Item

__all__ = ["Material"]

_NUMERIC = re.compile("confid|certain|score|rating|probab|weight|level|quality", re.IGNORECASE)
"""Names of fields that hold a number."""

_NUMBERS = ("7", "0", "100", "0.9")
_LONGEST = 60
"""Of literals that a response may hold."""
_LONGEST_WORDING = 2_000
_FIELDS = 20
_LITERALS = 12
_WORDINGS = 12
_MARKERS = 6
_COMPARED = 8
_JUDGEMENTS = 6
_THOROUGH = 6
"""How many times as many of these a thorough probe takes."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a program is told."""

    item: Item
    reading: ProgramReading
    recorded: Sequence[str] = ()
    """Responses to other items."""
    thorough: bool = False

    @property
    def letters(self) -> tuple[str, ...]:
        """The ids of the options; A to D where the item has none."""
        return self.item.option_ids or ("A", "B", "C", "D")

    @property
    def reads_numbers(self) -> bool:
        """Whether the program may turn a response into a number."""
        return self.reading.reads_numbers or self.thorough

    @property
    def reads_fields(self) -> bool:
        """Whether the program may look something up in a response."""
        return self.reading.reads_fields and bool(self._field_names())

    def reply_literals(self) -> tuple[str, ...]:
        """The literals that a response may hold: short ones that are more than a common letter or sign."""
        texts = self.reading.literals.texts
        usable = [text for text in texts if len(text) <= _LONGEST and (len(text.strip()) > 1 or not text.isascii())]
        return tuple(usable[: self._many(_LITERALS)])

    def markers(self) -> tuple[tuple[str, str], ...]:
        """Pairs of literals that a response's answer may have to stand between: neighbours that are not mere words."""
        pairs = pairwise(self.reply_literals())
        return tuple(pair for pair in pairs if not all(text.strip().isalnum() for text in pair))[: self._many(_MARKERS)]

    def wordings(self) -> tuple[Wording, ...]:
        """What the program's patterns and comparisons look for, where that is more than a letter or a number."""
        usable = [
            wording
            for wording in self.reading.wordings
            if (wording.parts[1:] or not wording.holes) and sum(map(len, wording.parts)) <= _LONGEST_WORDING
        ]
        return tuple(usable[: self._many(_WORDINGS)])

    def worded(self, wording: Wording, letter: str, *, by_text: bool = False) -> str:
        """A wording that names an option by its letter, or by its text."""
        place = str(self.letters.index(letter) + 1)
        return wording.naming(letter, place, self._text(letter) if by_text else letter)

    def is_open(self, wording: Wording) -> bool:
        """Whether an option's text may stand in a wording as well as its letter."""
        return Hole.OPTION in wording.holes and bool(self.item.options)

    def record(self, letter: str) -> str:
        """A JSON object with every field that the program looks up; they hold the option, or how sure one is of it."""
        return json.dumps({name: "0.9" if _NUMERIC.search(name) else letter for name in self._field_names()})

    def chances(self, letter: str) -> str:
        """A JSON object that gives each option a probability."""
        return json.dumps({other: 0.9 if other == letter else 0.02 for other in self.letters})

    def numbers(self) -> tuple[str, ...]:
        """Numbers that the program compares others with, those next to them, and some more, as it may read them."""
        named = self.reading.numbers[: self._many(_COMPARED)]
        beside = [str(float(text) + step).removesuffix(".0") for text in named for step in (-1, 1)]
        plain = tuple(dict.fromkeys((*named, *_NUMBERS, *beside)))[: self._many(_COMPARED) * 2]
        forms = [wording for wording in self.wordings() if Hole.NUMBER in wording.holes][:1]
        return (*plain, *(form.naming("A", text, "A") for form in forms for text in plain))

    def judgements(self) -> tuple[tuple[str, str], ...]:
        """What may be said of the right option and of a wrong one, in the program's own words."""
        words = [text for text in self.reply_literals() if text.strip().isalpha()]
        words += [text for wording in self.wordings() if not wording.holes for text in wording.parts]
        told = [(word, SILENCE) for word in words] + [(SILENCE, word) for word in words]
        rated = [
            (wording.naming("A", "9", "A"), wording.naming("A", "1", "A"))
            for wording in self.wordings()
            if Hole.NUMBER in wording.holes
        ]
        objects = []
        if self.reads_fields:
            for affirmed, denied, high, low in (("yes", "no", 9, 1), (True, False, 0.9, 0.1)):
                objects.append((self._judged(affirmed, high), self._judged(denied, low)))
        many = self._many(_JUDGEMENTS)
        return (*rated[:many], *objects, *told[:many], *told[len(words) :][:many])

    def _judged(self, verdict: object, number: float) -> str:
        return json.dumps({name: number if _NUMERIC.search(name) else verdict for name in self._field_names()})

    def _field_names(self) -> tuple[str, ...]:
        """What a response in JSON may have to hold: what is looked up, and names in lists, as agents have."""
        literals = self.reading.literals
        named = (*literals.fields, *literals.texts)
        usable = (name for name in named if len(name) <= _LONGEST and name.isidentifier())
        return tuple(dict.fromkeys(usable))[:_FIELDS]

    def _text(self, letter: str) -> str:
        return next((option["text"] or letter for option in self.item.options if option["id"] == letter), letter)

    def _many(self, number: int) -> int:
        return number * (_THOROUGH if self.thorough else 1)
