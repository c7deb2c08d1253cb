"""Productions: templates with holes, which stand for the parts of a program.

A hole is a name in angle brackets:

``<new KIND label>``
    a fresh variable, which later statements of the block see.
``<local KIND label>``
    a fresh variable, which nothing after this template sees.
``<label>``
    a variable that the same template made.
``<var KIND>``, ``<set KIND>``
    a variable that can be read, or assigned, here.
``<bind KIND label>``
    one that can be assigned, under a label of this template.
``<block>``, ``<loop block>``
    statements, in the second case with ``break`` and ``continue``.
``<body KIND>``
    the statements of a function that returns such a value.
``<return>``
    a return of the function that is being written.
``<KIND>``
    anything that the table of this kind can write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

__all__ = ["HOLE", "Production", "Table", "blocks", "table"]

HOLE = re.compile(r"<([a-z_]+(?: [a-z_]+){0,2})>")
_TERMINAL = frozenset({"new", "local", "var", "set", "bind"})


@dataclass(frozen=True)
class Production:
    """One way to write something of a kind."""

    kind: str
    name: str
    template: str
    weight: int

    @cached_property
    def is_flat(self) -> bool:
        """Whether nothing of unknown depth stands in it."""
        holes = [hole.split(" ") for hole in HOLE.findall(self.template)]
        labels = {words[2] for words in holes if len(words) == 3}
        return all(words[0] in _TERMINAL or words[0] in labels for words in holes)

    @cached_property
    def words(self) -> frozenset[str]:
        """Everything in it that reads like a name."""
        return frozenset(re.findall(r"[A-Za-z_]+", self.template))

    @cached_property
    def asked(self) -> tuple[tuple[str, bool], ...]:
        """The kinds of variables that must be there already, and whether they are assigned."""
        holes = [hole.split(" ") for hole in HOLE.findall(self.template)]
        return tuple({(words[1], words[0] != "var"): None for words in holes if words[0] in ("var", "set", "bind")})

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


Table = tuple[Production, ...]


def table(kind: str, templates: Mapping[str, str]) -> Table:
    """The productions of a kind by name; ``4|extracted`` is one with the weight 4."""
    productions = []
    for words, template in templates.items():
        weight, _, name = words.rpartition("|")
        productions.append(Production(kind, name.strip(), template.strip("\n"), int(weight or 1)))
    return tuple(productions)


def blocks(kind: str, text: str) -> Table:
    """The productions of a kind that take several lines: each under a comment with name and weight."""
    productions = []
    for part in re.split(r"\n(?=# )", text.strip("\n")):
        heading, _, template = part.strip("\n").partition("\n")
        name, _, weight = heading.removeprefix("# ").removesuffix(")").partition(" (")
        productions.append(Production(kind, name, template, int(weight or 1)))
    return tuple(productions)
