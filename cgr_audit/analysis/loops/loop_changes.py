"""What the statements of a loop do to the variables that its test reads: move them up, down, or no one knows where."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.assignments import pairs
from cgr_audit.analysis.loops.change import Change, Changes, Move
from cgr_audit.analysis.loops.length_changes import assigned_length
from cgr_audit.analysis.loops.number_changes import NumberChanges

__all__ = ["find_changes"]

_SHRINKING = frozenset({"pop", "popleft", "popitem", "remove", "discard", "clear", "heappop"})
_GROWING = frozenset(
    {"append", "appendleft", "extend", "extendleft", "insert", "add", "update", "push", "heappush", "put", "setdefault"}
)
_ADDING_WHAT_IS_NEW = frozenset({"add", "update", "setdefault"})


def find_changes(
    loop: ast.stmt,
    parts: tuple[ast.AST, ...],
    numbers: NumberChanges,
    behind: Callable[[ast.expr], ast.expr | None],
) -> Changes:
    """Every change that the statements of a loop, or of a function, make; those in its test are the loop's own.

    ``behind`` gives what a variable for a moment is set to in the same round, for ``rest = text[1:]; text = rest``.
    """
    changes: Changes = {}

    def note(name: str, change: Change) -> None:
        changes.setdefault(name, []).append(change)

    def assign(statement: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        for one, given in pairs(target, value):
            name = text_of(one)
            change = numbers.assigned(statement, name, given)
            length = assigned_length(statement, name, given, behind)
            moment = behind(given) if isinstance(given, ast.Name) else None
            if moment is not None and change.move is Move.UNKNOWN:
                change = numbers.assigned(statement, name, moment)
            if moment is not None and length.move is Move.UNKNOWN:
                length = assigned_length(statement, name, moment, behind)
            note(name, change)
            note(f"len({name})", length)

    for statement in (loop, *(part for part in parts if isinstance(part, ast.stmt))):
        match statement:
            case ast.AugAssign(target=target, op=operator, value=value):
                name = text_of(target)
                note(name, numbers.augmented(statement, name, operator, value))
                grows = isinstance(operator, ast.Add | ast.BitOr)
                note(f"len({name})", Change(statement, Move.UP if grows else Move.UNKNOWN))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    assign(statement, target, value)
                    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                        name = text_of(target.value)
                        note(f"len({name})", assigned_length(statement, name, value, behind))
            case ast.AnnAssign(target=target, value=value) if value is not None:
                assign(statement, target, value)
            case ast.Delete(targets=targets):
                for target in targets:
                    if isinstance(target, ast.Subscript):
                        fails = not isinstance(target.slice, ast.Slice)
                        note(f"len({text_of(target.value)})", Change(statement, Move.DOWN, fails_when_empty=fails))
            case ast.For(target=target) | ast.AsyncFor(target=target) if statement is not loop:
                for name in _names_in(target):
                    note(name, Change(statement, Move.UNKNOWN))
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for name in (name for item in items if item.optional_vars for name in _names_in(item.optional_vars)):
                    note(name, Change(statement, Move.UNKNOWN))
        for part, is_certain in _own_parts(statement, loop):
            if isinstance(part, ast.Call):
                _method(statement, part, note, is_certain=is_certain)
            else:
                assign(statement, part.target, part.value)
    return changes


def _names_in(target: ast.expr) -> list[str]:
    return [part.id for part in ast.walk(target) if isinstance(part, ast.Name)]


def _own_parts(statement: ast.stmt, loop: ast.stmt) -> list[tuple[ast.Call | ast.NamedExpr, bool]]:
    """The calls and ``:=`` of a statement itself, not those of the statements inside it, each with whether it must run.

    Where both arms of ``... if ... else ...`` make a call, one does. A round has passed the whole test of the loop.
    """
    found: list[tuple[ast.Call | ast.NamedExpr, bool]] = []
    waiting = [(child, True) for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
    while waiting:
        node, is_certain = waiting.pop()
        if isinstance(node, ast.Call | ast.NamedExpr):
            found.append((node, is_certain))
        if isinstance(node, ast.stmt | ast.Lambda | ast.ExceptHandler | ast.match_case):
            continue
        perhaps: list[ast.expr] = []
        if isinstance(node, ast.BoolOp) and not (statement is loop and isinstance(node.op, ast.And)):
            perhaps = node.values[1:]
        elif isinstance(node, ast.IfExp) and not (
            isinstance(node.body, ast.Call) and isinstance(node.orelse, ast.Call)
        ):
            perhaps = [node.body, node.orelse]
        waiting.extend((child, is_certain and child not in perhaps) for child in ast.iter_child_nodes(node))
    return found


def _method(statement: ast.stmt, call: ast.Call, note: Callable[[str, Change], None], *, is_certain: bool) -> None:
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
        fails = is_certain and name not in ("clear", "discard") and not (name == "pop" and len(call.args) > 1)
        down = Change(statement, Move.DOWN, fails_when_empty=fails, is_certain=is_certain and name != "discard")
        note(f"len({text_of(owner)})", down)
    elif name in _GROWING:
        note(
            f"len({text_of(owner)})",
            Change(statement, Move.UP, is_certain=is_certain and name not in _ADDING_WHAT_IS_NEW),
        )
