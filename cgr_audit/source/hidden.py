"""Characters that make a text read otherwise than it runs: invisible ones, and letters that look like others.

What a script needs is left alone: zero-width joiners in emoji and in the scripts that join letters with them, direction
marks next to right-to-left letters, variation selectors after the character that they vary; but only in strings and
comments, for no identifier needs them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cgr_audit.source.code_map import CodeMap
from cgr_audit.source.text import split_lines

__all__ = ["Hidden", "confusable_reading", "hidden_characters", "identifiers"]

_SUSPECT = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff]+"
)
_CODE_WORD = re.compile(r"[^\W\d]\w*")
_JOINERS = "\u200c\u200d"
_DIRECTION_MARKS = "\u200e\u200f\u061c"
_JOINING_SCRIPTS = (
    "ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU",
    "KANNADA",
    "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN",
)  # fmt: skip
_OTHER_SCRIPTS = {
    # Cyrillic
    "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u04cf": "aceopxyijshdqwl",
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0405\u0406\u0408": "ABEKMHOPCTXSIJ",
    # Greek
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7": "ABEZHIKMNOPTYX",
    "\u03bf\u03f2\u03f3": "ocj",
    # Armenian
    "\u0585\u0578\u057d\u0581": "onug",
}
_LATIN = {"\u0131\u0261\u0251\u01c0": "igal"}
_FOREIGN = str.maketrans("".join(_OTHER_SCRIPTS), "".join(_OTHER_SCRIPTS.values()))
_LOOKALIKES = _FOREIGN | str.maketrans("".join(_LATIN), "".join(_LATIN.values()))
"""Letters that most typefaces draw as the ASCII letter; those of other scripts, and all."""
_ORDINALS = "\u00aa\u00ba"
"""Feminine and masculine ordinal indicators, which Spanish and Portuguese abbreviations end in."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """One stretch of hidden characters on one line."""

    line: int
    column: int
    """From 1, in code points."""
    length: int
    message: str


def hidden_characters(text: str, undecoded: bool = False) -> Iterator[Hidden]:
    """Every stretch of hidden characters that no script asks for, in order.

    Args:
        text: the original text.
        undecoded: whether lone surrogates stand for bytes that could not be decoded, and so are not characters.
    """
    if _SUSPECT.search(text) is None:
        return
    lines = split_lines(text)
    code = CodeMap(lines)
    for number, line in enumerate(lines, 1):
        for match in _SUSPECT.finditer(line):
            in_code = code.is_code(number, match.start())
            bad = [at for at in range(*match.span()) if _is_hidden(line, at, in_code)]
            if bad and not (undecoded and _is_half(line[bad[0]])):
                yield Hidden(number, bad[0] + 1, bad[-1] + 1 - bad[0], _message(line, bad))


def identifiers(text: str) -> Iterator[tuple[int, int, str]]:
    """Every word in the code of a text, keywords too: line and column from 1, and the word as written."""
    lines = split_lines(text)
    code = CodeMap(lines)
    for number, line in enumerate(lines, 1):
        for match in _CODE_WORD.finditer(line):
            if code.is_code(number, match.start()):
                yield number, match.start() + 1, match[0]


def confusable_reading(word: str, known: Collection[str]) -> str | None:
    """The ASCII word that an identifier is, or can be taken, for; nothing if it plainly is its own.

    A word that Python itself reads as ASCII (by normal form KC) always counts. One whose letters look like ASCII
    counts where it mixes them with ASCII letters, or where the ASCII word is among ``known`` names.
    """
    if word.isascii():
        return None
    normal = unicodedata.normalize("NFKC", word)
    if normal.isascii() and not any(mark in word for mark in _ORDINALS):
        return normal
    skeleton = normal.translate(_LOOKALIKES)
    if skeleton == normal:
        return None
    mixes = any(_mixes(part) for part in normal.split("_"))
    return skeleton if mixes or skeleton in known else None


def _mixes(part: str) -> bool:
    """Whether one part of a name holds ASCII letters and letters of another script that look like such."""
    has_ascii = any(letter.isascii() and letter.isalpha() for letter in part)
    return has_ascii and part.translate(_FOREIGN) != part


def _is_hidden(line: str, at: int, in_code: bool) -> bool:
    character = line[at]
    before = line[at - 1] if at else ""
    after = line[at + 1] if at + 1 < len(line) else ""
    if in_code or not before:
        return True
    if character in _JOINERS:
        return not (_joins_letters(before, after) or (character == "\u200d" and _joins_emoji(line, at)))
    if character in _DIRECTION_MARKS:
        return not any(_is_right_to_left(other) for other in line)
    if (
        "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
        or "\u180b" <= character <= "\u180f"
    ):
        return _SUSPECT.match(before) is not None or before.isspace()
    if "\U000e0020" <= character <= "\U000e007f":
        return not line[:at].rstrip("".join(map(chr, range(0xE0020, 0xE0080)))).endswith("\U0001f3f4")
    return True


def _joins_letters(before: str, after: str) -> bool:
    """Whether a joiner stands after a letter, or vowel sign, of a script that uses it."""
    return unicodedata.name(before, "").startswith(_JOINING_SCRIPTS) and after not in _JOINERS


def _joins_emoji(line: str, at: int) -> bool:
    before = line[:at].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")[-1:]
    after = line[at + 1 : at + 2]
    return (
        bool(before and after) and unicodedata.category(before) == "So" and unicodedata.category(after) in {"So", "Sm"}
    )


def _is_right_to_left(character: str) -> bool:
    return character not in _DIRECTION_MARKS and unicodedata.bidirectional(character) in {"R", "AL", "AN"}


def _is_half(character: str) -> bool:
    return "\ud800" <= character <= "\udfff"


def _message(line: str, places: list[int]) -> str:
    names = list(dict.fromkeys(_name(line[at]) for at in places))
    shown = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
    return f"hidden: {shown}" if len(places) == 1 else f"{len(places)} hidden characters: {shown}"


def _name(character: str) -> str:
    code = f"U+{ord(character):04X}"
    if character == "\0":
        return f"{code} null byte"
    if _is_half(character):
        return f"{code} lone surrogate"
    if character == "\ufeff":
        return f"{code} byte order mark inside the text"
    return f"{code} {unicodedata.name(character, 'control character').lower()}"
