"""Claims about the answer in a prompt's text: sentences that say which answer is right, or single an option out.

A text singles an option out if it names some letters and not all of them (``option_names``), in plain text or encoded.
A claim records whether the words around it assert or deny something. Whether a question before it is the item's own
does not follow from the text; that is left to the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cgr_audit.analysis.answers.encoded_texts import decoded_texts, may_hold_code
from cgr_audit.analysis.answers.option_names import HOLE, OptionName, is_choice, mask_letters, option_names
from cgr_audit.analysis.answers.spelled_answers import spelled_answers

__all__ = ["HOLE", "Claim", "find_claims", "may_claim"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One place that names an answer."""

    start: int
    words: str
    """All of it that stands on one line."""
    answer: str
    """The letters, place or text that is named."""
    answer_start: int
    is_asserted: bool
    """Whether the words around it assert or deny something."""
    template: str
    """Its sentence without the letter: a sentence that is repeated for every letter singles none out."""
    has_own_question: bool
    """Whether a question is written before it in the same block, which it may answer instead of the item's."""
    is_followed: bool
    """Whether another question, or a placeholder for one, follows."""


_ASSERTING = re.compile(
    r"(?i)\b(?:correct\w*|right|true|best|expected|gold|official|answer\w*|solution|keys?|letter|label|truth|hint|clue|"
    r"secret|verdict|consensus|wrong\w*|incorrect|false|mistaken\w*|not|never|neither|nor|cannot|choos\w+|chose\w*|"
    r"pick\w*|select\w*|(?:go|goes|went) with|prefer\w*|trust|reply|respond\w*|return|output|say\w*|said|think\w*|"
    r"believ\w+|conclud\w+|suggest\w*|recommend\w*|vot\w+|agree\w*|confirm\w*|confident|evidence|points? to|respuesta|"
    r"clave|richtig\w*|antwort\w*|lösung|falsch\w*|réponse|bonne|juste|risposta|resposta|ответ\w*|правильн\w+|верн\w+)\b|"
    r"n't\b|答|正确|正解|不对|错|صحيح|إجابة|جواب|✓|✔|👉"
)
_QUESTION = re.compile(r"\?|(?:^|\n)\s*(?:Q|Question|Problem|Exercise|Item)\s*\d*\s*[:.)]", re.IGNORECASE)
_WEIGHT = re.compile(r"(?<!\w)([A-HJ])([\"']?\)?\s*[=:]\s*|\s)(\d+(?:\.\d+)?)(?![\w.]*\d)")
_WHOLES = (1.0, 100.0)
"""What shares add up to. Other numbers after a letter and a colon may be the texts of the options."""
_LONE_LETTER = re.compile(r"(?<![A-Za-z0-9_])[A-HJ](?![A-Za-z0-9_])")
_SPOKEN = re.compile(r"(?i)answer|option|choice|solution|番目|第|опци|вариант|الخيار")
_LEADING = re.compile(r"[^.!?]$")
_MANY_EXAMPLES = 3
"""Answers to other questions, all of them the same letter, name that letter."""
_SHORTEST = 4
"""A shorter text cannot begin a claim."""


def may_claim(text: str) -> bool:
    """Whether a text, or a longer one that contains it, may hold a claim; cheaper than ``find_claims``."""
    if len(text) < _SHORTEST:
        return False
    if not text.isascii() or _LONE_LETTER.search(text) or _SPOKEN.search(text) or may_hold_code(text):
        return True
    return "{" in text or "%" in text or _LEADING.search(text.rstrip()) is not None


def find_claims(text: str) -> list[Claim]:
    """Every claim about the answer in a text, in order, each once."""
    found: dict[int, Claim] = {}
    for claim in (*_named(text), *_weighed(text), *_spelled(text), *_encoded(text)):
        found.setdefault(claim.answer_start, claim)
    claims = [found[place] for place in sorted(found)]
    examples = [claim for claim in claims if claim.has_own_question and claim.is_followed]
    if len(examples) >= _MANY_EXAMPLES and len({claim.answer for claim in examples}) == 1:
        claims = [replace(claim, has_own_question=False) if claim in examples else claim for claim in claims]
    return list(_gathered(claims))


def _gathered(claims: list[Claim]) -> Iterator[Claim]:
    """One claim for each sentence that is repeated for several letters; none if it is repeated for all of them."""
    said: dict[str, list[Claim]] = {}
    for claim in claims:
        said.setdefault(claim.template, []).append(claim)
    for same in said.values():
        answers = ", ".join(dict.fromkeys(claim.answer for claim in same))
        if len(same) == 1 or not is_choice(answers.split(", ")):
            yield replace(same[0], answer=answers)


def _named(text: str) -> Iterator[Claim]:
    names: dict[tuple[int, int], OptionName] = {}
    for name in option_names(text):
        known = names.setdefault(name.sentence, name)
        if len(known.options) > len(name.options) == 1:
            names[name.sentence] = name
    for name in names.values():
        if name.is_even:
            continue
        first, last = name.sentence
        sentence = " ".join(mask_letters(text[first:last]).split()).rstrip(" .,;")
        is_asserted = not sentence.endswith("?") and _ASSERTING.search(sentence) is not None
        begin = max(first, text.rfind(HOLE, 0, name.start) + 1)
        yield _claim(text, (begin, name.end), ", ".join(name.options), name.start, sentence, is_asserted=is_asserted)


def _weighed(text: str) -> Iterator[Claim]:
    """One letter that is given a greater number than all others."""
    for line in re.finditer(r"[^\n]+", text):
        weights = list(_WEIGHT.finditer(line.group()))
        ranked = sorted(weights, key=lambda found: -float(found.group(3)))
        if len(weights) < 2 or len({found.group(1) for found in weights}) != len(weights):
            continue
        total = sum(float(found.group(3)) for found in weights)
        is_listing = any(found.group(2).strip() == ":" for found in weights)
        if float(ranked[0].group(3)) == float(ranked[1].group(3)) or (
            is_listing and not any(0.9 * whole <= total <= 1.1 * whole for whole in _WHOLES)
        ):
            continue
        best, within = ranked[0], (line.start() + weights[0].start(), line.start() + weights[-1].end())
        yield _claim(text, within, best.group(1), line.start() + best.start(), mask_letters(line.group()))


def _spelled(text: str) -> Iterator[Claim]:
    for said in spelled_answers(text):
        template = text[said.start : said.end].replace(said.answer, "")
        yield _claim(text, (said.start, said.end), said.answer, said.answer_start, template)


def _encoded(text: str) -> Iterator[Claim]:
    for code in decoded_texts(text):
        for claim in find_claims(code.content):
            yield _claim(text, (code.start, code.start + len(code.written)), claim.answer, code.start, claim.template)


def _claim(
    text: str, within: tuple[int, int], answer: str, answer_start: int, template: str, *, is_asserted: bool = True
) -> Claim:
    start, end = within
    while start < answer_start and text[start] in " .!?;:,\n\t":
        start += 1
    block = text[:start].rpartition("\n\n")[2]
    own = _QUESTION.search(block[block.rfind(HOLE) + 1 :]) is not None
    rest = text[end:]
    followed = HOLE in rest or _QUESTION.search(rest) is not None
    words = text[start:end].strip(" .!?;:,\n\t")
    return Claim(start, words, answer, answer_start, is_asserted, template, own, followed)
