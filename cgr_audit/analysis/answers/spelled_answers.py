"""Claims about the right answer that name an option by its words or its place in the list, not by its letter.

Words alone do not show that they are an option, so they count only in a sentence about answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.answers.option_names import HOLE

__all__ = ["SpelledAnswer", "spelled_answers"]


@dataclass(frozen=True, slots=True)
class SpelledAnswer:
    """One place that names an answer in words."""

    start: int
    """Where the words about it begin."""
    end: int
    answer: str
    answer_start: int


_TRUTH = r"(?:correct|right|true|best|expected|intended|reference|gold|actual|official|real|accepted|proper)"
_SURE = (
    r"(?:(?:most |very |almost |quite )?(?:likely|probably|definitely|clearly|certainly|obviously|surely|simply|"
    r"indeed|actually|just|really|therefore|thus|always|known to be|in fact|going to be)\s+)"
)
_GAP = rf"[^.!?;:\n{HOLE}]{{0,30}}?"
_SPELLED = re.compile(
    rf"(?i:\b(?:{_TRUTH}\s+(?:answer|option|choice|solution)|the answer){_GAP}"
    rf"(?::|(?<!\w)(?:is|was|must be)\s*:?)\s*{_SURE}?)"
    rf"(?P<text>[\"“'][^\"”'\n{HOLE}]{{2,80}}[\"”']|[^\s.,!?\n{HOLE}\"“'(\[*`][^.!?\n{HOLE}]{{0,60}})"
)
_MARKED = re.compile(
    rf"(?:^|\n)[ \t]*\(?(?P<text>[A-HJ])[.):][^\n{HOLE}]{{1,80}}?"
    r"(?i:[(\[]\s*(?:this is )?(?:the )?(?:correct|right|answer|true|best)(?: answer| option)?\s*[)\]]|"
    r"<-+\s*(?:correct|answer|right)|\u2713|\u2714)"
)
_ORDINAL = (
    r"(?:first|second|third|fourth|fifth|last|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|erste[nrs]?|zweite[nrs]?|"
    r"dritte[nrs]?|vierte[nrs]?|premi[eè]re?|deuxième|seconde|troisième|quatrième|перв\w{2}|втор\w{2,3}|трет\w{2,3}|"
    r"第[一二三四五1-5]|[1-5]\s?番目|ال(?:أول|أولى|ثاني|ثانية|ثالث|ثالثة|رابع|رابعة))"
)
_NOUN = r"(?:option|choice|one|answer|opción|respuesta|lösung|antwort|réponse|вариант|ответ|选项|選択肢|الخيار|الإجابة)"
_PLACE = rf"(?:{_ORDINAL}\s*{_NOUN}|{_NOUN}\s*{_ORDINAL}|(?:option|choice|number)\s+(?:\d|one|two|three|four|five))"
_RIGHT = rf"(?:(?:{_TRUTH})(?!\w)|answer\b|buena|correcta|richtige?|bonne|juste|правильн\w+|верн\w+|正解|正确|الصحيح)"
_COUNTED = re.compile(
    rf"(?i:\b(?P<text>{_PLACE})(?:[,،]\s*(?:which|que|die))?\s*"
    rf"(?:is|must be|es|ist|est|—|هو|هي|是)\s*{_SURE}?(?:the\s+|la\s+)?{_RIGHT})"
)
_COUNTED_TO = re.compile(
    rf"(?i:(?:\banswer{_GAP}(?<!\w)(?:is|was|=|must be|should be)\s*:?\s*{_SURE}?(?:the\s+)?|"
    rf"\b(?:go(?:es)? (?:for|with)|choose|pick|prefer)\s+(?:the\s+)?)(?P<text>{_PLACE})\b)|"
    rf"(?i:(?:正解は|正确(?:答案|选项)是|\b(?:hint|clue|key)\s*[:=]\s*(?:the\s+)?)(?P<place>{_ORDINAL}))"
)
_PATTERNS = {
    _SPELLED: ("answer", "option", "choice", "solution"),
    _MARKED: ("correct", "right", "answer", "true", "best", "\u2713", "\u2714"),
    _COUNTED: (),
    _COUNTED_TO: (),
}
"""The patterns, each with words one of which a text must contain, in lower case; none means any text."""
_EITHER = re.compile(
    r"(?i)\b(?:if|whether|suppose|supposing|assume|assuming|imagine|pretend|e\.g|for example|for instance|examples?|"
    r"such as|like|formats?|formatted|in the form|style|either|unless|until|could|might|may|argue|arguing|claims?|"
    r"hypothe\w*|template|schema|ends? with|end your|begin|start|finish|write|print|line|"
    r"(?:wrong|incorrect|mistaken) (?:answer|option|choice))\b|"
    r"\b(?:not|never|neither|nor|no longer|cannot be)\b[^,:;]{0,24}$|n't\b[^,:;]{0,24}$"
)
_EXAMPLE = re.compile(r"(?i)\b(?:for example|examples?\s*(?:\d+\s*)?[:\n]|e\.g\.|in this format|format:)")
_NO_TEXT = frozenset((
    "a", "above", "all", "already", "also", "always", "among", "an", "and", "any", "as", "at", "available", "based",
    "below", "best", "between", "by", "certain", "choice", "chosen", "clear", "clearly", "closest", "complete",
    "computed", "consistent", "correct", "defined", "derived", "determined", "different", "easy", "either",
    "enclosed", "exactly", "expected", "expressed", "false", "followed", "for", "found", "from", "given", "going",
    "hard", "here", "hidden", "how", "i", "important", "in", "included", "incorrect", "indicated", "it", "its",
    "just", "known", "letter", "letters", "likely", "listed", "marked", "missing", "more", "most", "nearest",
    "necessary", "never", "no", "none", "not", "obvious", "of", "on", "one", "only", "option", "or", "plausible",
    "present", "presented", "probably", "produced", "provided", "ready", "represented", "required", "right",
    "selected", "short", "shown", "simple", "simply", "single", "some", "something", "stated", "still", "stored",
    "supported", "supposed", "that", "the", "their", "then", "there", "therefore", "this", "to", "true", "uncertain",
    "unclear", "unique", "unknown", "usually", "very", "what", "whatever", "whether", "which", "whichever", "why",
    "with", "within", "worth", "written", "wrong", "x", "yes", "your",
))  # fmt: skip
"""Words after ``the answer is`` that do not begin an answer."""


def spelled_answers(text: str) -> Iterator[SpelledAnswer]:
    """Every claim about the answer in words."""
    lowered = text.lower()
    for pattern, cues in _PATTERNS.items():
        if cues and not any(cue in lowered for cue in cues):
            continue
        for match in pattern.finditer(text):
            group = "text" if match.group("text") is not None else "place"
            start, end = match.span(group)
            if _is_supposed(text, match.start(), start, end):
                continue
            if pattern is _SPELLED and not _names_text(match.group(group), text[end:]):
                continue
            yield SpelledAnswer(match.start(), match.end(), match.group(group).strip("\"'“”"), start)


def _is_supposed(text: str, start: int, place: int, end: int) -> bool:
    """Whether the sentence asks, supposes, denies or shows a format."""
    while start < place and text[start] in ".!?;:,\n ":
        start += 1
    cut = [found.end() for found in re.finditer(r"(?<!e\.g)(?<!i\.e)[.!?](?=\s|$)|[\n;]", text[:start])]
    before = text[cut[-1] if cut else 0 : place]
    if _EITHER.search(before) or "{" in before:
        return True
    ending = re.search(r"[.!?\n]", text[end:])
    if ending is not None and ending.group() == "?":
        return True
    return _EXAMPLE.search(text[:place].rpartition("\n\n")[2]) is not None


def _names_text(answer: str, after: str) -> bool:
    words = re.findall(r"[\w'’%°-]+", answer.lower())
    if not words or len(answer.strip()) < 2 and not answer.strip().isdigit():  # noqa: RUF021
        return False
    if answer[0] in "\"“'":
        return len(words) > 1 or len(words[0]) > 1
    if any(word in _NO_TEXT for word in words[:1]):
        return False
    if answer[0].isupper() or answer[0].isdigit():
        return not re.fullmatch(r"[A-Z](?:\W.*)?", answer.strip(), re.DOTALL)
    ends = not after or after[0] in ".!\n"
    return ends and len(words) <= 4 and not any(word in _NO_TEXT for word in words)
