"""What is known of a program without running it, in whichever language it is."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from cgr_audit.analysis.flow.constructs import Construct
from cgr_audit.scorecards.codemind.language import Language

__all__ = ["CONSTRUCTS", "ProgramStudy", "in_order", "in_words"]

CONSTRUCTS = (
    Construct.FOR,
    Construct.WHILE,
    Construct.IF,
    Construct.TRY,
    Construct.SWITCH,
    Construct.NESTED_LOOP,
    Construct.NESTED_IF,
    Construct.BASIC,
)
"""Those that CodeMind breaks results down by, in its order."""


@dataclass(frozen=True, slots=True)
class ProgramStudy:
    """What is known of one program."""

    constructs: tuple[str, ...] = ()
    """Those of ``CONSTRUCTS`` that it holds, in that order, in words."""
    complexity: int | None = None
    """``e - n + 2p`` over its functions."""
    loops: int | None = None
    """How many ``for``, ``while`` and ``do`` statements it holds."""
    loop_depth: int | None = None
    """How deep they are nested: 0 without any, 1 where none stands in another."""
    lines: int | None = None
    """Lines with code: not blank, nor with nothing but a comment or docstring."""
    counting: str | None = None
    """The same program, which counts the rounds of its loops; nothing without loops, or where it was not wanted."""
    entry: str | None = None
    """The function that is called unless another is named; nothing in a script, and where its loops run later."""
    loop_lines: tuple[int, ...] | None = None
    """Of Java, the line of each loop's first statement; nothing where a line does not tell it from others."""
    language: Language = Language.PYTHON
    failure: str | None = None
    """Why nothing is known."""


def in_words(construct: Construct) -> str:
    """What a construct is called: ``nested loop``."""
    return construct.value.replace("_", " ")


def in_order(tags: Set[Construct]) -> tuple[str, ...]:
    """Those of ``CONSTRUCTS`` among the tags of a program, ``basic`` where it has none of them, in words."""
    found = [tag for tag in CONSTRUCTS if tag in tags]
    return tuple(map(in_words, found or [Construct.BASIC]))
