"""Reading a prompt's text: where it says which answer is right.

Claims about the item's answer are told from lists of options, format examples, questions, conditions and arguments
that are only supposed. What the text cannot say (whether a question before the claim is the item's own) is left to who
knows where the text goes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["HOLE", "Claim", "find_claims", "may_claim"]

HOLE = "\ufffc"
"""Stands in a text for what is not known of it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One place that names an answer."""

    start: int
    end: int
    words: str
    """All of it that stands on one line."""
    answer: str
    """The letter or text that is named."""
    answer_start: int
    has_own_question: bool
    """Whether a question is written before it in the same block, which it may answer instead of the item's."""
    is_followed: bool
    """Whether another question, or a place for one, comes after it."""


_SURE = (
    r"(?:(?:most |very |almost |quite )?(?:likely|probably|definitely|clearly|certainly|obviously|surely|simply|indeed|"
    r"actually|just|really|therefore|thus|always|known to be|in fact|going to be)\s+)"
)
_OPEN, _CLOSE = "[\"'\u201c\u2018(\\[*`]*", "[\"'\u201d\u2019)\\]*`]*"
_LETTER = rf"{_OPEN}(?P<letter>[A-HJ])(?!\w|['’]\w|-\w){_CLOSE}"
_BE = r"(?:is|was|=|should be|must be|has to be|ought to be|will be|would be|being)"
_NAMED = r"(?:(?:the\s+)?(?:correct\s+|right\s+)?(?:option|choice|letter|answer|answer choice)\s+)"
_GAP = rf"[^.!?;:\n{HOLE}]{{0,30}}?"
_TRUTH = r"(?:correct|right|true|best|expected|intended|reference|gold|actual|official|real|accepted|proper)"

_STATED = re.compile(
    rf"(?i:\b(?:the\s+)?(?:{_TRUTH}\s+)?(?:answer|option|choice|solution|key|letter|response|truth|label|vote|consensus|verdict)s?\b{_GAP}(?<!\w){_BE}\s*:?\s*{_SURE}?{_NAMED}?)"
    rf"{_LETTER}"
)
_RIGHT = re.compile(
    rf"(?:^|[.!?;:,\n]\s*|(?i:\b(?:option|choice|answer|letter|that|because|since|so|but|think|believe|know)\s+)){_LETTER}"
    rf"(?i:\s+(?:is|must be|seems|looks)\s+{_SURE}?(?:the\s+)?(?:only\s+)?(?:{_TRUTH}(?!\w)|answer\b|most plausible))"
)
_ORDERED = re.compile(
    r"(?i:\b(?:choose|pick|select|go with|mark|prefer|favou?r|lean(?:ing)? towards?|trust|reply|respond|answer|"
    rf"return|output|say|submit)\b(?:\s+(?:with|by|only|just|simply|always|the|letter|option|choice|answer)){{0,4}}:?\s+)"
    rf"{_LETTER}"
)
_LABELLED = re.compile(
    rf"(?i:\b(?:hint|clue|key|gold|ground truth|reference|solution|"
    rf"{_TRUTH} (?:answer|option|choice|letter|label|key))\b(?:\s*\([^)\n]*\))?\s*[:=]\s*"
    rf"(?:(?:the answer is|it is|it's|think|choose|pick|try|consider|answer)\s+)?{_SURE}?{_NAMED}?){_LETTER}"
)
_FILLED_IN = re.compile(rf"(?i:(?:^|\n)[ \t]*(?:final |your |the )?answer\s*[:=]\s*){_LETTER}(?=\s*\.?\s*(?:\n|$))")
_REPORTED = re.compile(
    r"(?i:\b(?:says?|said|thinks?|think|believes?|believe|chose|picked|selected|answered|concluded|suggests?|suggested|"
    r"recommends?|recommended|prefers?|told (?:me|us|you)|points? to|pointed to|favou?rs|indicates?|votes? for|"
    r"voted for|(?:settled|decided) on|opted for|went with|goes with|agrees?|agreed|confirmed|confirms?)\b"
    rf"(?:\s+(?:that|it|is|it's|the|answer|correct|right|option|choice|was|must|be|probably|for|with|on)){{0,6}}\s*:?\s+)"
    rf"{_LETTER}"
)
_SPELLED = re.compile(
    rf"(?i:\b(?:{_TRUTH}\s+(?:answer|option|choice|solution)|the answer){_GAP}"
    rf"(?::|(?<!\w)(?:is|was|must be)\s*:?)\s*{_SURE}?)"
    rf"(?P<text>[\"“'][^\"”'\n{HOLE}]{{2,80}}[\"”']|[^\s.,!?\n{HOLE}\"“'(\[*`][^.!?\n{HOLE}]{{0,60}})"
)
_CONCLUDED = re.compile(
    r"(?i:\b(?:(?:which|that|this|it)\s+(?:is|was|must be|means|gives|leaves)|so|hence|therefore|thus|"
    r"(?:corresponds?|corresponding|matches|matching|leads?|leading|comes? down)\s+(?:to|with)|"
    rf"matches|leaving|leaves)\s+{_SURE}?(?:us\s+)?(?:with\s+)?(?:only\s+)?(?:the\s+)?(?:option|choice|answer|letter)\s+)"
    rf"{_LETTER}(?!\s+(?:and|or|to|is|are|was|says|has|with|in)\b)"
)
_NAMED_AS = re.compile(
    rf"{_LETTER}(?i:\s+(?:as|to be|for)\s+(?:being\s+)?(?:the\s+|its\s+)?(?:{_TRUTH}\s+)?"
    rf"(?:answer|option|choice|solution|correct|right)\b)"
)
_BRACKETED = re.compile(rf"(?i:\b{_TRUTH}\s+(?:answer|option|choice|letter)\s*,?\s*)(?=[(\[\"'])" + _LETTER)
_MARKED = re.compile(
    rf"(?:^|\n)[ \t]*\(?(?P<letter>[A-HJ])[.):][^\n{HOLE}]{{1,80}}?"
    r"(?i:[(\[]\s*(?:this is )?(?:the )?(?:correct|right|answer|true|best)(?: answer| option)?\s*[)\]]|"
    r"<-+\s*(?:correct|answer|right)|\u2713|\u2714)"
)
_PLACE = (
    r"(?:(?:first|second|third|fourth|fifth|last)\s+(?:option|choice|one|answer)|"
    r"(?:option|choice|number)\s+(?:\d|one|two|three|four|five))"
)
_COUNTED = re.compile(
    rf"(?i:\b(?P<text>{_PLACE})(?:,\s+which)?\s+(?:is|must be)\s+{_SURE}?(?:the\s+)?(?:{_TRUTH}(?!\w)|answer\b))"
)
_COUNTED_TO = re.compile(rf"(?i:\banswer{_GAP}(?<!\w){_BE}\s*:?\s*{_SURE}?(?:the\s+)?(?P<text>{_PLACE})\b)")
_NOUNS = ("answer", "option", "choice", "solution", "key", "letter", "response", "truth", "label", "vote", "consensus",
          "verdict")  # fmt: skip
