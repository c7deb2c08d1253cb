"""Inlining: tests of properties and small methods that only compute with numbers of their own object.

``budget.left() > 0`` says of ``budget`` what ``budget.total - budget.used > 0`` says of it.
"""

from __future__ import annotations

import ast
from typing import Any

from cgr_audit.analysis.interpreter.class_lookup import find_in_class
from cgr_audit.analysis.interpreter.descriptors import PROPERTIES
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance
from cgr_audit.analysis.interpreter.state import State, is_old
from cgr_audit.analysis.interpreter.values import NOTHING, AbstractValue, Function, Reference, Value, interval_of

__all__ = ["inline", "object_of"]

_PLAIN = (ast.Attribute, ast.Name, ast.Constant, ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp)


def inline(interp: Interpreter, node: ast.expr, frame: Frame, state: State) -> ast.expr | None:
    """The expression that a property, or a method without arguments, returns, in terms of the receiver."""
    match node:
        case ast.Attribute(value=holder, attr=name):
            is_call = False
        case ast.Call(func=ast.Attribute(value=holder, attr=name), args=[], keywords=[]):
            is_call = True
        case _:
            return None
    place, found = object_of(holder, frame, state)
    if not isinstance(found, Instance) or name in found.attributes or "__getattribute__" in interp.special_names:
        return None
    receiver = AbstractValue(Reference(place))
    function = _function(find_in_class(interp, found.of, name, receiver, state) or NOTHING, state, is_call=is_call)
    if function is None or function.node in interp.generators:
        return None
    returned = _returned(function.node)
    if returned is None or not _is_plain(*returned, found):
        return None
    key = (node, function.node)
    made = interp.inline_cache.get(key)
    if made is None:
        made = interp.inline_cache[key] = _For(returned[1], holder).visit(_copied(returned[0]))
    interp.evaluate(made, frame, state)
    return made


def object_of(node: ast.expr, frame: Frame, state: State) -> tuple[Any, HeapObject | None]:
    """The one object that a name, or an attribute of one, certainly is, with its place; ``None`` for several."""
    value: Value = NOTHING
    if isinstance(node, ast.Name):
        owner = frame.owner_of(node.id)
        value = state.cells.get((-1 if owner is None else owner.number, node.id), NOTHING)
    elif isinstance(node, ast.Attribute):
        _, holder = object_of(node.value, frame, state)
        if isinstance(holder, Instance) and node.attr not in holder.maybe:
            value = holder.attributes.get(node.attr, NOTHING)
    payload = next(iter(value.values())).payload if len(value) == 1 else None
    if not isinstance(payload, Reference) or is_old(payload.place):
        return None, None
    return payload.place, state.heap[payload.place]


def _function(value: Value, state: State, *, is_call: bool) -> Function | None:
    payload = next(iter(value.values())).payload if len(value) == 1 else None
    found = state.heap.get(payload.place) if isinstance(payload, Reference) and not is_call else None
    if isinstance(found, Instance) and found.of.payload in PROPERTIES:
        getter = found.attributes["fget"]
        payload = next(iter(getter.values())).payload if len(getter) == 1 else None
    elif not is_call:
        return None
    return payload if isinstance(payload, Function) else None


def _returned(node: ast.AST) -> tuple[ast.expr, str] | None:
    """The only expression that a method returns, and the name of its only parameter."""
    match node:
        case ast.FunctionDef(
            args=ast.arguments(posonlyargs=[], args=[parameter], vararg=None, kwonlyargs=[], kwarg=None),
            body=[*rest, ast.Return(value=ast.expr() as value)],
        ) if all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in rest):
            return value, parameter.arg
    return None


def _is_plain(value: ast.expr, own: str, found: Instance) -> bool:
    """Whether an expression only computes with numbers that the object holds itself."""
    for part in ast.walk(value):
        if isinstance(part, ast.expr) and not isinstance(part, _PLAIN):
            return False
        if isinstance(part, ast.Name) and part.id != own:
            return False
        if isinstance(part, ast.Attribute) and (
            not isinstance(part.value, ast.Name)
            or part.attr in found.maybe
            or interval_of(found.attributes.get(part.attr, NOTHING) or NOTHING) is None
        ):
            return False
    return True


def _copied(node: ast.expr) -> ast.expr:
    copied = ast.parse(ast.unparse(node), mode="eval").body
    return ast.copy_location(copied, node)


class _For(ast.NodeTransformer):
    """Replaces ``self`` by the receiver."""

    def __init__(self, own: str, holder: ast.expr) -> None:
        self._own, self._holder = own, holder

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The object itself."""
        return self._holder if node.id == self._own else node
