"""Objects and classes of the program: how they are made, and what their attributes and methods are."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import activations, calls, outside
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.drawing import is_looped_over
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.operated import OPERATED_METHODS, is_operated_on
from cgr_audit.analysis.call_bound.state import State, cached, join_states
from cgr_audit.analysis.call_bound.values import (
    ABSENT,
    AGENT_MAKER,
    SOLVER,
    TOP,
    BoundTo,
    ClassOf,
    Closure,
    Frame,
    Held,
    Namespace,
    Outside,
    Range,
    Thing,
    Value,
    join_all,
)
from cgr_audit.analysis.calls.callables import ASKING_METHODS
from cgr_audit.analysis.domains.polynomials import ZERO

__all__ = [
    "SOLVER_ONLY",
    "assign_property",
    "construct",
    "forget_assigned",
    "has_decorator",
    "has_method",
    "keep_setter",
    "linearized",
    "make_record",
    "member",
    "method_of",
    "methods_of_class",
]

_FOLLOWED_METHODS = frozenset({"__call__", "__enter__", "__exit__", "__init__", "__init_subclass__", "__post_init__"})


_LOOPED_METHODS = _FOLLOWED_METHODS | {"__iter__", "__next__"}


SOLVER_ONLY = frozenset({SOLVER})


_CHANGING_ATTRIBUTES = frozenset({"__delattr__", "__setattr__"})


_SETTER = "\0set "


_ASKED = frozenset({SOLVER, AGENT_MAKER})


_OBJECTS = frozenset({"concurrent.futures.Executor"})
"""Names that stand for objects made outside the program, whose methods are known."""


def construct(
    machine: Machine, state: State, cls: ClassOf, arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Make an object of a class of the program."""
    followed = _LOOPED_METHODS if machine.judged(node, is_looped_over) else _FOLLOWED_METHODS
    classes = linearized(cls)
    if any(
        not OPERATED_METHODS.isdisjoint(machine.scopes.of_node[part.node].bindings) for part in classes
    ) and machine.judged(node, is_operated_on):
        followed |= OPERATED_METHODS
        machine.operated.update(part.node for part in classes)
    if any(_is_special(machine, state, part, followed) for part in classes):
        machine.give_up(
            state,
            node,
            "a special method of this class calls the solver, or changes something, whenever Python calls it",
        )
    made = machine.make(state, node, frame, Thing("object", Range(ZERO, None), fields={}, cls=cls))
    methods = methods_of_class(state, cls, "__init__")
    if methods:
        calls.apply_all(machine, state, [method._replace(given=(made,)) for method in methods], arguments, node, frame)
        return made
    names = [
        part.target.id
        for part in cls.node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]
    for place, name in enumerate(names):
        value = arguments.get(place, name)
        if value is not None:
            for ref, thing in machine.things(state, made):
                state.things[ref] = thing._replace(fields={**(thing.fields or {}), name: value})
    afterwards = [method._replace(given=(made,)) for method in methods_of_class(state, cls, "__post_init__")]
    if afterwards:
        calls.apply_all(machine, state, list(afterwards), Arguments(), node, frame)
    if cls.node.bases:
        outside.escape(machine, state, arguments)
    return made


def linearized(cls: ClassOf) -> list[ClassOf]:
    """A class with all its bases."""
    found, seen = [cls], {cls}
    for part in found:
        for base in part.bases:
            if base not in seen:
                seen.add(base)
                found.append(base)
    return found


def _is_special(machine: Machine, state: State, cls: ClassOf, followed: frozenset[str]) -> bool:
    """Whether Python may call the solver or change something by itself, through a special method of a class."""
    for name in machine.scopes.of_node[cls.node].bindings:
        if not (name.startswith("__") and name.endswith("__")) or name in followed:
            continue
        held = state.variables.get((cls.frame.key, (name, cls.node)))
        for part in held.callables if held is not None else ():
            if part == SOLVER or (isinstance(part, Closure) and part.node in machine.reaching):
                return True
            if isinstance(part, Closure) and not machine.changing.isdisjoint(machine.graph.reachable([part.node])):
                return True
    return False


def keep_setter(
    machine: Machine, state: State, node: ast.FunctionDef | ast.AsyncFunctionDef, decorator: ast.expr, value: Value,
    frame: Frame,
) -> bool:  # fmt: skip
    """Keep what assigning a property runs, where that never reaches the solver and stands as a setter should."""
    match decorator:
        case ast.Attribute(value=ast.Name(id=name), attr="setter") if name == node.name:
            variable = machine.variable(name, node, frame)
            if node in machine.reaching or variable is None or not isinstance(variable[1], tuple):
                return False
            state.variables[variable[0], (_SETTER + name, variable[1][1])] = value
            return True
    return False


def assign_property(machine: Machine, state: State, holder: Value, name: str, value: Value, node: ast.AST) -> bool:
    """Run what assigning a property runs; false where an attribute is no property."""
    setters = method_of(machine, state, holder, _SETTER + name)
    for setter in setters:
        way = state.copy()
        activations.run_function(machine, way, setter, Arguments((value,)), node, machine.root)
        state.become(way if len(setters) == 1 else join_states(state.copy(), way))
    return bool(setters)


def forget_assigned(machine: Machine, state: State, name: str) -> None:
    """A property of an unknown object is assigned: what its setter changes is not known."""
    for ref, thing in list(state.things.items()):
        if thing.cls is not None and methods_of_class(state, thing.cls, _SETTER + name):
            machine.forget_things(state, Value(refs=frozenset({ref})))


def has_method(machine: Machine, state: State, value: Value, *names: str) -> bool:
    """Whether what a value may be is of a class of the program that has one of these methods."""
    return any(
        thing.cls is not None and any(_class_attribute(state, thing.cls, name) is not None for name in names)
        for _, thing in machine.things(state, value)
    )