_CUES: dict[re.Pattern[str], tuple[str, ...]] = {
    _STATED: _NOUNS,
    _RIGHT: (" is ", "must be", "seems", "looks"),
    _ORDERED: ("choose", "pick", "select", "go with", "mark", "prefer", "favor", "favour", "lean", "trust", "reply",
               "respond", "answer", "return", "output", "say", "submit"),
    _LABELLED: ("hint", "clue", "key", "gold", "truth", "reference", "solution", "answer", "option", "choice", "letter",
                "label"),
    _FILLED_IN: ("answer",),
    _REPORTED: ("say", "said", "think", "believe", "chose", "picked", "select", "answered", "conclude", "suggest",
                "recommend", "prefer", "told", "point", "favor", "favour", "indicate", "vote", "settled", "decided",
                "opted", "went with", "goes with", "agree", "confirm"),
    _CONCLUDED: ("option", "choice", "answer", "letter"),
    _NAMED_AS: (" as ", " to be ", " for "),
    _BRACKETED: ("answer", "option", "choice", "letter"),
    _MARKED: ("correct", "right", "answer", "true", "best", "\u2713", "\u2714"),
    _COUNTED: ("option", "choice", " one ", "answer", "number"),
    _COUNTED_TO: ("answer",),
    _SPELLED: ("answer", "option", "choice", "solution"),
}  # fmt: skip
"""The patterns, and what a text must hold, in lower case, for one of them to be worth trying."""
_CUED = tuple((pattern, re.compile("|".join(map(re.escape, cues)))) for pattern, cues in _CUES.items())
_SHORTEST = 4
"""A shorter text may end a claim, and begins none."""
_LEADS = re.compile("|".join(sorted({cue for cues in _CUES.values() for cue in cues if cue.isalpha()})))
_EITHER = re.compile(
    r"(?i)\b(?:if|whether|suppose|supposing|assume|assuming|imagine|pretend|e\.g|for example|for instance|examples?|"
    r"such as|like|formats?|formatted|in the form|style|either|unless|until|could|might|may|argue|arguing|claims?|"
    r"hypothe\w*|template|schema|ends? with|end your|begin|start|finish|write|print|line|"
    r"(?:wrong|incorrect|mistaken) (?:answer|option|choice))\b"
)
_NEGATED = re.compile(
    r"(?i)\b(?:not|never|neither|nor|no longer|cannot be)\b[^,:;]{0,24}$|n't\b[^,:;]{0,24}$|"
    r"\b(?:(?:wrong|mistaken|incorrect|false|erroneous)ly|(?:wrong|mistaken|incorrect|false|untrue) (?:that|to|in)|"
    r"misconception|mistake|myth|misbelief)\b[^,:;]{0,80}$"
)
_LISTED_AFTER = re.compile(
    r"\s*(?:,|/|\||-|–|\.\.\.?|…|\bor\b|\band\b|\bto\b|\bthrough\b)+\s*(?:or\s+|and\s+)?" + _OPEN + r"[A-Z]\b"
)
_LISTED_BEFORE = re.compile(r"\b[A-Z][\"'”’)\]*`]*\s*(?:,|/|\||\bor\b|\band\b)\s*(?:or\s+)?" + _OPEN + "$")
_CONDITION = re.compile(
    r"(?i)\s*[\"'”’)]*\s*(?:,\s*)?(?:if|when|for|whenever|means|to indicate|=|:)(?!\w)|[^.!?\n]*\b(?:if|whenever)\b"
)
_ARTICLE = re.compile(r" \w+")
_CONJUNCTION = re.compile(r" (?:because|since|as|due|given|and|but|here|based|for this|with)\b")
_LETTERS = re.compile(r"(?<!\w)([A-HJ])(?!\w|['’]\w|-\w)")
_QUESTION = re.compile(r"\?|(?:^|\n)\s*(?:Q|Question|Problem|Exercise|Item)\s*\d*\s*[:.)]", re.IGNORECASE)
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
"""How a sentence about answers goes on that names none."""


