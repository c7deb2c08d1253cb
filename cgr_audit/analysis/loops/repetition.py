"""Values that must come again, and values that never do: ``while n not in seen``, ``while name in taken``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Move
from cgr_audit.analysis.loops.loop_directions import LoopDirections
from cgr_audit.analysis.loops.loop_state import LoopState

__all__ = ["Repetition"]

_VARYING = (ast.Name, ast.Attribute, ast.JoinedStr, ast.BinOp, ast.Tuple, ast.Call)


class Repetition:
    """Answers for one loop."""

    def __init__(self, state: LoopState, directions: LoopDirections) -> None:
        self._state = state
        self._directions = directions

    def passes_all(self, value: ast.expr, taken: ast.expr) -> bool:
        """Whether ``value in taken`` must fail: another value is asked for in every round, and no more are taken."""
        if isinstance(value, ast.Name):
            value = self._directions.computed(value.id) or value
        if not isinstance(value, _VARYING) or not self._state.is_constant(taken):
            return False
        if any(isinstance(part, ast.Mod | ast.Subscript) for part in ast.walk(value)):
            return False
        names = {part.id: part for part in ast.walk(value) if isinstance(part, ast.Name)}
        moving = [name for text, name in names.items() if text in self._state.changes]
        return len(moving) == 1 and any(self._directions.moves(moving[0], wanted=sign) for sign in (1, -1))

    def comes_again(self, value: ast.expr, seen: ast.expr) -> bool:
        """Whether ``value not in seen`` must fail: every round notes the value, and there are only so many."""
        name, table = text_of(value), text_of(seen)
        noting = {
            change.statement
            for change in self._state.changes.get(f"len({table})", [])
            if change.move is Move.UP and _mentions(change.statement, name)
        }
        noting |= {
            part
            for part in self._state.region.parts
            if isinstance(part, ast.Assign)
            and isinstance(part.targets[0], ast.Subscript)
            and text_of(part.targets[0].value) == table
            and text_of(part.targets[0].slice) == name
        }
        if not noting or self._state.region.goes_round_without(noting):
            return False
        if any(change.move is not Move.UP for change in self._state.changes.get(f"len({table})", [])):
            return False
        changes = self._state.changes.get(name, [])
        return bool(changes) and all(
            isinstance(change.statement, ast.Assign) and self._is_one_of_few(change.statement.value, name)
            for change in changes
        )

    def _is_one_of_few(self, value: ast.expr, name: str) -> bool:
        """Whether an expression has finitely many values: a remainder, an entry of a table, a sum over digits."""
        match value:
            case ast.BinOp(op=ast.Mod()):
                return True
            case ast.Subscript(value=table):
                return self._state.is_constant(table)
            case ast.Call(func=ast.Attribute(value=table, attr="get")):
                return self._state.is_constant(table)
            case ast.Attribute(value=base):
                return text_of(base) == name
            case ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp(generators=[part])]):
                return text_of(part.iter) == f"str({name})"
        return False


def _mentions(statement: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name | ast.Attribute) and text_of(part) == name for part in ast.walk(statement))
