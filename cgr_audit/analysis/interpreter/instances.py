"""New instances of the classes of a program."""

from __future__ import annotations

import ast
from collections.abc import Sequence as Seq

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import find_in_class, inherited_values, lineage
from cgr_audit.analysis.interpreter.counters import with_slacks
from cgr_audit.analysis.interpreter.heap import allocate
from cgr_audit.analysis.interpreter.interpreter import (
    Frame,
    Interpreter,
)
from cgr_audit.analysis.interpreter.library import calls as library
from cgr_audit.analysis.interpreter.library.enumerations import member_of_value, members_of
from cgr_audit.analysis.interpreter.library.escape import escape, is_derived
from cgr_audit.analysis.interpreter.library.exceptions import exception_attributes, is_exception_class
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Mapped, Sequence
from cgr_audit.analysis.interpreter.special_methods import is_instance
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    AbstractValue,
    Class,
    Reference,
    Value,
    join,
    single,
    under_control,
)

__all__ = ["instantiate"]

_CONTAINERS = frozenset(
    (*(f"builtins.{name}" for name in ("bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple")),
     *(f"collections.{name}" for name in ("Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict",
                                          "deque")))
)  # fmt: skip


def instantiate(
    interp: Interpreter, item: AbstractValue, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """A new instance of a class of the program."""
    payload = item.payload
    assert isinstance(payload, Class)
    interp.has_instances = True
    if isinstance(payload.node, ast.ClassDef):
        plain = library.record_fields(interp, payload.node)
        if plain is not None:
            return _record(interp, item, plain, given, node, frame, state)
    members = members_of(interp, item, state)
    if members and len(given.positional) == 1:
        value = member_of_value(interp, members, given.positional[0], node, state)
        missing = find_in_class(interp, item, "_missing_", item, state)
        exact = next(iter(given.positional[0].values())).payload if len(given.positional[0]) == 1 else None
        if missing is None or any(part.payload == exact for member in members.values() for part in member.values()):
            return value
        return join(value, interp.call(missing, given, node, frame, state))
    replaced = _replacement(interp, item, given, node, frame, state)
    if replaced is not None:
        return replaced
    attributes = inherited_values(interp, item, state)
    if is_exception_class(interp, item):
        attributes.update(exception_attributes(given, node, frame, state))
    if _is_container(interp, item):
        attributes[BOXED] = _content(given, state)
    attributes = with_slacks(interp.counters, attributes, interp.calls_so_far(state))
    value = allocate(Instance(item, attributes), node, frame.number, state)
    made = next(iter(value.values()))
    method = find_in_class(interp, item, "__init__", made, state)
    if method is not None:
        interp.call(method, given, node, frame, state)
    elif given.all:
        assert isinstance(made.payload, Reference)
        if BOXED in attributes and is_derived(interp, made, state):  # its constructor may call its methods
            escape(interp, [value, *given.all], interp.unknown(), node, frame, state)
        state.write(made.payload.place, Instance(item, {**attributes, **given.named}))
    return value


def _is_container(interp: Interpreter, cls: AbstractValue) -> bool:
    """Whether a class derives from one of the library that keeps what it is given: ``list``, ``str``, ``Counter``."""
    if not any(interp.outer_bases.values()):
        return False
    names = {name for frame, _ in lineage(interp, cls) for name in interp.outer_bases.get(frame, ())}
    return not names.isdisjoint(_CONTAINERS)


def _content(given: Arguments, state: State) -> Value:
    """What such an object is made of, elements and all."""
    content = NOTHING
    for value in given.all:
        for item in value.values():
            found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
            parts = [single(item)]
            if isinstance(found, Mapped):
                parts = [found.any_key, found.any_value]
            elif isinstance(found, Sequence):
                parts = [found.any]
            for part in parts:
                content = join(content, under_control(part, item.controls))
    return content


def _replacement(
    interp: Interpreter, item: AbstractValue, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """What ``__new__`` gives where that is no instance, but something that can be followed."""
    method = find_in_class(interp, item, "__new__", item, state)
    if method is None:
        return None
    made = interp.call(method, given, node, frame, state)
    return None if any(part.taint & UNKNOWN or is_instance(part, state) for part in made.values()) else made


def _field_default(interp: Interpreter, default: ast.expr, node: ast.AST, frame: Frame, state: State) -> Value:
    """The default of a dataclass's field, also as ``field(default_factory=...)``."""
    if isinstance(default, ast.Call):
        for keyword in default.keywords:
            if keyword.arg == "default_factory":
                factory = interp.evaluate(keyword.value, frame, state)
                own = interp.frame(
                    default, frame.scope, frame, (node, frame.number)
                )  # each instance has one of its own
                return interp.call(factory, Arguments(), default, own, state)
            if keyword.arg == "default":
                return interp.evaluate(keyword.value, frame, state)
    return interp.evaluate(default, frame, state)


def _record(
    interp: Interpreter, item: AbstractValue, plain: tuple[bool, Seq[tuple[str, ast.expr | None]]], given: Arguments,
    node: ast.AST, frame: Frame, state: State,
) -> Value:  # fmt: skip
    """An instance of a dataclass or a named tuple: its fields are its arguments."""
    is_tuple, fields = plain
    values: dict[str, Value] = {}
    for place, (name, default) in enumerate(fields):
        if place < len(given.positional):
            values[name] = given.positional[place]
        elif name in given.named:
            values[name] = given.named[name]
        elif default is not None:
            values[name] = _field_default(interp, default, node, frame, state)
        else:
            values[name] = join(given.star, given.double_star) or interp.unknown()
    if is_tuple:
        made = Sequence("tuple", tuple(values.values()), fields=tuple(values), of=item)
        return allocate(made, node, frame.number, state)
    if is_exception_class(interp, item):
        values.update(exception_attributes(given, node, frame, state))
    values = with_slacks(interp.counters, values, interp.calls_so_far(state))
    value = allocate(Instance(item, values), node, frame.number, state)
    method = find_in_class(interp, item, "__post_init__", next(iter(value.values())), state)
    if method is not None:
        interp.call(method, Arguments(), node, frame, state)
    return value
