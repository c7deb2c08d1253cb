"""Whether objects are used only in ways whose special methods are run where they are written: ``a[b]``, ``a + b``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.calls.callables import Instance
from cgr_audit.analysis.calls.outside_calls import INERT
from cgr_audit.analysis.calls.special_methods import OPERATORS

__all__ = ["OPERATED_METHODS", "is_operated_on"]

_BINARY = tuple(name for kind, name in OPERATORS.items() if issubclass(kind, ast.operator))
OPERATED_METHODS = frozenset(
    {"__getitem__", "__setitem__"} | {f"__{prefix}{name}__" for prefix in ("", "r", "i") for name in _BINARY}
)
"""Special methods that are run by an operation which the text of a program shows."""

_INERT = INERT - {"builtins.delattr", "builtins.hasattr"}
_PLAIN = (
    ast.AnnAssign, ast.Attribute, ast.AugAssign, ast.BinOp, ast.BoolOp, ast.Expr, ast.FormattedValue, ast.If,
    ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Return, ast.Subscript, ast.While, ast.arguments, ast.withitem,
)  # fmt: skip


def is_operated_on(machine: Machine, node: ast.expr) -> bool:
    """Whether the objects of the class that is called here go nowhere but where their operations are seen."""
    owners = {held.node for held in machine.graph.callables(node) if isinstance(held, Instance)}
    for owner in owners:
        if any(isinstance(part, ast.Name) and part.id == "NotImplemented" for part in ast.walk(owner)):
            return False
        if not all(_is_plain(machine, place, owner) for place in machine.graph.places_of(owner)):
            return False
    return bool(owners)


def _is_plain(machine: Machine, place: ast.AST, owner: ast.ClassDef) -> bool:
    around = machine.index.parent(place)
    match around:
        case ast.Assign(targets=targets):
            return not any(isinstance(target, ast.Tuple | ast.List) for target in targets)
        case ast.UnaryOp(op=operator):
            return isinstance(operator, ast.Not)
        case ast.Compare(left=left, ops=ops):
            contains = place is not left and any(isinstance(one, ast.In | ast.NotIn) for one in ops)
            return not contains or "__contains__" in machine.scopes.of_node[owner].bindings
        case ast.keyword():
            return _is_taken(machine, machine.index.parent(around))
        case ast.Call(func=func):
            return func is place or _is_taken(machine, around)
    return isinstance(around, _PLAIN)


def _is_taken(machine: Machine, call: ast.AST | None) -> bool:
    """Whether an argument goes to functions of the program only, or to one that runs none of its methods."""
    if not isinstance(call, ast.Call):
        return False
    targets = machine.graph.targets(call)
    if targets.functions:
        return not (targets.unknown or targets.passed or targets.passes_solver)
    return machine.scopes.qualified_name(call.func) in _INERT
