"""How a reply may have to be worded for a program to read it: texts with holes for the option that is named."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

__all__ = ["Hole", "Part", "Wording"]


class Hole(StrEnum):
    """What stands for the option."""

    UPPER = "upper"
    """Its letter."""
    LOWER = "lower"
    """Its letter in lower case."""
    NUMBER = "number"
    """Its place, counted from 1, or another number."""
    OPTION = "option"
    """Whatever names it: its letter or its text."""


Part: TypeAlias = str | Hole


@dataclass(frozen=True, slots=True)
class Wording:
    """A text with holes."""

    parts: tuple[Part, ...]

    @property
    def holes(self) -> frozenset[Hole]:
        """What is left open."""
        return frozenset(part for part in self.parts if isinstance(part, Hole))

    def naming(self, letter: str, number: str, option: str) -> str:
        """The text that names an option by its letter, its number, and by whatever else names it."""
        said = {Hole.UPPER: letter, Hole.LOWER: letter.lower(), Hole.NUMBER: number, Hole.OPTION: option}
        return "".join(said[part] if isinstance(part, Hole) else part for part in self.parts)
