"""Numbers that every round divides, or tries to divide by the next divisor: only one is left in the end."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Move
from cgr_audit.analysis.loops.loop_state import LoopState

__all__ = ["is_factored"]


def is_factored(state: LoopState, number: str) -> bool:
    """Whether every round asks whether a divisor divides the number, divides it if so, and else takes the next divisor.

    Every divisor is tried before a larger one, so that the number is divided by all its factors and comes to one.
    """
    divisions = [change.statement for change in state.changes.get(number, [])]
    divisors = {_divisor(statement, number) for statement in divisions}
    if len(divisors) != 1 or None in divisors:
        return False
    divisor = next(iter(divisors)) or ""
    steps = [change for change in state.changes.get(divisor, []) if change.move is Move.UP]
    if not steps or len(steps) != len(state.changes.get(divisor, [])):
        return False
    if not _begins_with_the_first(state, divisor) or not all(_is_next(step.statement, divisor) for step in steps):
        return False
    if state.region.greatest_sum({step.statement: 1 for step in steps}) > 1:
        return False
    trials = {
        part
        for part in state.region.parts
        if isinstance(part, ast.If | ast.While) and _asks_for(part.test, number, divisor)
    }
    is_tried = bool(trials) and not state.region.goes_round_without(trials)
    return is_tried and not state.region.goes_round_without({*divisions, *(step.statement for step in steps)})


def _begins_with_the_first(state: LoopState, divisor: str) -> bool:
    steps = {change.statement for change in state.changes[divisor]}
    begun = state.region.definitions(divisor, state.region.loop) - steps
    return bool(begun) and all(
        isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant) and statement.value.value == 2
        for statement in begun
    )


def _is_next(statement: ast.stmt, divisor: str) -> bool:
    """``d += 1``, or ``d += 1 if d == 2 else 2``: no odd divisor is left out behind two."""
    match statement:
        case ast.AugAssign(value=ast.Constant(value=1)):
            return True
        case ast.AugAssign(
            value=ast.IfExp(
                test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=2)]),
                body=ast.Constant(value=1),
                orelse=ast.Constant(value=1 | 2),
            )
        ):
            return text_of(left) == divisor
        case ast.Assign(value=ast.BinOp(op=ast.Add(), right=ast.Constant(value=1))):
            return True
    return False


def _divisor(statement: ast.stmt, number: str) -> str | None:
    match statement:
        case ast.AugAssign(op=ast.FloorDiv() | ast.Div(), value=ast.Name(id=divisor)):
            return divisor
        case ast.Assign(value=ast.BinOp(left=left, op=ast.FloorDiv() | ast.Div(), right=ast.Name(id=divisor))):
            return divisor if text_of(left) == number else None
    return None


def _asks_for(test: ast.expr, number: str, divisor: str) -> bool:
    """``n % d == 0``, alone or first of several."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=0)]):
            return text_of(left) == f"{number} % {divisor}"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return text_of(operand) == f"{number} % {divisor}"
    return False
