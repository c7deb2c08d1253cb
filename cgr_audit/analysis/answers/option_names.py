"""The places in a text that name options by their letters, outside lists of all options and examples of format.

What is left out is recognised by its form where possible: labels before options, a list of the letters in their order,
a range. Examples of format and suppositions are recognised by words; in a language that is not listed below such an
example counts as a name. Names themselves are found without words, in any language.
"""

# ruff: noqa: RUF001  it reads texts in many scripts

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_uppercase

__all__ = ["HOLE", "MASK", "OptionName", "is_choice", "mask_letters", "option_names", "plain_letters"]

HOLE = "\ufffc"
"""Stands in a text for its unknown parts."""

MASK = "\u25cc"
"""Stands in a template for the letter of any option."""


@dataclass(frozen=True, slots=True)
class OptionName:
    """One place in a text that names options: one letter, or a list of some."""

    start: int
    end: int
    options: tuple[str, ...]
    """The letters, in the order of the text."""
    sentence: tuple[int, int]
    """Where the sentence that it stands in begins and ends."""
    is_even: bool = False
    """Whether its sentence names the first letters of the alphabet, several of them, as a choice does."""


_AS_PICTURE = "\ufe0f"
"""Selects how the character before it is drawn."""
_WORD = "A-Za-z0-9\u00c0-\u024f_"
_LETTER = re.compile(rf"(?<![{_WORD}#&+\\])(?<![{_WORD}]['’\-–.])([A-HJ])(?![{_WORD}+#]|['’][a-z]|-\w|\.\w)")
_ARTICLE = re.compile(
    r" (?!(?:and|are|as|because|but|for|given|has|if|is|must|or|right|correct|true|false|wrong|"
    r"better|should|since|then|to|was|with)\b)[A-Za-z]\w"
)
_LABEL_BEFORE = re.compile(r"(?:^|\n)[^\w\n]*(?i:(?:option|choice)\s+)?$")
_LABEL_AFTER = re.compile(r"[.):\]]+[*\"']*(?=\s*[^\s])")
_ASKED, _ANSWERED = re.compile(r"(?:^|\n)\W*Q\s?\d*\s*[:.)]"), re.compile(r"\nA\s?[^\w\n]")
"""A question and its answer, labelled Q and A."""
_QUOTES = r"[\s\"'“”‘’()\[\]*`<>{}]*"
_LISTED = re.compile(
    rf"{_QUOTES}(?:(?:[,/|;、，،·&]|\b(?:or|and|nor|oder|und|ou|et|o|y|u|e|vs|versus|или|и)\b|أو|و|或|和)"
    rf"{_QUOTES}(?i:(?:option|choice|letter)\s+)?)+"
)
_RANGE = re.compile(rf"{_QUOTES}(?:-|–|—|~|～|\.\.+|…|\b(?:to|through|thru|bis|à|al?|до)\b|至|到){_QUOTES}")
_BETWEEN = re.compile(r"(?i)\b(?:between|from|zwischen|von|entre|de|от|между)\s+(?:\w+\s+)?[(\"']*$")
_START = re.compile(r"(?i)\b(?:start|begin)\w*\s+(?:at|from|with)\s+[(\"']*$")
_FEWEST_OPTIONS = 4
"""A range that ends before as many letters may leave some out."""
_DENIED = re.compile(r"(?i)\bnot\s+(?:option\s+)?\Z")
_GOES_ON = re.compile(r"[\s,/|]*(?:\.\.\.|…|etc\b)")
_SHOWN = re.compile(
    r"(?i:\be\.\s?g\b|\bexamples?\b|\binstance\b|\bsuch as\b|\blike\b|\bas in\b|\bas:?\s*[\"'`“]|\bformat|"
    r"\bform\b|\btemplate|\bstyle\b|"
    r"\bschema|\bjson\b|\bends? (?:with|your)\b|\bwrite\b|\bprint\b|\bejemplo|\bformato|\bbeispiel|\bz\.\s?b\b|\bwie\b|"
    r"\bexemple|\besempio|\bexemplo|\bнапример|\bпример|例|比如|格式|形式|مثال|مثلا)"
)
_SUPPOSED = re.compile(
    r"(?i)\b(?:if|whether|suppos\w+|assum\w+|imagine|pretend|argu(?:e|es|ing)|unless|until|either|otherwise|when|"
    r"whenever|in case|means|wenn|falls)\b"
)
_OTHER_THINGS = re.compile(
    r"(?i)\b(?:vitamin|hepatitis|influenza|protein|type|plan|grade|group|team|class|category|point|angle|vertex|line|"
    r"side|set|event|matrix|function|pipe|train|city|town|person|student|friend|agent|worker|company|country|"
    r"statement|claim|argument|part|section|step|figure|table|example|case|model|system|case|gas|element|metal|"
    r"solution|compound|species|substance|sample|box|bag|jar|tank|machine|car|block|ball|planet|star|node|player|"
    r"expert|debater|reviewer|side|variable|column|row|exhibit|appendix|chapter|question|world|program)s?\s+$"
)
_BOUNDARY = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.B)[.!?](?=\s|$|[\"'”’)]\s)|[。！？\n;]")


def plain_letters(text: str) -> str:
    """A text of the same length, with capitals in place of circled, squared and full-width letters."""
    return text if text.isascii() else "".join(map(_plain_letter, text))


def mask_letters(text: str) -> str:
    """The text with a mask for each letter that stands alone, and for each number."""
    return re.sub(r"\d+", "0", _LETTER.sub(MASK, plain_letters(text))).replace(_AS_PICTURE, "")


def is_choice(options: Collection[str]) -> bool:
    """Whether letters are several, and the first of the alphabet, as those of a choice are."""
    return len(options) > 1 and set(options) == set(ascii_uppercase[: len(set(options))])


def option_names(text: str) -> list[OptionName]:
    """Every place that names options by their letters, in order; lists of all, labels and examples left out."""
    text = plain_letters(text)
    letters = [found for found in _LETTER.finditer(text) if not _is_article(text, found)]
    if not letters:
        return []
    labels = _labels(text, letters)
    groups = list(_groups(text, [found for found in letters if found.start() not in labels]))
    found = [name for group in groups if (name := _name(text, group)) is not None]
    in_sentence: dict[tuple[int, int], list[OptionName]] = {}
    for name in found:
        in_sentence.setdefault(name.sentence, []).append(name)
    return [replace(name, is_even=_is_even(text, in_sentence[name.sentence])) for name in found]


@lru_cache(maxsize=4096)
def _plain_letter(sign: str) -> str:
    if sign.isascii():
        return sign
    plain = unicodedata.normalize("NFKC", sign)
    if len(plain) == 1 and plain in ascii_uppercase:
        return plain
    if unicodedata.category(sign) == "So":
        named = re.search(r"LATIN CAPITAL LETTER ([A-Z])$", unicodedata.name(sign, ""))
        if named is not None:
            return named.group(1)
    return sign


def _is_article(text: str, found: re.Match[str]) -> bool:
    return found.group() == "A" and _ARTICLE.match(text, found.end()) is not None


def _labels(text: str, letters: list[re.Match[str]]) -> set[int]:
    """The places of letters that label options: several at the beginnings of lines, or in alphabetical order."""
    labels: set[int] = set()
    if _ASKED.search(text) is not None:
        labels.update(found.start() for found in letters if _ANSWERED.match(text, found.start() - 1))
    lines = [found for found in letters if _is_label(text, found) and _begins_line(text, found)]
    if len({found.group() for found in lines}) > 1 or [found.group() for found in lines] == ["A"]:
        labels.update(found.start() for found in lines)
    run: list[int] = []
    for found in letters:
        if not _is_label(text, found):
            continue
        place = ascii_uppercase.index(found.group())
        if place == 0:
            run = []
        if place == len(run):
            run.append(found.start())
            if len(run) > 1:
                labels.update(run)
    return labels


def _begins_line(text: str, found: re.Match[str]) -> bool:
    line = text.rfind("\n", 0, found.start()) + 1
    return _LABEL_BEFORE.match(text[line : found.start()]) is not None


def _is_label(text: str, found: re.Match[str]) -> bool:
    return _LABEL_AFTER.match(text, found.end()) is not None


def _groups(text: str, letters: list[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """The letters, grouped by list; ranges are left out."""
    group: list[re.Match[str]] = []
    is_range = False
    for found in letters:
        between = text[group[-1].end() : found.start()] if group else ""
        if group and _RANGE.fullmatch(between):
            is_range = True
            group.append(found)
        elif group and _LISTED.fullmatch(between):
            group.append(found)
        else:
            if group and not is_range:
                yield group
            group, is_range = [found], False
    if group and not is_range:
        yield group


def _name(text: str, group: list[re.Match[str]]) -> OptionName | None:
    start, end = group[0].start(), group[-1].end()
    options = tuple(dict.fromkeys(found.group() for found in group))
    sentence = _sentence(text, start, end)
    before, after = text[sentence[0] : start], text[end : sentence[1]]
    if _GOES_ON.match(text, end) or (options == ("A",) and _RANGE.match(text[end:].partition(HOLE)[0] + " ")):
        return None
    if _is_between(before, options):
        return None
    if is_choice(options) and list(options) != sorted(options) and len(options) > 2:
        options = options[:1]  # a ranking
    if _SUPPOSED.search(before) or _SUPPOSED.search(after):
        return None
    if _SHOWN.search(before) or _is_shown_by_line(text, sentence[0]):
        return None
    if len(group) == 1 and _OTHER_THINGS.search(before):
        return None
    return OptionName(start, end, options, sentence)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    first = 0
    for found in _BOUNDARY.finditer(text, max(0, start - 400), start):
        first = found.end()
    last = _BOUNDARY.search(text, end)
    return max(first, start - 400), min(end + 400, len(text) if last is None else last.end())


def _is_shown_by_line(text: str, start: int) -> bool:
    """Whether the line before, which ends in a colon, announces a format."""
    before = text[:start].rstrip()
    line = before[before.rfind("\n") + 1 :]
    return line.endswith((":", "：")) and _SHOWN.search(line) is not None and text[len(before) : start].count("\n") == 1


def _is_even(text: str, names: list[OptionName]) -> bool:
    """Whether the names of one sentence go through the first letters, and deny none of them."""
    is_spread = len(names) == 1 or all(len(name.options) == 1 for name in names)
    return (
        is_spread
        and is_choice({option for name in names for option in name.options})
        and not any(_DENIED.search(text, name.sentence[0], name.start) for name in names)
    )


def _is_between(before: str, options: tuple[str, ...]) -> bool:
    """Whether two letters are the ends of a range: ``between A and D``."""
    last = ascii_uppercase.index(options[-1]) + 1
    if options == ("A",):
        return _START.search(before) is not None
    return len(options) == 2 and options[0] == "A" and last >= _FEWEST_OPTIONS and bool(_BETWEEN.search(before))
