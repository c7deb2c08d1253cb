"""Which way one assignment moves a number."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.loops.change import Change, Move

__all__ = ["assigned", "augmented", "find_middles", "is_more_than_zero", "pairs"]


def augmented(
    statement: ast.stmt, operator: ast.operator, value: ast.expr, is_positive: Callable[[ast.expr], bool]
) -> Change:
    """What ``variable operator= value`` does to the variable."""
    negative = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) and is_positive(value.operand)
    if isinstance(operator, ast.Add | ast.Sub) and (is_positive(value) or negative):
        return Change(statement, Move.UP if isinstance(operator, ast.Add) is not negative else Move.DOWN)
    if isinstance(operator, ast.BitAnd):
        return Change(statement, Move.DOWN, towards_zero=True)
    is_large = not (isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value <= 1)
    if isinstance(operator, ast.Mult | ast.LShift | ast.Pow) and isinstance(value, ast.Constant) and is_large:
        return Change(statement, Move.UP)
    if isinstance(operator, ast.FloorDiv | ast.Div | ast.RShift) and is_large | isinstance(operator, ast.RShift):
        return Change(statement, Move.DOWN, towards_zero=True)
    return Change(statement, Move.UNKNOWN)


def assigned(
    statement: ast.stmt,
    name: str,
    value: ast.expr | None,
    is_positive: Callable[[ast.expr], bool],
    middles: dict[str, tuple[str, str]],
    parts: tuple[ast.AST, ...],
) -> Change:
    """What ``variable = value`` does to the variable."""
    match value:
        case ast.BinOp(left=left, op=operator, right=right) if ast.unparse(left) == name:
            return augmented(statement, operator, right, is_positive)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult() as operator, right=right) if ast.unparse(right) == name:
            return augmented(statement, operator, left, is_positive)
        case ast.BinOp(op=ast.Mod(), right=right) if ast.unparse(right) == name:
            return Change(statement, Move.DOWN, towards_zero=True)
        case ast.Call(func=ast.Name(id="divmod"), args=[left, _]) if ast.unparse(left) == name:
            return Change(statement, Move.DOWN, towards_zero=True)
        case ast.Call(func=ast.Name(id="int"), args=[ast.BinOp() as inner]):
            return assigned(statement, name, inner, is_positive, middles, parts)
        case ast.Name(id=other) if _is_remainder(other, name, parts):
            return Change(statement, Move.DOWN, towards_zero=True)
        case ast.Attribute(value=base) if ast.unparse(base) == name:
            return Change(statement, Move.DOWN, towards_zero=True)
        case ast.BinOp(left=ast.Name(id=found), op=ast.Add(), right=step) if is_positive(step) and _is_found_from(
            found, name, parts
        ):
            return Change(statement, Move.UP)
        case ast.Call(func=ast.Attribute(attr="find" | "index"), args=[_, start, *_]) if _mentions(start, name):
            return Change(statement, Move.UP)
        case ast.Call(func=ast.Attribute(attr="rfind" | "rindex"), args=[_, _, end]) if _mentions(end, name):
            return Change(statement, Move.DOWN)
    return Change(statement, _bisected(name, value, middles))


def _is_found_from(found: str, start: str, parts: tuple[ast.AST, ...]) -> bool:
    """Whether the loop sets a variable only to where a text is found from another on, and asks whether it was."""
    given = _given(found, parts)
    is_search = bool(given) and all(
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr in ("find", "index")
        and len(value.args) > 1
        and _mentions(value.args[1], start)
        for value in given
    )
    tests = [part for part in parts if isinstance(part, ast.Compare) and _mentions(part.left, found)]
    return is_search and (bool(tests) or any(value.func.attr == "index" for value in given))  # type: ignore[union-attr]


def _given(name: str, parts: tuple[ast.AST, ...]) -> list[ast.expr | None]:
    """All that the loop assigns to a variable."""
    return [
        value
        for part in parts
        if isinstance(part, ast.Assign)
        for target in part.targets
        for one, value in pairs(target, part.value)
        if isinstance(one, ast.Name) and one.id == name
    ]


def _mentions(node: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _bisected(name: str, value: ast.expr | None, middles: dict[str, tuple[str, str]]) -> Move:
    """``low = middle + 1``, ``high = middle - 1`` (or more), ``high = middle``; ``low = middle`` if rounded up."""
    step = 0
    if isinstance(value, ast.BinOp) and isinstance(value.right, ast.Constant) and is_more_than_zero(value.right):
        step = 1 if isinstance(value.op, ast.Add) else -1 if isinstance(value.op, ast.Sub) else 0
        value = value.left if step else value
    if not isinstance(value, ast.Name) or value.id not in middles:
        return Move.UNKNOWN
    names, rounding = middles[value.id][0].split(), middles[value.id][1]
    if name not in names:
        return Move.UNKNOWN
    if step:
        return Move.UP if step > 0 else Move.DOWN
    is_low = names[0] == name
    if is_low:
        return Move.UP if rounding in ("up", "real") else Move.UNKNOWN
    return Move.DOWN if rounding in ("down", "real") else Move.UNKNOWN


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


def _is_constant(node: ast.expr, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def _is_remainder(name: str, divisor: str, parts: tuple[ast.AST, ...]) -> bool:
    """Whether the loop sets a variable, and in one place only, to a remainder of the division by another."""
    given = _given(name, parts)
    if len(given) != 1:
        return False
    value = given[0]
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod) and ast.unparse(value.right) == divisor


def is_more_than_zero(node: ast.expr) -> bool:
    """Whether a number is not written as a negative one or zero."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int) and node.value > 0
    return not _is_negative(node)


def _is_negative(node: ast.expr | None) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    """The variables that an assignment sets, each with what it is given where that is clear."""
    if isinstance(target, ast.Name | ast.Attribute):
        return [(target, value)]
    if isinstance(target, ast.Tuple | ast.List):
        values: list[ast.expr | None] = [None] * len(target.elts)
        if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
            values = list(value.elts)
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "divmod":
            values[0] = value
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and len(values) == 3:
            place = {"partition": 2, "rpartition": 0}.get(value.func.attr)
            if place is not None:
                values[place] = value
        return [(one, given) for one, given in zip(target.elts, values, strict=True) if isinstance(one, ast.Name)]
    return []
