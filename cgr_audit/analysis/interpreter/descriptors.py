"""Descriptors: what properties, methods of classes and objects with ``__get__`` or ``__set__`` give for a receiver."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import class_of, find_in_class, instance_at
from cgr_audit.analysis.interpreter.heap import allocate
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.declaration import Declaration, Model
from cgr_audit.analysis.interpreter.objects import Instance
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    External,
    Partial,
    Reference,
    Value,
    join,
    known,
    single,
    under_control,
)

__all__ = [
    "DECORATORS",
    "PROPERTIES",
    "accessor",
    "delete_descriptor",
    "described",
    "is_data_descriptor",
    "set_descriptor",
]

_PARTS = MappingProxyType({"getter": "fget", "setter": "fset", "deleter": "fdel"})
_CACHED = External("functools.cached_property")
_PROPERTY = External("builtins.property")
PROPERTIES = frozenset((_PROPERTY, _CACHED))


def described(
    interp: Interpreter, value: Value, receiver: AbstractValue | None, owner: AbstractValue, node: ast.AST,
    frame: Frame, state: State, name: str = "",
) -> Value:  # fmt: skip
    """What stands in a class, with what descriptors among it give for a receiver, or for the class itself."""
    if not interp.has_descriptors:
        return value
    result = NOTHING
    for item in value.values():
        found = instance_at(item, state)
        given = single(item)
        if found is not None and found.of.payload in PROPERTIES and receiver is not None:
            given = interp.call(found.attributes["fget"], Arguments([single(receiver)]), node, frame, state)
            if found.of.payload == _CACHED:
                _keep(receiver, name, given, state)
        elif found is not None and found.of.payload not in PROPERTIES:
            getter = find_in_class(interp, found.of, "__get__", item, state)
            if getter is not None:
                given = interp.call(
                    getter,
                    Arguments([single(receiver) if receiver else known(None), single(owner)]),
                    node,
                    frame,
                    state,
                )
        result = join(result, under_control(given, item.controls))
    return result


def _keep(receiver: AbstractValue, name: str, given: Value, state: State) -> None:
    """Store what a cached property gave in the instance."""
    found = instance_at(receiver, state)
    if found is not None and isinstance(receiver.payload, Reference):
        kept = join(found.attributes.get(name, NOTHING), given)
        state.write(receiver.payload.place, Instance(found.of, {**found.attributes, name: kept}, found.maybe - {name}))


def is_data_descriptor(interp: Interpreter, value: Value, state: State) -> bool:
    """Whether what stands in a class goes before the attribute of an instance."""
    return interp.has_descriptors and any(_part(interp, item, "__set__", "fget", state) for item in value.values())


def _part(interp: Interpreter, item: AbstractValue, method: str, field: str, state: State) -> Value | None:
    """A method of a descriptor, or the function that a property was given for it."""
    found = instance_at(item, state)
    if found is None or found.of.payload == _CACHED:
        return None
    return found.attributes.get(field) or None if found.of.payload == _PROPERTY else find_in_class(
        interp, found.of, method, item, state)  # fmt: skip


def set_descriptor(
    interp: Interpreter, item: AbstractValue, name: str, value: Value, node: ast.AST, frame: Frame, state: State
) -> bool:
    """Hand a value to the descriptor that a class has under a name; tells whether there is one."""
    return _handed(interp, item, name, ("__set__", "fset"), [value], node, frame, state)


def delete_descriptor(
    interp: Interpreter, item: AbstractValue, name: str, node: ast.AST, frame: Frame, state: State
) -> bool:
    """Tell the descriptor that a class has under a name to delete it; tells whether there is one."""
    return _handed(interp, item, name, ("__delete__", "fdel"), [], node, frame, state)


def _handed(
    interp: Interpreter, item: AbstractValue, name: str, part: tuple[str, str], given: list[Value], node: ast.AST,
    frame: Frame, state: State,
) -> bool:  # fmt: skip
    cls = class_of(item, state) if interp.has_descriptors else None
    for held in ((cls and find_in_class(interp, cls, name, None, state)) or NOTHING).values():
        method = _part(interp, held, *part, state)
        if method is not None:
            interp.call(method, Arguments([single(item), *given]), node, frame, state)
            return True
    return False


def accessor(item: AbstractValue, name: str) -> Value | None:
    """``x.setter`` and its like, and the functions that a property holds."""
    return single(AbstractValue(Partial(AbstractValue(External(f"<property>.{name}")), (item,), ()))) if (
        name in _PARTS
    ) else None  # fmt: skip


def _made(name: str, *fields: str) -> Model:
    """A new descriptor that holds what it is given."""
    of = AbstractValue(External(name))

    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        interp.has_descriptors = interp.has_instances = True
        parts = {field: given.get(place, field) or NOTHING for place, field in enumerate(fields)}
        return allocate(Instance(of, parts), node, frame.number, state)

    return model


def _changed(field: str) -> Model:
    """``x.setter(function)``: a property like another, with one part of its own."""

    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        result = NOTHING
        for item in given.positional[0].values():
            found = instance_at(item, state)
            attributes = found.attributes if found is not None else {}
            made = Instance(AbstractValue(_PROPERTY), {**attributes, field: given.positional[1]})
            interp.has_descriptors = True
            result = join(result, allocate(made, node, frame.number, state))
        return result

    return model


_property = Declaration("fget=None, fset=None, fdel=None, doc=None", _made("builtins.property", "fget", "fset", "fdel"))
DECORATORS: Mapping[str, Declaration] = MappingProxyType({
    "builtins.property": _property, "abc.abstractproperty": _property, "enum.property": _property,
    "types.DynamicClassAttribute": _property,
    "functools.cached_property": Declaration("function, /", _made("functools.cached_property", "fget")),
    "builtins.classmethod": Declaration("function, /", _made("builtins.classmethod", "__func__")),
    "builtins.staticmethod": Declaration("function, /", _made("builtins.staticmethod", "__func__")),
    **{f"<property>.{name}": Declaration("self, function, /", _changed(field)) for name, field in _PARTS.items()},
})  # fmt: skip
"""What makes descriptors, called or put above a function."""
