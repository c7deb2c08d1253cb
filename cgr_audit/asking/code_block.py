"""The program in a response that has to hold exactly one."""

from __future__ import annotations

__all__ = ["code_block"]

_FENCE = "```"


def code_block(text: str) -> str | None:
    """The code of a text with exactly one fenced code block that is closed and not blank; else nothing."""
    lines = text.splitlines()
    fences = [number for number, line in enumerate(lines) if line.strip().startswith(_FENCE)]
    if len(fences) != 2 or lines[fences[1]].strip() != _FENCE:
        return None
    code = "\n".join(lines[fences[0] + 1 : fences[1]])
    return f"{code}\n" if code.strip() else None
