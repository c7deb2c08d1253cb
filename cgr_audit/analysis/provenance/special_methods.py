"""What Python calls by itself on an instance of a class of the program: operators, iteration, length, text."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.provenance.arguments import Arguments
from cgr_audit.analysis.provenance.attributes import find_in_class
from cgr_audit.analysis.provenance.heap import allocate, deep_dependences, inside
from cgr_audit.analysis.provenance.objects import Instance, Sequence
from cgr_audit.analysis.provenance.run import Frame, Run
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    NOTHING,
    UNKNOWN,
    Alternative,
    Reference,
    Value,
    join,
    opaque,
    restrained,
    single,
)

__all__ = ["is_instance", "iterated", "operated", "special"]

_OPERATORS: Mapping[type[ast.operator], str] = MappingProxyType({
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitOr: "or", ast.BitAnd: "and",
    ast.BitXor: "xor", ast.MatMult: "matmul",
})  # fmt: skip


def special(
    run: Run, value: Value, names: tuple[str, ...], given: list[Value], node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """What the first of these methods gives; nothing where some alternative is no instance that has one."""
    if not run.has_instances or not value:
        return None
    methods = [(item, _method(run, item, names, state)) for item in value.values()]
    result = NOTHING
    for item, method in methods:
        if method is None:
            return None
        result = join(result, restrained(run.call(method, Arguments(list(given)), node, frame, state), item.controls))
    return result


def operated(
    run: Run, op: ast.operator, left: Value, right: Value, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """``left op right`` where a class of the program says what that is."""
    name = _OPERATORS[type(op)]
    own = (f"__i{name}__", f"__{name}__") if isinstance(node, ast.AugAssign) else (f"__{name}__",)
    found = special(run, left, own, [right], node, frame, state)
    return found if found is not None else special(run, right, (f"__r{name}__",), [left], node, frame, state)


def iterated(run: Run, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """The same value, with instances of classes replaced by what iterating them gives."""
    if not run.has_instances:
        return value
    result = NOTHING
    for item in value.values():
        if isinstance(item.payload, Reference) and isinstance(state.heap[item.payload.place], Instance):
            result = join(result, restrained(_elements(run, item, node, frame, state), item.controls))
        else:
            result = join(result, single(item))
    return result


def _elements(run: Run, item: Alternative, node: ast.AST, frame: Frame, state: State) -> Value:
    whole = single(item)
    made = special(run, whole, ("__iter__",), [], node, frame, state)
    if made is None:
        element = special(run, whole, ("__getitem__",), [opaque(0)], node, frame, state)
    elif any(is_instance(part, state) for part in made.values()):
        element = special(run, made, ("__next__",), [], node, frame, state)
    else:
        return made
    size = deep_dependences(whole, state)
    element = element if element is not None else opaque(size | UNKNOWN)
    return allocate(Sequence("iterator", None, element, 0, size), node, inside(frame.number, 3), state)


def is_instance(item: Alternative, state: State) -> bool:
    """Whether it is an instance of a class of the program."""
    return isinstance(item.payload, Reference) and isinstance(state.heap[item.payload.place], Instance)


def _method(run: Run, item: Alternative, names: tuple[str, ...], state: State) -> Value | None:
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance):
        return None
    for name in names:
        method = find_in_class(run, found.of, name, item, state)
        if method is not None:
            return method
    return None
