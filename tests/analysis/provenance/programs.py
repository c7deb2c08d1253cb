"""Small programs with the sources of their answers, as the text files beside this one list them."""

from __future__ import annotations

from pathlib import Path

__all__ = ["Case", "cases"]

Case = tuple[str, tuple[str, ...], str]
"""Its name, the sources, and the whole program."""


def cases() -> list[Case]:
    """Every case of every file, in their order."""
    texts = [path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("*.txt"))]
    return [_case(block) for text in texts for block in text.split("\n## ")[1:]]


def _case(block: str) -> Case:
    heading, _, text = block.partition("\n")
    name, _, listed = heading.rpartition(": ")
    sources = () if listed == "nothing" else tuple(listed.split(", "))
    before, mark, body = text.partition("---\n")
    if not mark:
        before, body = "", text
    lines = [f"    {line}".rstrip() for line in body.strip("\n").split("\n")]
    entry = "def solve(item, question, options, exp_config):"
    return name, sources, "\n".join([before, entry, *lines, ""])
