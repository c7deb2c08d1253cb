"""What the outcome of a test says of the variables in it: constants that contradict it are left out."""

from __future__ import annotations

import ast

from cgr_audit.analysis import pure
from cgr_audit.analysis.provenance.conditions import is_answer_set
from cgr_audit.analysis.provenance.heap import constants_of, truth_of
from cgr_audit.analysis.provenance.run import Frame, Run
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    NOTHING,
    UNKNOWN,
    Alternative,
    Class,
    Function,
    Known,
    Reference,
    Value,
)

__all__ = ["is_identical", "refine"]


def refine(run: Run, test: ast.expr, outcome: bool, frame: Frame, state: State) -> State:
    """Narrow the variables of ``state``, in which ``test`` has this outcome; gives ``state`` back."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            refine(run, operand, not outcome, frame, state)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) is outcome:
            for value in values:
                refine(run, value, outcome, frame, state)
        case ast.Name():
            _keep(test, frame, state, lambda item: truth_of(item, state) is not (not outcome))
        case ast.NamedExpr(target=target):
            refine(run, target, outcome, frame, state)
        case ast.Compare(left=ast.Name() | ast.NamedExpr() as left, ops=[op], comparators=[right]):
            name = left.target if isinstance(left, ast.NamedExpr) else left
            constants = constants_of(run.last.get(right, NOTHING))
            if isinstance(op, ast.Is | ast.IsNot):
                whole, same = run.last.get(right, NOTHING), isinstance(op, ast.Is) is outcome
                _keep(name, frame, state, lambda item: is_identical(run, item, whole) is not (not same))
            if isinstance(op, ast.In) is outcome and isinstance(op, ast.In | ast.NotIn):
                members = run.last.get(right, NOTHING)
                if is_answer_set(members, state):  # nothing extracted is not among the answers there are
                    _keep(name, frame, state, lambda item: not (
                        isinstance(item.payload, Known) and run.is_missing(item.payload.constant)))  # fmt: skip
            elif constants is not None and len(constants) == 1:
                _keep(name, frame, state, lambda item: _agrees(item, op, constants[0], outcome))
    return state


def is_identical(run: Run, item: Alternative, other: Value) -> bool | None:
    """Whether one thing is the object that the module made once, where that can be told."""
    sole = next(iter(other.values())).payload if len(other) == 1 else None
    if isinstance(sole, Reference):
        frame = run.frames.get(sole.place[1])
        if frame is None or not isinstance(frame.node, ast.Module):
            return None
    elif not isinstance(sole, Class | Function):
        return None
    if item.payload == sole:
        return True
    return None if item.dependences & UNKNOWN else False


def _agrees(item: Alternative, op: ast.cmpop, constant: object, outcome: bool) -> bool:
    if not isinstance(item.payload, Known):
        return True
    try:
        return pure.compare(op, item.payload.constant, constant) is outcome
    except pure.Unfoldable:
        return True


def _keep(name: ast.expr, frame: Frame, state: State, test: object) -> None:
    if not isinstance(name, ast.Name):
        return
    owner = frame.owner_of(name.id)
    cell = (-1 if owner is None else owner.number, name.id)
    value = state.cells.get(cell)
    if value is None or len(value) < 2:
        return
    kept: Value = {key: item for key, item in value.items() if test(item)}  # type: ignore[operator]
    if kept and len(kept) < len(value):
        state.cells[cell] = kept
