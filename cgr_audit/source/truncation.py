"""Whether a text that does not parse was cut off: some ending would make it a program."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.source.scan import Scan
from cgr_audit.source.text import split_lines

__all__ = ["is_truncated"]

_LONGEST = 100_000
"""Above so many characters only an open string or bracket tells."""
_CONTINUED = ("", " 0", "x", " else 0", ": 0", " in x", " in x: 0", " as x", " for x in x")
"""What may follow inside brackets or an expression."""
_CLOSED = ("", ": pass", " else 0", "(): pass", " import x", "=0")
"""What may follow once everything is closed."""


def is_truncated(text: str, found: Scan) -> bool:
    """Whether some ending makes a program of the text; ``found`` is its scan."""
    if found.mismatch is not None:
        return False
    if len(text) > _LONGEST:
        return found.open_string is not None or bool(found.open_brackets)
    import libcst  # noqa: PLC0415  costs start-up time

    for ending in _endings(text, found):
        try:
            libcst.parse_module(ending)
        except libcst.ParserSyntaxError:
            continue
        return True
    return False


def _endings(text: str, found: Scan) -> Iterator[str]:
    """The text with every ending that is tried."""
    body = text if found.open_string is not None else _without_trailing_blanks(text, found)
    quotes = found.open_quotes if found.open_string is not None else ""
    # A backslash at the very end would escape the quote that closes its string.
    body = body.rstrip("\r\n").rstrip("\\") if quotes else body
    brackets = "".join(closing for _, closing in reversed(found.open_brackets))
    for continued in _CONTINUED:
        for closed in _CLOSED:
            yield f"{body}{quotes}{continued}{brackets}{closed}\n"
    if not quotes and not brackets:
        last = body.rsplit("\n", 1)[-1]
        indent = last[: len(last) - len(last.lstrip())]
        yield f"{body}\n{indent}    pass\n"
        yield f"{body}\n{indent}def x(): pass\n"
        for outer in _outer_indents(body):
            yield f"{body}\n{outer}finally: pass\n"


def _without_trailing_blanks(text: str, found: Scan) -> str:
    """The text up to the end of its last line of code."""
    lines = split_lines(text)[: found.last_code_line]
    return "\n".join(lines).rstrip(" \t\f\\")


def _outer_indents(body: str) -> Iterator[str]:
    """The indentation of the last two lines that begin with ``try``."""
    tries = [line for line in body.split("\n") if line.lstrip().startswith("try")]
    for line in reversed(tries[-2:]):
        yield line[: len(line) - len(line.lstrip())]
