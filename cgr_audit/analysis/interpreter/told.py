"""What the responses of a run tell about a test."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from cgr_audit.analysis.interpreter.symbols import made_of
from cgr_audit.analysis.interpreter.values import NOTHING, Constant

if TYPE_CHECKING:
    from cgr_audit.analysis.interpreter.interpreter import Interpreter

__all__ = ["told"]


def told(interp: Interpreter, node: ast.expr) -> bool | None:
    """The outcome of comparing an extracted letter with constants, where the run's responses tell it."""
    if interp.executed is None or not interp.executed.letters:
        return None
    letters = interp.executed.letters
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return None
    left, right = (interp.last.get(part, NOTHING) for part in (node.left, node.comparators[0]))
    if len(left) != 1 or len(right) != 1:
        return None
    found = made_of(next(iter(left.values())).symbol, letters, interp.altered)
    members: str | frozenset[str] | None = None
    if isinstance(node.ops[0], ast.In | ast.NotIn):
        members = interp.executed.members(node.comparators[0])
    (other,) = right.values()
    if members is None and isinstance(other.payload, Constant) and isinstance(other.payload.constant, str):
        members = other.payload.constant
    if found is None or members is None:
        return None
    outcomes = {_compares(node.ops[0], one, members) for one in found}
    return outcomes.pop() if len(outcomes) == 1 else None


def _compares(operator: ast.cmpop, found: object, other: str | frozenset[str]) -> bool | None:
    match operator:
        case ast.Eq():
            return found == other
        case ast.NotEq():
            return found != other
        case ast.In() if isinstance(found, str):
            return found in other
        case ast.NotIn() if isinstance(found, str):
            return found not in other
        case _:
            return None