def make_record(
    machine: Machine, state: State, names: tuple[str, ...], arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """A named tuple: its fields can be read by name, and it unpacks."""
    parts = tuple(arguments.get(place, name) or TOP for place, name in enumerate(names))
    if arguments.is_open:
        parts = tuple(TOP for _ in names)
    fields = dict(zip(names, parts, strict=True))
    thing = Thing("object", outside.exactly_range(len(names)), join_all(parts), parts=parts, fields=fields)
    return machine.make(state, node, frame, thing)


def methods_of_class(state: State, cls: ClassOf, name: str) -> list[Closure]:
    """The methods that a name may mean on a class: its own, else its bases'."""
    waiting, seen, methods = [cls], {cls}, list[Closure]()
    for part in waiting:
        held = state.variables.get((part.frame.key, (name, part.node)))
        if held is not None:
            methods += [method for method in held.callables if isinstance(method, Closure)]
            continue
        for base in part.bases:
            if base not in seen:
                seen.add(base)
                waiting.append(base)
    return methods


def method_of(machine: Machine, state: State, value: Value, name: str) -> list[Closure]:
    """The methods of the objects that a value may be, with ``self`` given."""
    found: list[Closure] = []
    for ref, thing in machine.things(state, value):
        if thing.kind == "object" and thing.cls is not None:
            own = Value(refs=frozenset({ref}))
            found += [method._replace(given=(own,)) for method in methods_of_class(state, thing.cls, name)]
    return found


def member(machine: Machine, state: State, base: Value, node: ast.Attribute, frame: Frame) -> Value:
    """Read an attribute of a value."""
    if node.attr == "__dict__":
        return Value(callables=frozenset({Namespace(node)}))
    if base.unknown:
        return TOP
    found: list[Value] = []
    for ref, thing in machine.things(state, base):
        if thing.kind != "object":
            found.append(Value(callables=frozenset({BoundTo(node.attr, Value(refs=frozenset({ref})))})))
        else:
            found.append(_member_of(machine, state, thing, Value(refs=frozenset({ref})), node, frame))
    for held in base.callables:
        if isinstance(held, ClassOf):
            methods = methods_of_class(state, held, node.attr)
            variable = state.variables.get((held.frame.key, (node.attr, held.node)))
            is_bound = any(has_decorator(method, "classmethod") for method in methods)
            given = (Value(callables=frozenset({held})),) if is_bound else ()
            if methods:
                found.append(Value(callables=frozenset(method._replace(given=given) for method in methods)))
            else:
                found.append(variable or TOP)
        elif isinstance(held, Namespace):
            found.append(Value(callables=frozenset({BoundTo(node.attr, Value(callables=frozenset({held})))})))
        elif held in _ASKED and node.attr in ASKING_METHODS:
            found.append(Value(callables=SOLVER_ONLY))
        elif isinstance(held, Outside) and held.name in _OBJECTS:
            found.append(Value(callables=frozenset({Outside(f"{held.name}.{node.attr}")})))
        elif node.attr == "__call__":
            found.append(Value(callables=frozenset({held})))
        else:
            found.append(TOP)
    if base.size is not None or base.number is not None or base.const is not ABSENT:
        found.append(Value(callables=frozenset({BoundTo(node.attr, base)})))
    return join_all(found) or TOP


def _member_of(machine: Machine, state: State, thing: Thing, own: Value, node: ast.Attribute, frame: Frame) -> Value:
    if thing.fields is not None and node.attr in thing.fields:
        return thing.fields[node.attr]
    if thing.cls is None:
        return TOP
    methods = methods_of_class(state, thing.cls, node.attr)
    if not methods:
        if node.attr in _CHANGING_ATTRIBUTES:
            return Value(callables=frozenset({BoundTo(node.attr, own)}))
        return _class_attribute(state, thing.cls, node.attr) or TOP
    if any(has_decorator(method, "property") or has_decorator(method, "cached_property") for method in methods):
        return _computed(machine, state, methods, own, node, frame)
    bound: list[Held] = []
    for method in methods:
        if has_decorator(method, "staticmethod") or not isinstance(
            method.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
        ):
            bound.append(method)
        elif has_decorator(method, "classmethod"):
            bound.append(method._replace(given=(Value(callables=frozenset({thing.cls})),)))
        else:
            bound.append(method._replace(given=(own, *method.given)))
    return Value(callables=frozenset(bound))


def _computed(
    machine: Machine, state: State, methods: list[Closure], own: Value, node: ast.Attribute, frame: Frame
) -> Value:
    """Read a property; what a cached one gives is kept in its object."""
    ref, kept = machine.only(own), cached(node.attr)
    known = None if ref is None or ref not in state.things else (state.things[ref].fields or {}).get(kept)
    if known is not None:
        return known
    results = [
        activations.run_function(machine, state, method._replace(given=(own,)), Arguments(), node, frame)
        for method in methods
    ]
    result = join_all(results) or TOP
    if len(methods) == 1 and has_decorator(methods[0], "cached_property") and ref is not None and ref in state.things:
        thing = state.things[ref]
        state.things[ref] = thing._replace(fields={**(thing.fields or {}), kept: result})
    return result


def _class_attribute(state: State, cls: ClassOf, name: str) -> Value | None:
    held = state.variables.get((cls.frame.key, (name, cls.node)))
    if held is not None:
        return held
    return next((found for base in cls.bases if (found := _class_attribute(state, base, name)) is not None), None)


def has_decorator(method: Closure, name: str) -> bool:
    """Whether a function is decorated with what goes by a name."""
    decorators = getattr(method.node, "decorator_list", ())
    return any(getattr(part, "id", getattr(part, "attr", None)) == name for part in decorators)
