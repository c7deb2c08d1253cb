"""How many elements a generator has left, as a number that its draws count down."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from cgr_audit.analysis.domains.intervals import EMPTY, Interval, calculated, exactly
from cgr_audit.analysis.domains.polynomials import ONE, maximum
from cgr_audit.analysis.interpreter.heap import length_of
from cgr_audit.analysis.interpreter.interpreter import Frame
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import NOTHING, Reference, Value, interval_of, opaque

__all__ = ["YIELDS", "counted_down", "hidden", "is_count", "number_of_yields"]

YIELDS = "<yields>"
"""The variable of a generator that counts the elements that it can still give."""
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.YieldFrom)
_BODIES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def hidden(what: str, node: ast.AST) -> str:
    """The variable in which a generator keeps what a statement of it needs to go on."""
    return f"<{what} {node.lineno}:{node.col_offset}>"  # type: ignore[attr-defined]


def number_of_yields(body: Iterable[ast.AST], frame: Frame, state: State) -> Interval | None:
    """How many elements a generator gives at most; nothing if that is not plain to see."""
    found, pending = EMPTY, list(body)
    for part in pending:  # which grows on the way
        if isinstance(part, _BODIES):
            continue
        inner = list(ast.iter_child_nodes(part))
        if isinstance(part, _LOOPS):
            if not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(part)):
                continue
            length = _length_of_parameter(part, frame, state)
            each = None if length is None else number_of_yields(inner, frame, state)
            whole = None if length is None or each is None else calculated(length, ast.Mult(), each)
            if whole is None:
                return None
            found = found + whole
            continue
        found = found + exactly(int(isinstance(part, ast.Yield)))
        pending.extend(inner)
    return found


def _length_of_parameter(node: ast.AST, frame: Frame, state: State) -> Interval | None:
    """How many elements a loop over a parameter has that nothing can change until then."""
    if not isinstance(node, ast.For | ast.AsyncFor) or not isinstance(node.iter, ast.Name):
        return None
    value = state.cells.get((frame.number, node.iter.id), NOTHING)
    is_fixed = len(frame.scope.bindings.get(node.iter.id, ())) == 1 and not any(
        isinstance(item.payload, Reference) for item in value.values()
    )
    return length_of(value, state).plain if value and is_fixed else None


def counted_down(value: Value) -> Value:
    """One element fewer is left."""
    held = interval_of(value)
    if held is None:
        return value
    low = ONE if held.low is None else maximum(held.low, ONE)
    return opaque(0, number=held._replace(low=low, hole=None) - exactly(1))


def is_count(name: str) -> bool:
    """Whether an attribute of a generator counts the elements that are left."""
    return name.startswith(("<<left ", "<<yields>"))
