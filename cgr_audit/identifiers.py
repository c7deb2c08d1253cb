"""What may name something in records: programs, items, datasets, solvers, generators, files of a package."""

from __future__ import annotations

__all__ = ["LONE_SURROGATE", "LONGEST_IDENTIFIER", "has_utf8", "identifier_fault", "squeezed", "too_long"]

LONGEST_IDENTIFIER = 1_000
"""Characters of an identifier; the schemas say the same as ``maxLength``."""
LONE_SURROGATE = "it holds a lone surrogate, which UTF-8 cannot hold; write it as a character"


def identifier_fault(text: str) -> str | None:
    """Why a text cannot name anything: it is empty, too long, or has no UTF-8; nothing if it can.

    Control characters are allowed; whatever prints an identifier escapes them.
    """
    if not text:
        return "it is empty; give at least one character"
    if len(text) > LONGEST_IDENTIFIER:
        return too_long(text, LONGEST_IDENTIFIER)
    return None if has_utf8(text) else LONE_SURROGATE


def has_utf8(text: str) -> bool:
    """Whether UTF-8 can hold a text: it has no lone surrogate."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def squeezed(name: str) -> str:
    """A name's letters and digits alone, in one case: ``Answer Key`` and ``answerKey`` are the same."""
    return "".join(filter(str.isalnum, name)).casefold()


def too_long(text: str, most: int) -> str:
    """What is said of a text above its limit."""
    return f"it has {len(text):,} characters; give at most {most:,}"
