"""Loops that take something in every round from what is used up in the end."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.flow.exceptions import catches
from cgr_audit.analysis.loops.loop_directions import LoopDirections
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.shrinking import Shrinking

__all__ = ["RunningOut"]

_MAKING_UP = frozenset({"collections.defaultdict", "collections.Counter"})


class RunningOut:
    """Answers for one loop."""

    def __init__(self, state: LoopState, directions: LoopDirections, shrinking: Shrinking) -> None:
        self._state = state
        self._directions = directions
        self._shrinking = shrinking

    def runs_out(self) -> bool:
        """Whether every round takes something from what is used up in the end: ``next(...)``, or a shrinking list."""
        taking = [
            self._state.index.statement(part)
            for part in self._state.region.parts
            if isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id == "next"
            and len(part.args) == 1
            and not self._is_endless(part.args[0])
        ]
        if (
            taking
            and not self._state.region.goes_round_without(set(taking))
            and not self._survives(taking, StopIteration)
        ):
            return True
        if any(name.startswith("len(") and self._is_used_up(name[4:-1]) for name in self._state.changes):
            return True
        return self._reads_on()

    def _is_used_up(self, name: str) -> bool:
        """Whether every round takes an element out of a container, which fails in the end and so leaves the loop."""
        taking = [change.statement for change in self._state.changes[f"len({name})"] if change.fails_when_empty]
        if not taking or self._state.region.goes_round_without(set(taking)) or not self._shrinking.shrinks(name):
            return False
        return not self._survives(taking, IndexError) and not self._survives(taking, KeyError)

    def _survives(self, statements: Sequence[ast.AST], raised: type[Exception]) -> bool:
        """Whether the loop goes on after one of these statements has raised such an exception."""
        return self._state.region.survives(
            statements, lambda handler: catches(handler, raised, self._state.scopes) is not False
        )

    def makes_up(self, table: ast.expr) -> bool:
        """Whether a table has something for every key: a ``defaultdict`` or a ``Counter``, or a part of one."""
        while isinstance(table, ast.Subscript | ast.Attribute):
            table = table.value
        scopes = self._state.scopes
        return isinstance(table, ast.Name) and any(
            isinstance(binding.value, ast.Call) and scopes.qualified_name(binding.value.func) in _MAKING_UP
            for binding in scopes.bindings_of(table)
        )

    def passes_over(self, reading: ast.expr) -> bool:
        """Whether the loop goes on after there was no such element."""
        statement = self._state.index.statement(reading)
        if statement is self._state.region.loop:
            return False
        return self._survives([statement], IndexError) or self._survives([statement], KeyError)

    def _reads_on(self) -> bool:
        """Whether every round reads the element at a place that moves on: in the end there is none."""
        if any(
            isinstance(part, ast.Try)
            for part in (*self._state.region.parts, *self._state.index.ancestors(self._state.region.loop))
        ):
            return False
        reads = [
            part
            for part in self._state.region.parts
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and self._is_sequence(part.value)
        ]
        return any(
            isinstance(read.slice, ast.Name)
            and not self._state.region.goes_round_without({self._state.index.statement(read)})
            and (self._directions.moves(read.slice, wanted=1) or self._directions.moves(read.slice, wanted=-1))
            for read in reads
        )

    def _is_sequence(self, name: ast.Name) -> bool:
        """Whether a variable is a list, tuple or text that is written out, and that the loop leaves alone."""
        found = self._state.scopes.lookup(name)
        values = [binding.value for binding in found.bindings] if found is not None else []
        is_written = bool(values) and all(isinstance(value, ast.List | ast.Tuple | ast.Constant) for value in values)
        return is_written and name.id not in self._state.changes and f"len({name.id})" not in self._state.changes

    def _is_endless(self, iterator: ast.expr) -> bool:
        """Whether an iterator has no end, or the loop makes it anew."""
        is_made_anew = not isinstance(iterator, ast.Name | ast.Attribute | ast.Subscript)
        if is_made_anew or text_of(iterator) in self._state.changes:
            return True
        found = self._state.scopes.lookup(iterator) if isinstance(iterator, ast.Name) else None
        value = found.bindings[0].value if found is not None else iterator
        name = self._state.scopes.qualified_name(value.func) if isinstance(value, ast.Call) else None
        return name in ("itertools.count", "itertools.cycle", "itertools.repeat") or value is None