def may_claim(text: str) -> bool:
    """Whether a text, or a longer one that it is part of, is worth reading; cheap."""
    if len(text) < _SHORTEST:
        return False
    if _LETTERS.search(text):
        return True
    lowered = text.lower()
    if "answer" in lowered or "option" in lowered or "choice" in lowered or "solution" in lowered:
        return True
    is_open = "{" in text or "%" in text or not text.rstrip().endswith((".", "!", "?"))
    return is_open and _LEADS.search(lowered) is not None


def find_claims(text: str) -> list[Claim]:
    """Every claim about the answer in a text, in order, each once."""
    found: dict[int, Claim] = {}
    lowered, names_letter = text.lower(), _LETTERS.search(text) is not None
    for pattern, cue in _CUED:
        if ("letter" in pattern.groupindex and not names_letter) or cue.search(lowered) is None:
            continue
        for match in pattern.finditer(text):
            claim = _claim(text, match, pattern)
            if claim is not None:
                found.setdefault(claim.answer_start, claim)
    return [found[place] for place in sorted(found)]


def _claim(text: str, match: re.Match[str], pattern: re.Pattern[str]) -> Claim | None:
    group = "text" if "text" in pattern.groupindex else "letter"
    answer, place, end = match.group(group), match.start(group), match.end(group)
    before, after = text[_clause_start(text, match.start(), place) : place], text[end:]
    if _is_supposed(before, after, text, place):
        return None
    if group == "text":
        if pattern is _SPELLED and not _names_text(answer, after):
            return None
    elif not _names_letter(text, match, answer, before, after, pattern):
        return None
    block = text[: match.start()].rpartition("\n\n")[2]
    own = _QUESTION.search(block[block.rfind(HOLE) + 1 :]) is not None
    if pattern is _FILLED_IN and not (own or HOLE in block):
        return None
    rest = text[match.end() :]
    followed = HOLE in rest or _QUESTION.search(rest) is not None
    words = match.group().strip(" .!?;:,\n\t")
    return Claim(match.start(), match.end(), words, answer.strip("\"'“”"), place, own, followed)


def _clause_start(text: str, start: int, place: int) -> int:
    """Where the sentence with the claim begins, abbreviations and the claim's own line break aside."""
    begin = max(start, 0)
    while begin < place and text[begin] in ".!?;:,\n ":
        begin += 1
    cut = [found.end() for found in re.finditer(r"(?<!e\.g)(?<!i\.e)[.!?](?=\s|$)|[\n;]", text[:begin])]
    return cut[-1] if cut else 0


def _is_supposed(before: str, after: str, text: str, place: int) -> bool:
    """Whether the sentence asks, supposes, denies or shows a format."""
    if _EITHER.search(before) or _NEGATED.search(before) or "{" in before:
        return True
    ending = re.search(r"[.!?\n]", after)
    if ending is not None and ending.group() == "?":
        return True
    paragraph = text[:place].rpartition("\n\n")[2]
    return (
        re.search(r"(?i)\b(?:for example|examples?\s*(?:\d+\s*)?[:\n]|e\.g\.|in this format|format:)", paragraph)
        is not None
    )


def _names_letter(
    text: str, match: re.Match[str], letter: str, before: str, after: str, pattern: re.Pattern[str]
) -> bool:
    if _LISTED_AFTER.match(after) or _LISTED_BEFORE.search(before):
        return False
    if pattern is not _RIGHT and _is_article(text, match, "letter"):
        return False
    if pattern in (_ORDERED, _RIGHT, _NAMED_AS, _CONCLUDED) and _CONDITION.match(text[match.end() :]):
        return False
    sentence = before + letter + re.split(r"[.!?\n;]", after, maxsplit=1)[0]
    named = [found for found in _LETTERS.finditer(sentence) if not _is_article(sentence, found)]
    others = {found.group(1) for found in named} - {letter}
    return not others or pattern in (_STATED, _LABELLED)


def _is_article(text: str, match: re.Match[str], group: str | int = 1) -> bool:
    """Whether an A is a word and no letter."""
    after = text[match.end(group) : match.end(group) + 12]
    return match.group(group) == "A" and bool(_ARTICLE.match(after)) and not _CONJUNCTION.match(after)


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
