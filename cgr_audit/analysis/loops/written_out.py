"""Values that every round sets to something written out, such as ``n = 0`` or ``left = [total]``."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.loop_state import LoopState

__all__ = ["is_set_to_fail"]

_COMPARISONS: Mapping[type[ast.cmpop], Callable[[float, float], bool]] = MappingProxyType(
    {ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt, ast.LtE: operator.le, ast.NotEq: operator.ne}
)


def is_set_to_fail(state: LoopState, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> bool:
    """Whether every round leaves in a variable, or as its length, a number for which ``left kind right`` fails."""
    if _is_cut_to(state, left, kind, right):
        return True
    limit = _number(right)
    compare = _COMPARISONS.get(kind)
    if limit is None or compare is None:
        return False
    match left:
        case ast.Name(id=name):
            size = _number
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
            size = _length if kind in (ast.Lt, ast.LtE, ast.NotEq) else _greatest_length
        case _:
            return False
    changes = state.changes.get(text_of(left), [])
    setting: set[ast.AST] = set()
    for change in changes:
        match change.statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                number = size(value)
                if number is None or compare(number, limit):
                    return False
                setting.add(change.statement)
            case _:
                return False
    return bool(setting) and not state.region.goes_round_without(setting)


def _is_cut_to(state: LoopState, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> bool:
    """``len(text) > most``, where every round sets ``text = text[:most]``."""
    match left:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as cut]) if kind is ast.Gt and state.is_constant(right):
            match state.behind(cut):
                case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Name() as upper, step=None)):
                    return text_of(upper) == text_of(right)
    return False


def _number(node: ast.expr) -> float | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int | float) else None


def _length(node: ast.expr) -> float | None:
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return None if any(isinstance(part, ast.Starred) for part in parts) else len(parts)
        case ast.Constant(value=str(text)):
            return len(text)
    return None


def _greatest_length(node: ast.expr) -> float | None:
    match node:
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=int(most)), step=None)) if most >= 0:
            return most
    return _length(node)
