"""What else may change the variables of a loop than its own statements seem to, and what makes those do something else.

Names that look like a builtin or a container's method and are the program's own; functions that the loop calls and that
move its counters back; a second name for a container; numbers that a step leaves where they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.callee_changes import CalleeChanges, is_in_place
from cgr_audit.analysis.loops.change import Change, Changes, Move
from cgr_audit.analysis.loops.library_names import is_from_library
from cgr_audit.analysis.loops.loop_region import LoopRegion
from cgr_audit.analysis.loops.own_objects import OwnObjects
from cgr_audit.analysis.loops.standing_numbers import StandingNumbers
from cgr_audit.analysis.scopes import Scopes

__all__ = ["LoopDoubts"]

_READ_BY_NAME = frozenset({"len", "next", "divmod", "int", "range", "enumerate", "heappop", "heappush", "reversed"})


class LoopDoubts:
    """Answers for one loop."""

    def __init__(
        self,
        region: LoopRegion,
        index: Index,
        scopes: Scopes,
        calls: CallGraph,
    ) -> None:
        self._region = region
        self._scopes = scopes
        self._numbers = StandingNumbers(region, scopes)
        self._objects = OwnObjects(region, index, scopes)
        self._callees = CalleeChanges(region, index, scopes, calls)

    @property
    def calls_namesake(self) -> bool:
        """Whether the loop calls a function of the program that bears the name of a builtin."""
        return any(
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id in _READ_BY_NAME
            and not is_from_library(part.func, self._scopes)
            for part in self._region.parts
        )

    def is_infinite(self, node: ast.expr) -> bool:
        """Whether an expression is infinity, which no counter reaches."""
        return self._numbers.is_infinite(node)

    def changes(self, seen: Changes) -> Iterator[tuple[str, Change]]:
        """What has to be added to the changes that the loop's own statements make."""
        yield from self._callees.changes()
        yield from self._objects.changes()
        yield from self._by_other_names(seen)
        yield from self._numbers.changes(seen)

    def _by_other_names(self, seen: Changes) -> Iterator[tuple[str, Change]]:
        for key, several in seen.items():
            name = key.removeprefix("len(").removesuffix(")")
            if name == key or not any(change.move is Move.DOWN for change in several):
                continue
            for other in self._region.copies.get(name, ()):
                for change in seen.get(f"len({other})", []) if other != name else ():
                    is_growth = change.move is Move.UP and is_in_place(change.statement)
                    if is_growth and self._are_one(name, other, change.statement):
                        yield key, Change(change.statement, Move.UNKNOWN, is_certain=False)

    def _are_one(self, name: str, other: str, where: ast.AST) -> bool:
        """Whether two variables may hold one container at a statement."""
        for one, second in ((name, other), (other, name)):
            for statement in self._region.definitions(one, where):
                is_copy = isinstance(statement, ast.Assign) and text_of(statement.value) == second
                if statement is not None and is_copy:
                    then, now = self._region.definitions(second, statement), self._region.definitions(second, where)
                    if then & now:
                        return True
        both = self._region.definitions(name, where) & self._region.definitions(other, where)
        return any(isinstance(statement, ast.Assign) and len(statement.targets) > 1 for statement in both)
