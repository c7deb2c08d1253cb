"""A table as GitHub-flavoured Markdown."""

from __future__ import annotations

import re

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.tables.table import Table

__all__ = ["code_span", "escape_markdown", "markdown"]

_MARKUP = re.compile(r"[\\`*_\[\]<>|#~$]|&(?=#?\w+;)")
_LIST = re.compile(r"^(\d*)([-+.)](?=\s|$)|[-=](?=[-=]*$))")
"""What a list, a ruler or the line under a heading begins with."""
_LINK = re.compile(r"(\bwww|(?:https?|ftp)(?=://))([.:])", re.IGNORECASE)
"""What GitHub makes a link of by itself."""


def markdown(table: Table, level: int = 2) -> str:
    """A table with its title and note; every text means only itself."""
    lines = [f"{'#' * level} {escape_markdown(table.title)}", ""]
    if table.note:
        lines += [escape_markdown(table.note), ""]
    if not table.records:
        return "\n".join([*lines, "None.", ""])
    lines.append(_line([escape_markdown(column.label) for column in table.columns]))
    lines.append("|" + "|".join("---" if column.kind.is_text else "---:" for column in table.columns) + "|")
    lines += [_line([escape_markdown(cell) for cell in row]) for row in table.cells()]
    return "\n".join([*lines, ""])


def escape_markdown(text: str) -> str:
    """Text that means only itself, inside a table and outside: no markup, entity, formula, list, link or control."""
    plain = escape_control_characters(" ".join(text.split()))
    return _LINK.sub(r"\1\\\2", _LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\g<0>", plain)))


def code_span(text: str) -> str:
    """Text as inline code, whatever backticks and control characters it holds."""
    text = escape_control_characters(text)
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
