"""New instances of the classes of a program."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import class_of, find_in_class, instance_at, lineage
from cgr_audit.analysis.interpreter.counters import with_slacks
from cgr_audit.analysis.interpreter.heap import allocate
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.enumerations import member_of_value, members_of
from cgr_audit.analysis.interpreter.library.exceptions import exception_attributes, is_exception_class
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Mapped, Sequence
from cgr_audit.analysis.interpreter.records import new_record, record_of
from cgr_audit.analysis.interpreter.special_effects import check_instance
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    AbstractValue,
    Reference,
    Value,
    join,
    single,
    under_control,
)

__all__ = ["instantiate", "new_object"]

_CONTAINERS = frozenset(
    (*(f"builtins.{name}" for name in ("bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple")),
     *(f"collections.{name}" for name in ("Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict",
                                          "deque")))
)  # fmt: skip


def instantiate(
    interp: Interpreter, item: AbstractValue, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """A new instance of a class of the program."""
    interp.has_instances = True
    given = _with_room(given, node, frame, state)
    record = record_of(interp, item, state)
    members = members_of(interp, item, state)
    if members and len(given.positional) == 1:
        return member_of_value(interp, item, members, given.positional[0], node, frame, state)
    maker = find_in_class(interp, item, "__new__", item, state)
    if maker is not None:
        made = interp.call(maker, given, node, frame, state)
        if any(part.taint & UNKNOWN and not isinstance(part.payload, Reference) for part in made.values()):
            made = new_object(interp, item, given, node, frame, state)
    elif record is not None:
        made = new_record(interp, item, record, given, node, frame, state)
    else:
        made = new_object(interp, item, given, node, frame, state)
    starters = NOTHING
    for part in made.values():
        of = class_of(part, state)
        if record is None and of is not None and any(cls.payload == item.payload for _, cls in lineage(interp, of)):
            starters = join(starters, find_in_class(interp, of, "__init__", part, state) or NOTHING)
    if starters:
        interp.call(starters, given, node, frame, state)
    elif given.all and record is None and maker is None:
        store_named(made, given, state)
    for part in made.values():
        of = class_of(part, state)
        if of is not None:
            check_instance(interp, part, of, node, frame, state)
    return made


def _with_room(given: Arguments, node: ast.AST, frame: Frame, state: State) -> Arguments:
    """Make room for a new object: the arguments, where what they refer to joins the earlier objects made here."""
    place = (node, frame.number)
    if place not in state.heap:
        return given
    cells = {(frame.number, f"<given {number}>"): value for number, value in enumerate(given.all)}
    state.cells.update(cells)
    state.age(place)
    values = iter([state.cells.pop(cell) for cell in cells])
    return Arguments(
        [next(values) for _ in given.positional], {name: next(values) for name in given.named},
        next(values) if given.star else NOTHING, next(values) if given.double_star else NOTHING,
    )  # fmt: skip


def store_named(made: Value, given: Arguments, state: State) -> None:
    """Keep the named arguments of a constructor that is not followed as attributes."""
    for part in made.values():
        found = instance_at(part, state)
        if found is not None and isinstance(part.payload, Reference):
            state.write(part.payload.place, Instance(found.of, {**found.attributes, **given.named}, found.maybe))


def new_object(
    interp: Interpreter, cls: AbstractValue, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """What ``object.__new__``, or that of a built-in base, gives for a class."""
    attributes: dict[str, Value] = {}
    if is_exception_class(interp, cls):
        attributes.update(exception_attributes(given, node, frame, state))
    if _is_container(interp, cls):
        attributes[BOXED] = _content(given, state)
    attributes = with_slacks(interp.counters, attributes, interp.calls_so_far(state))
    return allocate(Instance(cls, attributes), node, frame.number, state)


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
