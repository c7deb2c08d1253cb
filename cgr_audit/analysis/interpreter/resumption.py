"""Where a generator goes on: the rest of the statements around the ``yield`` at which it waits."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.heap import length_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, Loop
from cgr_audit.analysis.interpreter.loops import execute_while, run_for
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.remaining_elements import hidden
from cgr_audit.analysis.interpreter.state import State, rejoined
from cgr_audit.analysis.interpreter.values import interval_of

__all__ = ["resume"]


def resume(interp: Interpreter, body: list[ast.stmt], position: ast.AST, frame: Frame, state: State) -> State | None:
    """Run statements from a place inside them on."""
    for number, statement in enumerate(body):
        if _holds(statement, position):
            end = _resume_statement(interp, statement, position, frame, state)
            return None if end is None else interp.execute(body[number + 1 :], frame, end)
    return state


def _holds(part: ast.AST, position: ast.AST) -> bool:
    return any(node is position for node in ast.walk(part))


def _resume_statement(
    interp: Interpreter, statement: ast.stmt, position: ast.AST, frame: Frame, state: State
) -> State | None:
    """The rest of one statement."""
    for body in _bodies(statement):
        if any(_holds(part, position) for part in body):
            return _resume_inside(interp, statement, body, position, frame, state)
    match statement:
        case ast.For() | ast.AsyncFor() if statement is position:
            return _rest_of_loop(interp, statement, frame, state)
        case ast.Expr() | ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Return():
            if statement.value is not position and _repeats(statement, position):
                interp.give_up(state, statement, "cannot tell where this generator goes on")
        case _:
            interp.give_up(state, statement, "cannot tell where this generator goes on")
    return interp.execute([statement], frame, state)


def _repeats(statement: ast.stmt, position: ast.AST) -> bool:
    """Whether evaluating a statement again does something again that comes before a place in it."""
    inside = set(ast.walk(position))
    start = position.lineno, position.col_offset  # type: ignore[attr-defined]
    return any(
        isinstance(part, _EFFECTS)
        and part not in inside
        and (part.lineno, part.col_offset) <= start
        and not _holds(part, position)
        for part in ast.walk(statement)
    )


_EFFECTS = (ast.Call, ast.Await, ast.NamedExpr, ast.Yield, ast.YieldFrom)


def _bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
    found = [part for _, part in ast.iter_fields(statement) if isinstance(part, list) and part]
    bodies = [part for part in found if isinstance(part[0], ast.stmt)]
    inner = [part.body for parts in found for part in parts if isinstance(part, ast.ExceptHandler | ast.match_case)]
    return [*bodies, *inner]


def _resume_inside(
    interp: Interpreter, statement: ast.stmt, body: list[ast.stmt], position: ast.AST, frame: Frame, state: State
) -> State | None:
    match statement:
        case ast.If() | ast.Match():
            return resume(interp, body, position, frame, state)
        case ast.For() | ast.AsyncFor() | ast.While() if body is statement.body:
            return _resume_in_loop(interp, statement, position, frame, state)
        case ast.Try() | ast.TryStar() if body is statement.body:
            return execute_try(
                interp, statement, frame, state, rest=lambda begun: resume(interp, body, position, frame, begun)
            )
        case ast.Try() | ast.TryStar() if not statement.finalbody:
            return resume(interp, body, position, frame, state)
        case ast.For() | ast.AsyncFor() | ast.While():
            return resume(interp, body, position, frame, state)
    interp.give_up(state, statement, "cannot tell where this generator goes on")
    return resume(interp, body, position, frame, state)


def _resume_in_loop(
    interp: Interpreter, statement: ast.For | ast.AsyncFor | ast.While, position: ast.AST, frame: Frame, state: State
) -> State | None:
    base, loop = state.controls, Loop()
    frame.loops.append(loop)
    end = resume(interp, statement.body, position, frame, state)
    frame.loops.pop()
    met = rejoined([*([] if end is None else [end]), *loop.continues], base)
    after: State | None = None
    if met is not None:
        if isinstance(statement, ast.While):
            after = execute_while(interp, statement, frame, met)
        else:
            after = _rest_of_loop(interp, statement, frame, met)
    return rejoined([*([] if after is None else [after]), *loop.breaks], base)


def _rest_of_loop(interp: Interpreter, statement: ast.For | ast.AsyncFor, frame: Frame, state: State) -> State | None:
    """The elements that are left; where there are other ones now than when the loop began, at most all."""
    cells = [(frame.number, hidden(what, statement)) for what in ("iterable", "length", "left")]
    iterable = state.cells[cells[0]]
    began, left = (interval_of(state.cells.get(cell, {})) for cell in cells[1:])
    length = length_of(iterable, state).plain
    if left is None or began is None or began.plain != length:
        left = length._replace(low=None)
    return run_for(interp, statement, iterable, frame, state, left)
