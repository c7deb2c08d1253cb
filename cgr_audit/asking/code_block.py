"""The program in a response that has to hold exactly one."""

from __future__ import annotations

import re

__all__ = ["code_block", "response_lines"]

_FENCE = "```"
_LINE_END = re.compile(r"\r\n?|\n")


def code_block(text: str) -> str | None:
    """The code of a text with exactly one fenced code block that is closed and not blank; else nothing."""
    lines = response_lines(text)
    fences = [number for number, line in enumerate(lines) if line.strip().startswith(_FENCE)]
    if len(fences) != 2 or lines[fences[1]].strip() != _FENCE:
        return None
    code = "\n".join(lines[fences[0] + 1 : fences[1]])
    return f"{code}\n" if code.strip() else None


def response_lines(text: str) -> list[str]:
    """The lines of a text, as files have them: a form feed or U+2028 ends none, and may stand inside a literal."""
    return _LINE_END.split(text)
