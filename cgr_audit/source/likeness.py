"""What one line looks like: code, broken code, or a sentence."""

from __future__ import annotations

import keyword
import re

__all__ = ["continues_block", "is_blank_or_comment", "is_rule", "is_short", "looks_like_prose", "opens_suite"]

_CONTINUES = re.compile(r"(?:elif|else|except|finally)\b|[)\]}]")
_SUITE = re.compile(r"(?:async|def|class|if|elif|else|for|while|with|try|except|finally|match|case)\b")
_CODE = re.compile(
    r"""(?:async\s+)?def\s+\w+\s*\( | class\s+\w+\s*[(:] | import\s+[\w.]+\s*(?:$|,|;|\#|as\b)
      | from\s+[\w.]+\s+import\b
      | @[\w.]+\s*(?:\(|$) | (?:if|elif|while|with|except|match|case)\b.*:\s*(?:\#.*)?$ | for\s+.+\s+in\s+.+:
      | (?:else|try|finally)\s*: | [\w.\[\]'"]+(?:\s*,\s*[\w.\[\]'"]+)*\s*(?:[-+*/%&|^]|//|\*\*)?=(?!=)
      | [\w.]+\( | (?:print|exec)\s*['"(\w] | return\b | raise\b | assert\b | [)\]}] """,
    re.VERBOSE,
)
_SENTENCE_END = re.compile("[.?!:;,\u2026\u3002\uff1f\uff01\uff1a]['\")*_\u201d\u2019]*\\s*$")
_MARKUP = re.compile(r"(?:[-*+•]\s|\d+[.)]\s|\(?[A-Za-z0-9]{1,3}\)\s|\||>\s|={3,}|-{3,}|\*\*|__|\$.*\$$|<[a-zA-Z/])")
_STRING = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\#.*""")
_OPEN_STRING = re.compile(r"""(?:[=(\[{+,]|\breturn)\s*[rbfuRBFU]{0,2}(?:'[^']*|"[^"]*)$""")
_TWO_WORDS = re.compile("(?<![\\w.])([^\\W\\d_][\\w\u2019'-]*)\\s+(?=([^\\W\\d_][\\w\u2019'-]*))")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_QUOTES = re.compile('"{3}|\'{3}|\\w"\\w|\\w\\\\\\w')
_QUOTES_BETWEEN_WORDS = re.compile("(?<=\\w )(?:\"{3}|'{3})(?= \\w)")
_RULE = re.compile(r"([-=*_~#])\1{2,}$")
_FEW_WORDS = 4
_WORDS_OF_CODE = frozenset(keyword.kwlist) | {"match", "case", "type", "print", "exec"}


def is_rule(line: str) -> bool:
    """Whether a line is drawn, as ``---`` under a heading: it says nothing, in prose or in code."""
    return _RULE.match(line.strip()) is not None


def is_short(line: str) -> bool:
    """Whether a line has so few words, and is not a whole sentence, that it may be code with one letter lost."""
    is_sentence = _SENTENCE_END.search(line) is not None or _MARKUP.match(line.strip()) is not None
    words = line.split()
    return (len(words) <= _FEW_WORDS or "import" in words) and not is_sentence


def is_blank_or_comment(line: str) -> bool:
    """Whether a line says nothing to Python."""
    body = line.strip()
    return not body or body.startswith("#")


def continues_block(line: str) -> bool:
    """Whether an unindented line belongs to the statement before it."""
    return _CONTINUES.match(line) is not None


def opens_suite(line: str) -> bool:
    """Whether a line reads as the head of a compound statement, so that indented lines after it are its own."""
    return _SUITE.match(line) is not None and looks_like_prose(line) is False


def looks_like_prose(line: str) -> bool:
    """Whether a line that is not code reads as a sentence, a list item or a heading, and not as broken code."""
    body = line.strip()
    if not (_LETTERS.search(body) or _MARKUP.match(body)) or _QUOTES.search(_QUOTES_BETWEEN_WORDS.sub(" ", body)):
        return False
    if _CODE.match(body) is not None and (not _is_sentence(body) or _SUITE.match(body) is not None):
        return False
    return _is_sentence(body) or _MARKUP.match(body) is not None or _SENTENCE_END.search(body) is not None


def _is_sentence(body: str) -> bool:
    """Whether three words stand side by side that no grammar of Python lets stand so.

    Words in a string are none, nor those in a string that a line of code opens and the end of the text cuts off.
    """
    bare = _STRING.sub(" 0 ", body)
    is_code = _CODE.match(body) is not None
    if is_code:
        bare = _OPEN_STRING.sub(" 0 ", bare)
    adjacent = [pair for pair in _TWO_WORDS.findall(bare) if not _WORDS_OF_CODE.intersection(pair)]
    return len(adjacent) >= 2 or (len(adjacent) == 1 and not is_code)
