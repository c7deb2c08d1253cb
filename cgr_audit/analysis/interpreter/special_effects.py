"""Special methods that Python calls at places which are not modelled: what they do may happen any number of times."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import (
    find_in_class,
    find_in_metaclass,
    instance_at,
    is_special,
    lineage,
)
from cgr_audit.analysis.interpreter.heap import allocate
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.objects import Instance, same, same_object
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import AbstractValue, Function, Method, Partial, Value, join, opaque, single

__all__ = ["MODELLED", "check_annotations", "check_class", "check_instance", "check_method", "effects"]

_BINARY = (
    "add", "and", "divmod", "floordiv", "lshift", "matmul", "mod", "mul", "or", "pow", "rshift", "sub", "truediv",
    "xor",
)  # fmt: skip
MODELLED = frozenset(
    f"__{name}__"
    for name in (
        *(prefix + name for name in _BINARY for prefix in ("", "r", "i")),
        "aenter", "aexit", "bool", "call", "class_getitem", "contains", "delattr", "delete", "delitem", "enter", "exit",
        "get", "getattr", "getattribute", "getitem", "init", "init_subclass", "invert", "iter", "len", "neg", "new",
        "next", "pos", "post_init", "prepare", "reversed", "set", "set_name", "setattr", "setitem",
    )
)  # fmt: skip
"""The special methods that the interpreter calls wherever Python calls them.

All others (``__hash__``, ``__eq__`` in containers, ``__lt__`` in sorting, ``__del__``, ``__repr__`` of elements ...)
are also called where it does not, so that one that reaches the solver bounds nothing.
"""
_MESSAGE = "cannot tell how often Python calls this method"


def check_instance(
    interp: Interpreter, item: AbstractValue, cls: AbstractValue, node: ast.AST, frame: Frame, state: State
) -> None:
    """Give up where a method that is not modelled has an effect on a new instance of a class."""
    for name in sorted(interp.special_names - MODELLED):
        method = find_in_class(interp, cls, name, item, state) if is_special(name) else None
        if method is not None:
            _check(interp, method, item, node, frame, state)
            if name == "__eq__" and not interp.lost and _hashes(interp, cls, item, state):
                interp.lost = any(effects(interp, method, _given(item), node, frame, state))  # which key is found


def _hashes(interp: Interpreter, cls: AbstractValue, item: AbstractValue, state: State) -> bool:
    """Whether instances of a class say by which hash a dictionary finds them."""
    found = find_in_class(interp, cls, "__hash__", item, state)
    return found is not None and any(_is_called(interp, part, state) for part in found.values())


def _given(item: AbstractValue) -> Arguments:
    """What Python may call a special method with: another like it, or anything."""
    return Arguments(star=join(single(item), opaque(0)))


def check_class(interp: Interpreter, cls: AbstractValue, node: ast.AST, frame: Frame, state: State) -> None:
    """Give up where a method of its metaclass that is not modelled has an effect on a new class."""
    if any(interp.metaclasses.get(number) for number, _ in lineage(interp, cls)):
        for name in sorted(interp.special_names - MODELLED):
            method = find_in_metaclass(interp, cls, name, state)
            if method is not None:
                _check(interp, method, cls, node, frame, state)
    hook = find_in_class(interp, cls, "__subclasshook__", cls, state)
    if hook is not None:
        _check(interp, hook, cls, node, frame, state)


def check_method(
    interp: Interpreter, method: Value, name: str, item: AbstractValue, node: ast.AST, frame: Frame, state: State
) -> None:
    """Give up where something that is put into a class as a special method, or a like one, has an effect."""
    if name not in MODELLED:
        _check(interp, method, item, node, frame, state)


def check_annotations(interp: Interpreter, annotations: Iterable[ast.expr | None], frame: Frame, state: State) -> None:
    """Give up where evaluating an annotation, which Python does only when it is read, has an effect."""
    for annotation in annotations:
        if annotation is not None and any(isinstance(part, ast.Call) for part in ast.walk(annotation)):
            inner = state.cost_free()
            interp.evaluate(annotation, frame, inner)
            if inner.cost != ZERO:
                interp.give_up(state, annotation, "cannot tell when Python evaluates this annotation")


def _check(interp: Interpreter, method: Value, item: AbstractValue, node: ast.AST, frame: Frame, state: State) -> None:
    method = {key: part for key, part in method.items() if _is_called(interp, part, state)}
    if not method:
        return
    asks, changes = effects(interp, method, _given(item), node, frame, state)
    if asks or changes:
        interp.lost |= changes
        interp.give_up(state, node, _MESSAGE)


def _is_called(interp: Interpreter, item: AbstractValue, state: State) -> bool:
    """Whether what stands in a class under the name of a special method is one, and no data."""
    held = instance_at(item, state)
    called = held is not None and find_in_class(interp, held.of, "__call__", item, state) is not None
    return called or isinstance(item.payload, Function | Method | Partial)


def effects(
    interp: Interpreter, function: Value, given: Arguments, node: ast.AST, frame: Frame, state: State,
    made: Instance | None = None,
) -> tuple[bool, bool]:  # fmt: skip
    """Whether a call would ask the solver, and whether it would change existing objects; the call is not made.

    ``made`` becomes an object of its own, the first argument.
    """
    inner = state.cost_free()
    if made is not None:
        given = Arguments([allocate(made, node, frame.number, inner), *given.positional], given.named, given.star)
    kept = interp.attempts, interp.recorded, interp.loop_depth, interp.exits, interp.touched
    interp.attempts, interp.recorded, interp.loop_depth = [], [], interp.loop_depth + 1
    try:
        interp.call(function, given, node, frame, inner)
    except NeverReturnsError:
        pass
    finally:
        ends = [inner, *interp.recorded]
        interp.attempts, interp.recorded, interp.loop_depth, interp.exits, interp.touched = kept
    return any(end.cost != ZERO for end in ends), any(_differs(state, end) for end in ends)


def _differs(before: State, after: State) -> bool:
    return any(
        (found := after.cells.get(cell)) is not value and found is not None and not same(found, value)
        for cell, value in before.cells.items()
    ) or any(
        (held := after.heap.get(place)) is not found and held is not None and not same_object(held, found)
        for place, found in before.heap.items()
    )
