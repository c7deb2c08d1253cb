"""Searches by halving: a variable is set to the middle between two others, and these close in on it."""

from __future__ import annotations

import ast
import math

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.loop_state import LoopState

__all__ = ["bisected", "find_middles", "stays_in_the_middle"]


def bisected(statement: ast.stmt, name: str, value: ast.expr | None, middles: dict[str, tuple[str, str]]) -> Change:
    """``low = middle + 1``, ``high = middle - 1`` (or more), ``high = middle``; ``low = middle`` if rounded up.

    Real numbers come close to each other, and need not come to be equal.
    """
    step = 0
    if isinstance(value, ast.BinOp) and isinstance(value.right, ast.Constant) and _is_above_zero(value.right):
        step = 1 if isinstance(value.op, ast.Add) else -1 if isinstance(value.op, ast.Sub) else 0
        value = value.left if step else value
    if not isinstance(value, ast.Name) or value.id not in middles:
        return Change(statement, Move.UNKNOWN)
    names, rounding = middles[value.id][0].split(), middles[value.id][1]
    if name not in names:
        return Change(statement, Move.UNKNOWN)
    if step:
        return Change(statement, Move.UP if step > 0 else Move.DOWN)
    is_low = names[0] == name
    if rounding not in ("real", "up" if is_low else "down"):
        return Change(statement, Move.UNKNOWN)
    stops_at = math.inf if rounding == "real" else None
    return Change(statement, Move.UP if is_low else Move.DOWN, stops_at=stops_at)


def find_middles(parts: tuple[ast.AST, ...]) -> dict[str, tuple[str, str]]:
    """The variables that are set to the middle of two others, with those two and how the middle is rounded."""
    found: dict[str, tuple[str, str]] = {}
    for part in parts:
        if not isinstance(part, ast.Assign) or not isinstance(part.targets[0], ast.Name):
            continue
        names = list(dict.fromkeys(node.id for node in ast.walk(part.value) if isinstance(node, ast.Name)))
        names = [name for name in names if name not in ("int", "math", "round")]
        divides = [node for node in ast.walk(part.value) if isinstance(node, ast.BinOp)]
        halves = [
            node
            for node in divides
            if (isinstance(node.op, ast.FloorDiv | ast.Div) and _is_constant(node.right, 2))
            or (isinstance(node.op, ast.RShift) and _is_constant(node.right, 1))
        ]
        if len(names) == 2 and halves:
            is_real = isinstance(halves[0].op, ast.Div) and not isinstance(part.value, ast.Call)
            rounds_up = any(isinstance(node.op, ast.Add) and _is_constant(node.right, 1) for node in divides)
            rounding = "real" if is_real else "up" if rounds_up else "down"
            found[part.targets[0].id] = (" ".join(names), rounding)
    return found


def stays_in_the_middle(state: LoopState, place: ast.expr, other: ast.expr) -> bool:
    """Whether the loop may set a place to the middle between it and another: there it stays, once the two are one."""
    for change in state.changes.get(text_of(place), []):
        middle = state.behind(change.statement.value) if isinstance(change.statement, ast.Assign) else None
        named = {part.id for part in ast.walk(middle) if isinstance(part, ast.Name)} if middle is not None else set()
        if {text_of(place), text_of(other)} <= named:
            return True
    return False


def _is_constant(node: ast.expr, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def _is_above_zero(node: ast.Constant) -> bool:
    return isinstance(node.value, int) and node.value > 0
