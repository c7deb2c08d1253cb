"""What the statements of a loop do to the variables that its test reads: move them up, down, or no one knows where."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["Change", "Changes", "Move", "find_changes"]

_SHRINKING = frozenset({"pop", "popleft", "popitem", "remove", "clear", "heappop"})
_GROWING = frozenset(
    {"append", "appendleft", "extend", "extendleft", "insert", "add", "update", "push", "heappush", "put"}
)
_CUTTING = frozenset({"strip", "lstrip", "rstrip"})
_ENDS = {"removeprefix": "startswith", "removesuffix": "endswith"}


class Move(IntEnum):
    """Which way one statement moves a variable, or the length of a container or text."""

    DOWN = -1
    STILL = 0
    """Not at all, or down but perhaps not strictly."""
    UP = 1
    UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class Change:
    """One statement that changes one variable."""

    statement: ast.stmt
    move: Move
    towards_zero: bool = False
    """Whether it makes the number smaller by dividing: nothing, or one less, is left in the end."""
    fails_when_empty: bool = False
    """Whether it takes an element out, and raises where there is none."""
    where_held: frozenset[str] = frozenset()
    """The texts of which one must be in a text for the statement to change it; none where it always does.

    ``startswith 'a'`` where it must be there at the beginning, ``endswith 'a'`` where it must be at the end.
    """
    is_certain: bool = True
    """Whether running the statement always changes it; a function that it calls may, or may not."""


Changes = dict[str, list[Change]]
"""What changes each variable, by its text; ``len(x)`` for what changes the length of ``x``."""


def find_changes(
    parts: tuple[ast.AST, ...],
    is_positive: Callable[[ast.expr], bool],
    behind: Callable[[ast.expr], ast.expr | None],
) -> Changes:
    """Every change that the statements of a loop make.

    ``behind`` gives what a variable for a moment is set to in the same round, for ``rest = text[1:]; text = rest``.
    """
    middles = _middles(parts)
    changes: Changes = {}

    def note(name: str, change: Change) -> None:
        changes.setdefault(name, []).append(change)

    for statement in (part for part in parts if isinstance(part, ast.stmt)):
        match statement:
            case ast.AugAssign(target=target, op=operator, value=value):
                name = ast.unparse(target)
                note(name, _augmented(statement, operator, value, is_positive))
                grows = isinstance(operator, ast.Add)
                note(f"len({name})", Change(statement, Move.UP if grows else Move.UNKNOWN))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    for one, given in _pairs(target, value):
                        name = ast.unparse(one)
                        change = _assigned(statement, name, given, is_positive, middles, parts)
                        length = _length(statement, name, given)
                        moment = behind(given) if isinstance(given, ast.Name) else None
                        if moment is not None and change.move is Move.UNKNOWN:
                            change = _assigned(statement, name, moment, is_positive, middles, parts)
                        if moment is not None and length.move is Move.UNKNOWN:
                            length = _length(statement, name, moment)
                        note(name, change)
                        note(f"len({name})", length)
            case ast.Delete(targets=targets):
                for target in targets:
                    if isinstance(target, ast.Subscript):
                        fails = not isinstance(target.slice, ast.Slice)
                        note(f"len({ast.unparse(target.value)})", Change(statement, Move.DOWN, fails_when_empty=fails))
            case ast.For(target=target) | ast.AsyncFor(target=target):
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        note(part.id, Change(statement, Move.UNKNOWN))
        for call in _own_calls(statement):
            _method(statement, call, note)
    return changes


def _own_calls(statement: ast.stmt) -> list[ast.Call]:
    """The calls that a statement makes by itself, not those of the statements inside it."""
    found: list[ast.Call] = []
    waiting: list[ast.AST] = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            found.append(node)
        if not isinstance(node, ast.stmt | ast.Lambda | ast.ExceptHandler | ast.match_case):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _method(statement: ast.stmt, call: ast.Call, note: Callable[[str, Change], None]) -> None:
    function = call.func
    name = (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
    is_heap = name in ("heappop", "heappush")
    if is_heap and call.args:
        owner: ast.expr = call.args[0]
    elif isinstance(function, ast.Attribute):
        owner = function.value
    else:
        return
    if name in _SHRINKING:
        fails = name != "clear" and not (name == "pop" and len(call.args) > 1)
        note(f"len({ast.unparse(owner)})", Change(statement, Move.DOWN, fails_when_empty=fails))
    elif name in _GROWING:
        note(f"len({ast.unparse(owner)})", Change(statement, Move.UP))


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
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


def _augmented(
    statement: ast.stmt, operator: ast.operator, value: ast.expr, is_positive: Callable[[ast.expr], bool]
) -> Change:
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


def _assigned(
    statement: ast.stmt,
    name: str,
    value: ast.expr | None,
    is_positive: Callable[[ast.expr], bool],
    middles: dict[str, tuple[str, str]],
    parts: tuple[ast.AST, ...],
) -> Change:
    match value:
        case ast.BinOp(left=left, op=operator, right=right) if ast.unparse(left) == name:
            return _augmented(statement, operator, right, is_positive)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult() as operator, right=right) if ast.unparse(right) == name:
            return _augmented(statement, operator, left, is_positive)
        case ast.BinOp(op=ast.Mod(), right=right) if ast.unparse(right) == name:
            return Change(statement, Move.DOWN, towards_zero=True)
        case ast.Call(func=ast.Name(id="divmod"), args=[left, _]) if ast.unparse(left) == name:
            return Change(statement, Move.DOWN, towards_zero=True)
        case ast.Call(func=ast.Name(id="int"), args=[ast.BinOp() as inner]):
            return _assigned(statement, name, inner, is_positive, middles, parts)
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
        for one, value in _pairs(target, part.value)
        if isinstance(one, ast.Name) and one.id == name
    ]


def _mentions(node: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _bisected(name: str, value: ast.expr | None, middles: dict[str, tuple[str, str]]) -> Move:
    """``low = middle + 1``, ``high = middle - 1`` (or more), ``high = middle``; ``low = middle`` if rounded up."""
    step = 0
    if isinstance(value, ast.BinOp) and isinstance(value.right, ast.Constant) and _is_more_than_zero(value.right):
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


def _middles(parts: tuple[ast.AST, ...]) -> dict[str, tuple[str, str]]:
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


def _length(statement: ast.stmt, name: str, value: ast.expr | None) -> Change:
    """What an assignment makes of the length of a text or sequence."""
    match value:
        case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper)) if ast.unparse(base) == name:
            is_cut = upper is not None and not isinstance(upper, ast.Constant)
            is_shorter = (lower is not None and _is_more_than_zero(lower)) or is_cut
            return Change(statement, Move.DOWN if is_shorter else Move.STILL)
        case ast.Call(func=ast.Attribute(attr="replace")) if (replaced := _replaced(name, value)) is not None:
            return Change(statement, Move.DOWN if replaced else Move.UNKNOWN, where_held=replaced)
        case ast.Call(func=ast.Attribute(value=base, attr="removeprefix" | "removesuffix" as method), args=[end]) if (
            ast.unparse(base) == name
        ):
            return Change(statement, Move.DOWN, where_held=frozenset({f"{_ENDS[method]} {ast.unparse(end)}"}))
        case ast.Call(func=ast.Attribute(value=base, attr="translate"), args=[table]) if ast.unparse(base) == name:
            return Change(statement, Move.STILL if _is_table_of_characters(table) else Move.UNKNOWN)
        case ast.Call(func=ast.Attribute(attr="sub"), args=[_, new, base, *_]) if ast.unparse(base) == name:
            is_empty = isinstance(new, ast.Constant) and new.value == ""
            return Change(statement, Move.DOWN if is_empty else Move.UNKNOWN)
        case ast.Call(func=ast.Attribute(value=base, attr=method)) if ast.unparse(base) == name and method in _CUTTING:
            return Change(statement, Move.STILL)
        case ast.Call(func=ast.Attribute(value=base, attr="partition" | "rpartition")) if ast.unparse(base) == name:
            return Change(statement, Move.DOWN)
        case ast.ListComp(generators=[ast.comprehension(iter=base)]) if _goes_through(base, name):
            return Change(statement, Move.STILL)
        case ast.Constant(value="" | b"") | ast.List(elts=[]) | ast.Tuple(elts=[]):
            return Change(statement, Move.DOWN)
        case ast.BinOp(left=left, op=ast.Add()) if ast.unparse(left) == name:
            return Change(statement, Move.UP)
    return Change(statement, Move.UNKNOWN)


def _goes_through(iterable: ast.expr, name: str) -> bool:
    """Whether an iterable gives as many elements as a container has: itself, or numbered, or its places."""
    match iterable:
        case ast.Call(func=ast.Name(id="enumerate" | "reversed" | "sorted" | "range" | "len"), args=[inner, *_]):
            return _goes_through(inner, name)
    return ast.unparse(iterable) == name


def _replaced(name: str, value: ast.expr) -> frozenset[str] | None:
    """The texts that a chain of ``replace`` calls on a variable makes shorter or fewer; empty where one may not."""
    found: set[str] = set()
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "replace":
        if len(value.args) < 2 or not _shrinks(*value.args[:2]):
            return frozenset()
        found.add(ast.unparse(value.args[0]))
        value = value.func.value
    return frozenset(found) if ast.unparse(value) == name else None


def _is_table_of_characters(table: ast.expr) -> bool:
    """``str.maketrans("ab", "cd")``: it gives one character for one, or none."""
    is_made = isinstance(table, ast.Call) and isinstance(table.func, ast.Attribute) and table.func.attr == "maketrans"
    return is_made and isinstance(table, ast.Call) and len(table.args) > 1


def _shrinks(old: ast.expr, new: ast.expr) -> bool:
    """Whether replacing one text by the other cannot go on for ever."""
    if isinstance(new, ast.Constant) and new.value == "":
        return True
    if not (isinstance(old, ast.Constant) and isinstance(new, ast.Constant)):
        return False
    one, other = old.value, new.value
    return isinstance(one, str) and isinstance(other, str) and len(other) <= len(one) and one != other


def _is_more_than_zero(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int) and node.value > 0
    return not _is_negative(node)


def _is_negative(node: ast.expr | None) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
