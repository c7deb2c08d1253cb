"""Exceptions as objects: what they are made of, which classes they belong to, and what their text is."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import lineage
from cgr_audit.analysis.interpreter.heap import allocate, deep_controls, deep_taint, inside
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import Instance, Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    AbstractValue,
    Class,
    External,
    Reference,
    Value,
    join,
    join_all,
    opaque,
    single,
    under_control,
)

__all__ = [
    "BUILT_IN_EXCEPTIONS",
    "belongs",
    "built_in_classes",
    "exception_attributes",
    "is_exception_class",
    "message_of",
    "new_exception",
]

BUILT_IN_EXCEPTIONS = frozenset(
    name for name, found in vars(builtins).items() if isinstance(found, type) and issubclass(found, BaseException)
)
_PREFIX = "builtins."
_HELD: Mapping[str, tuple[str, int]] = MappingProxyType({
    "StopIteration": ("value", 0), "StopAsyncIteration": ("value", 0), "SystemExit": ("code", 0),
    "ExceptionGroup": ("exceptions", 1), "BaseExceptionGroup": ("exceptions", 1),
})  # fmt: skip


def new_exception(interp: Interpreter, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """A new exception of a built-in class, by the class's name."""
    interp.has_instances = True
    attributes = exception_attributes(given, node, frame, state)
    if name in _HELD:
        attribute, place = _HELD[name]
        attributes[attribute] = given.get(place) or given.star or opaque(0)
    of = AbstractValue(External(f"{_PREFIX}{name}"))
    return allocate(Instance(of, attributes), node, frame.number, state)


def exception_attributes(given: Arguments, node: ast.AST, frame: Frame, state: State) -> dict[str, Value]:
    """What every exception keeps of the arguments that it is made with."""
    made = Sequence("tuple", None, join(join_all(given.positional), given.star)) if given.star else Sequence(
        "tuple", tuple(given.positional))  # fmt: skip
    return {"args": allocate(made, node, inside(frame.number, 7), state)}


def is_exception_class(interp: Interpreter, cls: AbstractValue) -> bool:
    """Whether a class of the program is one of exceptions."""
    return any(issubclass(found, BaseException) for found in built_in_classes(interp, cls))


def built_in_classes(interp: Interpreter, cls: AbstractValue) -> list[type]:
    """The built-in classes that a class is, or that it and its bases derive from."""
    if isinstance(cls.payload, External):
        names = [cls.payload.name]
    else:
        names = [name for frame, _ in lineage(interp, cls) for name in interp.outer_bases.get(frame, ())]
    found = [getattr(builtins, name.removeprefix(_PREFIX), None) for name in names if name.startswith(_PREFIX)]
    return [one for one in found if isinstance(one, type)]


def belongs(interp: Interpreter, item: AbstractValue, classes: list[AbstractValue], state: State) -> bool | None:
    """Whether an exception is of one of these classes, where that can be told."""
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance):
        return None
    told: bool | None = False
    for cls in classes:
        one = _is_of(interp, found.of, cls)
        if one is True:
            return True
        if one is None:
            told = None
    return told


def _is_of(interp: Interpreter, own: AbstractValue, cls: AbstractValue) -> bool | None:
    if isinstance(cls.payload, Class):
        return isinstance(own.payload, Class) and any(frame == cls.payload.frame for frame, _ in lineage(interp, own))
    asked = built_in_classes(interp, cls)
    if not isinstance(cls.payload, External) or not asked:
        return None
    found = built_in_classes(interp, own)
    return any(issubclass(one, asked[0]) for one in found) if found else None


def message_of(interp: Interpreter, item: AbstractValue, state: State) -> Value | None:
    """What the text of an exception is made of; nothing if it is not an exception, or where its class says."""
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance) or "args" not in found.attributes:
        return None
    classes = built_in_classes(interp, found.of)
    if not any(issubclass(one, BaseException) for one in classes):
        return None
    arguments = found.attributes["args"]
    inner = next(iter(arguments.values())).payload if len(arguments) == 1 else None
    held = state.heap[inner.place] if isinstance(inner, Reference) else None
    plain = isinstance(held, Sequence) and held.items is not None and len(held.items) == 1
    if plain and not any(issubclass(one, KeyError) for one in classes):
        assert isinstance(held, Sequence)
        assert held.items is not None
        return under_control(held.items[0], item.controls)
    sources = single(item)
    return opaque(deep_taint(arguments, state), deep_controls(sources, state), sources=_parts(held))


def _parts(held: object) -> list[AbstractValue]:
    items = held.items if isinstance(held, Sequence) else None
    return [item for value in items or () for item in value.values()]
