"""Whether a text that does not parse was cut off: some ending would make it a program."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from cgr_audit.source.concrete import concrete_tree
from cgr_audit.source.likeness import continues_block, is_blank_or_comment
from cgr_audit.source.scan import Scan, nests_too_deeply
from cgr_audit.source.text import split_lines

__all__ = ["is_truncated"]

_LONGEST = 20_000
"""Above so many characters in one block only an open string or bracket tells."""
_MOST_PARSED = 600_000
"""How many characters are parsed with all endings of one block together: all endings of one of 8,000 characters."""
_LAST_WORD = re.compile(r"(?<![\w.])([a-z]+)$")
_CONTINUED = ("", " 0", "x", " else 0", ": 0", " in x", " in x: 0", " as x", " for x in x", " x in x", "= 0")
"""What may follow inside brackets or an expression."""
_CLOSED = ("", ": pass", " else 0", "(): pass", " import x", "=0")
"""What may follow once everything is closed."""


def is_truncated(text: str, found: Scan, fault: int) -> bool:
    """Whether some ending makes a program of the text.

    Args:
        text: a text that does not parse.
        found: its scan.
        fault: the line on which the parser stopped; what stands before the last block is taken to parse if it is later.
    """
    start = _last_block(text, found)
    if found.mismatch is not None or fault < start:
        return False
    block = "\n".join(split_lines(text)[start - 1 :])
    is_open = found.open_string is not None or bool(found.open_brackets)
    if len(block) > _LONGEST or nests_too_deeply(block):
        return is_open
    if _parses(block):
        return False
    left = _MOST_PARSED
    for ending in _endings(block, found, found.last_code_line - start + 1):
        left -= len(ending)
        if left < 0:
            return is_open
        if _parses(ending):
            return True
    return False


def _parses(text: str) -> bool:
    return not isinstance(concrete_tree(text), str)


def _last_block(text: str, found: Scan) -> int:
    """The line on which the last statement that is not indented begins."""
    lines = split_lines(text)
    opened = [found.open_string] if found.open_string is not None else []
    opened += [place for place, _ in found.open_brackets[:1]]
    number = max(1, min([found.last_code_line, *(place.line for place in opened)]))
    while number > 1 and (found.in_string(number) or _belongs_before(lines[number - 1])):
        number -= 1
    while number > 1 and lines[number - 2].startswith("@"):
        number -= 1
    return number


def _belongs_before(line: str) -> bool:
    return is_blank_or_comment(line) or line[0] in " \t\f" or continues_block(line)


def _endings(block: str, found: Scan, last: int) -> Iterator[str]:
    """The block with every ending that is tried; its last line of code is line ``last``."""
    for begun in _statements_ended(block, found, last):
        yield begun
        for outer in _outer_indents(block):
            yield f"{begun}{outer}finally: pass\n"


def _statements_ended(block: str, found: Scan, last: int) -> Iterator[str]:
    """The block with every ending of its last statement."""
    brackets = "".join(closing for _, closing in reversed(found.open_brackets))
    if found.open_string is not None:
        # A backslash at the very end would escape the quote that closes its string.
        body = block.rstrip("\r\n").rstrip("\\")
        for quotes in (found.open_quotes, "}" + found.open_quotes, "0}" + found.open_quotes):
            for closed in _CLOSED:
                yield f"{body}{quotes}{brackets}{closed}\n"
            yield f"{body}{quotes}: 0{brackets}\n"
        return
    body = "\n".join(split_lines(block)[:last]).rstrip(" \t\f\\")
    for text in (body, *_without_half_a_keyword(body)):
        for continued in _CONTINUED:
            for closed in _CLOSED:
                yield f"{text}{continued}{brackets}{closed}\n"
    if not brackets:
        line = body.rsplit("\n", 1)[-1]
        indent = line[: len(line) - len(line.lstrip())]
        yield f"{body}\n{indent}    pass\n"
        yield f"{body}\n{indent}def x(): pass\n"


def _without_half_a_keyword(body: str) -> Iterator[str]:
    """The text without its last word, where that is the beginning of a keyword."""
    word = _LAST_WORD.search(body)
    if word is not None and any(known.startswith(word[1]) and known != word[1] for known in keyword.kwlist):
        yield body[: word.start(1)].rstrip(" \t")


def _outer_indents(body: str) -> Iterator[str]:
    """The indentation of the last two lines that begin with ``try``."""
    tries = [line for line in body.split("\n") if line.lstrip().startswith("try")]
    for line in reversed(tries[-2:]):
        yield line[: len(line) - len(line.lstrip())]
