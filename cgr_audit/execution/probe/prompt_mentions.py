"""What a prompt of a run says of single options, apart from showing the item and quoting responses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cgr_audit.analysis.answers.option_names import HOLE, MASK, mask_letters
from cgr_audit.analysis.answers.prompt_claims import find_claims
from cgr_audit.records.rows import Item

__all__ = ["Mention", "PromptReader"]

_FIRST_TEXT = 0xE000
"""From here on signs that no text holds stand for the options' texts."""
_TEXT = re.compile("[\ue000-\ue0ff]")
_LABEL = re.compile(r"\b[A-Z]\b[^\w\n]{1,6}(?=[\ue000-\ue0ff])|(?<=[\ue000-\ue0ff])\s*[(\[]\s*[A-Z]\s*[)\]]")
_FEWEST_LETTERS = 4
"""Of an option's text that is known again wherever it stands."""
_SHORTEST_QUOTE = 12
_LONGEST = 20_000
_SENTENCES = re.compile(r"(?<=[.?!])\s+|\n")


@dataclass(frozen=True, slots=True)
class Mention:
    """One sentence or line that names some of the options and not the others."""

    template: str
    """It with a mask for every letter and text of an option; who fills it with another option names none for itself."""
    options: frozenset[str]
    """Their ids, or the words that name a place."""
    words: str


@dataclass(slots=True)
class PromptReader:
    """Reads the prompts of runs on one item, each once."""

    item: Item
    _read: dict[tuple[str, tuple[str, ...]], list[Mention]] = field(default_factory=dict)

    def mentions(self, prompt: str, responses: Sequence[str]) -> list[Mention]:
        """What a prompt mentions; quotes of earlier responses are left out."""
        quoted = tuple(text for text in dict.fromkeys(map(str.strip, responses)) if len(text) > 2 and text in prompt)
        key = prompt, quoted
        if key not in self._read:
            self._read[key] = self._mentions(prompt[:_LONGEST], quoted)
        return self._read[key]

    def names(self, response: str) -> frozenset[str]:
        """The options that a response may have named."""
        lowered = response.lower()
        return frozenset(
            option["id"]
            for option in self.item.options
            if re.search(rf"\b{re.escape(option['id'])}\b", response, re.IGNORECASE)
            or (option["text"] and option["text"].lower() in lowered)
        )

    def _mentions(self, prompt: str, quoted: tuple[str, ...]) -> list[Mention]:
        text = self._masked(prompt, quoted)
        options = {chr(_FIRST_TEXT + place): option for place, option in enumerate(self.item.option_ids)}
        found = []
        for claim in find_claims(_TEXT.sub(HOLE, _LABEL.sub("", text))):
            letters = [letter.strip() for letter in claim.answer.split(",")]
            named = {letter for letter in letters if letter in self.item.option_ids}
            is_letter = all(len(letter) == 1 and letter.isalpha() for letter in letters)
            if not (claim.has_own_question and claim.is_followed) and (named or not is_letter):
                found.append(Mention(claim.template, frozenset(named or {claim.answer.lower()}), claim.words))
        for line in text.split("\n"):
            shown = {options[sign] for sign in _TEXT.findall(line) if sign in options}
            if shown:
                found.append(Mention(_TEXT.sub(MASK, mask_letters(line)), frozenset(shown), self._written(line)))
        return [one for one in found if len(one.options) < max(2, len(self.item.option_ids))]

    def _masked(self, prompt: str, quoted: tuple[str, ...]) -> str:
        """The prompt with the question and the quotes as holes, and one sign for each option's text."""
        text = prompt
        question = self.item.question or ""
        whole = [question, *(part for part in _SENTENCES.split(question) if len(part) >= _SHORTEST_QUOTE)]
        for part in (*whole, *quoted):
            if part.strip():
                text = re.sub(re.escape(part), HOLE, text, flags=re.IGNORECASE)
        texts = [(option["text"] or "", chr(_FIRST_TEXT + place)) for place, option in enumerate(self.item.options)]
        for written, sign in sorted(texts, key=lambda pair: -len(pair[0])):
            if sum(map(str.isalpha, written)) >= _FEWEST_LETTERS:
                text = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", sign, text, flags=re.IGNORECASE)
        return text

    def _written(self, line: str) -> str:
        return _TEXT.sub(lambda sign: self.item.options[ord(sign.group()) - _FIRST_TEXT]["text"] or "", line).strip()
