"""Sentences of prompts that name some of the options, apart from the item itself and quoted responses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cgr_audit.analysis.answers.option_names import HOLE, MASK, mask_letters
from cgr_audit.analysis.answers.prompt_claims import find_claims
from cgr_audit.records.rows import Item

__all__ = ["Mention", "PromptReader"]

_FIRST_TEXT = 0xE000
"""The first of the private characters that replace the options' texts."""
_TEXT = re.compile("[\ue000-\ue0ff]")
_LABEL = re.compile(
    r"^([^\w\n]*[A-Z][.):\]])|\b[A-Z]\b[^\w\n]{1,20}(?=[\ue000-\ue0ff])|(?<=[\ue000-\ue0ff]) *[(\[]\s*[A-Z]\s*[)\]]",
    re.MULTILINE,
)
"""A letter that labels an option's text, or the beginning of a line."""
_FEWEST_LETTERS = 4
"""A shorter text of an option is not recognised in a prompt."""
_SHORTEST_QUOTE = 12
_LONGEST = 20_000
_LONGEST_SENTENCE = 1000
_SENTENCES = re.compile(r"(?<=[.?!])\s+|\n")
_ENUMERATED = re.compile(rf"([^{MASK}]{{0,40}}?{MASK}.{{0,60}}?)(?:\W{{0,6}}?(?:\w{{1,3}}\W{{1,3}})?\1)+")
"""Options shown one after the other in the same way: how many they are is no part of the sentence."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One sentence or line that names some of the options and not the others."""

    template: str
    """The sentence with a mask for each letter and text of an option, and for each enumeration of options; it singles
    none out if others fill it too."""
    options: frozenset[str]
    """Their ids, or the words that name a place."""
    words: str
    is_listing: bool = False
    """Whether it shows their texts in a prompt that does not show the others, which may be elsewhere."""


@dataclass(slots=True)
class PromptReader:
    """Reads the prompts of runs on one item, each once."""

    item: Item
    _read: dict[tuple[str, tuple[str, ...]], list[Mention]] = field(default_factory=dict)

    def mentions(self, prompt: str, responses: Sequence[str]) -> list[Mention]:
        """The mentions in a prompt, without quotes of earlier responses."""
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

    def shown(self, prompt: str) -> frozenset[str]:
        """The options whose texts are in a prompt."""
        return frozenset(self._options[sign] for sign in _TEXT.findall(self._masked(prompt[:_LONGEST], ())))

    @property
    def _options(self) -> dict[str, str]:
        return {chr(_FIRST_TEXT + place): option for place, option in enumerate(self.item.option_ids)}

    def _mentions(self, prompt: str, quoted: tuple[str, ...]) -> list[Mention]:
        text = self._masked(prompt, quoted)
        found = [*self._by_letter(text), *self._by_text(text)]
        return [one for one in found if len(one.options) < len(self.item.option_ids)]

    def _by_letter(self, text: str) -> Iterator[Mention]:
        for claim in find_claims(_TEXT.sub(HOLE, _LABEL.sub(r"\1", text))):
            letters = claim.answer.split(", ")
            named = {letter for letter in letters if letter in self.item.option_ids}
            is_letter = all(len(letter) == 1 and letter.isalpha() for letter in letters)
            if not (claim.has_own_question and claim.is_followed) and (named or not is_letter):
                yield Mention(
                    _sentence(_template(claim.template)), frozenset(named or {claim.answer.lower()}), claim.words
                )

    def _by_text(self, text: str) -> Iterator[Mention]:
        """Lines that show some options differently from the rest, or repeat them outside the list."""
        options = self._options
        lines = [(line, [options[sign] for sign in _TEXT.findall(line)]) for line in text.split("\n")]
        lines = [(line, shown) for line, shown in lines if shown]
        order = list(dict.fromkeys(option for _, shown in lines for option in shown))
        usual = _usual([_template(line) for line, shown in lines if len(set(shown)) == 1])
        is_full = len(order) == len(self._texts)
        listed: set[str] = set()
        for line, shown in lines:
            template = _template(line)
            mention = Mention(_sentence(template), frozenset(shown), self._written(line), is_listing=not is_full)
            is_first = not listed & mention.options
            listed |= mention.options
            if not is_full:
                yield mention
            elif not is_first:
                if "?" not in line and all(" " in self._texts[option] for option in mention.options):
                    yield mention
            elif len(mention.options) == 1 and usual is not None and template != usual:
                is_start = mention.options == {order[0]} and template.endswith(usual)
                is_end = mention.options == {order[-1]} and template.startswith(usual)
                if not is_start and not is_end:
                    yield mention

    @property
    def _texts(self) -> dict[str, str]:
        """The options' texts that are known again wherever they stand."""
        texts = {option["id"]: option["text"] or "" for option in self.item.options}
        return {option: text for option, text in texts.items() if sum(map(str.isalpha, text)) >= _FEWEST_LETTERS}

    def _masked(self, prompt: str, quoted: tuple[str, ...]) -> str:
        """The prompt with the question and the quotes as holes, and one sign for each option's text."""
        text = prompt
        question = self.item.question or ""
        whole = [question, *(part for part in _SENTENCES.split(question) if len(part) >= _SHORTEST_QUOTE)]
        for part in (*whole, *quoted):
            if part.strip():
                text = re.sub(re.escape(part), HOLE, text, flags=re.IGNORECASE)
        texts = self._texts
        for sign, option in sorted(self._options.items(), key=lambda pair: -len(texts.get(pair[1], ""))):
            if option in texts:
                text = re.sub(rf"(?<!\w){re.escape(texts[option])}(?!\w)", sign, text, flags=re.IGNORECASE)
        return text

    def _written(self, line: str) -> str:
        return _TEXT.sub(lambda sign: self.item.options[ord(sign.group()) - _FIRST_TEXT]["text"] or "", line).strip()


def _template(line: str) -> str:
    return " ".join(_TEXT.sub(MASK, mask_letters(line)).split()).strip(" ,;.")


def _sentence(template: str) -> str:
    """The template with one mask for an enumeration, however many options are left in it."""
    return _ENUMERATED.sub(r"\1", template[:_LONGEST_SENTENCE])


def _usual(templates: list[str]) -> str | None:
    """The template of most options; None if each has its own."""
    common = Counter(templates).most_common(1)
    return common[0][0] if common and common[0][1] > 1 else None
