"""Which function of a program is its entry.

This file is also bundled into the interpreter inside the sandbox, so it imports nothing but the standard library; the
contract's entry is taken apart into plain values by the caller.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["EntryChoice", "EntryPoint", "find_entry"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


class EntryChoice(StrEnum):
    """Why a function is the entry."""

    NAMED = "named"
    """Its name is what the contract says."""
    LAST_UNCALLED = "last_uncalled"
    """Nothing matched the contract's pattern; it is the last top-level function that no other calls."""


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """The function that the runner calls."""

    node: _Definition
    choice: EntryChoice
    earlier: tuple[_Definition, ...]
    """Definitions of the same name before it, which it replaces."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.node.name


def find_entry(
    tree: ast.Module,
    matches: Callable[[str], bool],
    *,
    is_pattern: bool,
    helpers: frozenset[str] = frozenset(),
) -> EntryPoint | None:
    """The entry among a module's top-level functions (``spec: Which function is the entry``).

    Among those that match, the last one that no other top-level function calls. Where the contract gives a pattern and
    nothing matches: the last top-level function that no other calls and that is no helper.
    """
    definitions = list(_top_level_functions(tree.body))
    last_of_name = {definition.name: definition for definition in definitions}
    called = _called_by_others(definitions)
    candidates = [definition for definition in definitions if last_of_name[definition.name] is definition]
    matching = [definition for definition in candidates if matches(definition.name)]
    choice = EntryChoice.NAMED
    if not matching and is_pattern:
        matching = [definition for definition in candidates if definition.name not in helpers]
        matching = [definition for definition in matching if definition.name not in called]
        choice = EntryChoice.LAST_UNCALLED
    if not matching:
        return None
    uncalled = [definition for definition in matching if definition.name not in called]
    chosen = (uncalled or matching)[-1]
    earlier = tuple(other for other in definitions if other.name == chosen.name and other is not chosen)
    return EntryPoint(chosen, choice, earlier)


def _top_level_functions(body: list[ast.stmt]) -> Iterator[_Definition]:
    """Functions bound at module level, also under a module-level ``if``, ``try`` or ``with``."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement
        elif not isinstance(statement, ast.ClassDef):
            for name in ("body", "handlers", "orelse", "finalbody"):
                for part in getattr(statement, name, ()):
                    yield from _top_level_functions(part.body if isinstance(part, ast.ExceptHandler) else [part])


def _called_by_others(definitions: list[_Definition]) -> set[str]:
    called: set[str] = set()
    for definition in definitions:
        for node in ast.walk(definition):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id != definition.name:
                called.add(node.func.id)
    return called
