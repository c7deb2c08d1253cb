"""Built-in functions that look at objects and change them: ``getattr``, ``setattr``, ``vars``, ``type``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.attributes import (
    assign_attribute,
    attribute,
    delete_attribute,
    own_attribute,
    remove_attribute,
    store_attribute,
)
from cgr_audit.analysis.interpreter.class_lookup import instance_at
from cgr_audit.analysis.interpreter.heap import allocate, constants_of, exact_elements, selected
from cgr_audit.analysis.interpreter.instances import new_object
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.declaration import Declaration, Model
from cgr_audit.analysis.interpreter.library.escape import ask
from cgr_audit.analysis.interpreter.new_classes import derived_class
from cgr_audit.analysis.interpreter.objects import Instance, Mapped
from cgr_audit.analysis.interpreter.special_methods import either
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    TRUTH,
    UNKNOWN,
    AbstractValue,
    Class,
    ControlDependence,
    External,
    Reference,
    Value,
    controls_of,
    join,
    known,
    merge_controls,
    opaque,
    single,
    taint_of,
    under_control,
)

__all__ = ["REFLECTION"]

_HOOKS = frozenset(("__getattr__", "__getattribute__"))


def _names(given: Arguments) -> list[str]:
    """The names of the attribute that a function may be asked about; nothing if they are not known."""
    names = constants_of(given.positional[1]) if len(given.positional) > 1 else None
    return [str(name) for name in names or () if isinstance(name, str)] if names else []


def _getattr(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    names, default = _names(given), given.get(2)

    def read(name: str) -> Callable[[State], Value]:
        return lambda inner: attribute(interp, given.positional[0], name, node, frame, inner)

    if not names:
        return None
    controls = [item.controls for item in given.positional[1].values()]
    ways = [partial(_under, read(name), led) for name, led in zip(names, controls, strict=False)]
    value = either(interp, ways, state)
    if default is None:
        return value
    is_hooked = not interp.special_names.isdisjoint(_HOOKS)  # a response may decide whether it raises
    return selected(join(value, default), UNKNOWN * is_hooked, node)


def _under(read: Callable[[State], Value], controls: ControlDependence, state: State) -> Value:
    return under_control(read(state), controls)


def _hasattr(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``hasattr(object, name)``, which runs a property or ``__getattr__``."""
    names = _names(given)

    def read(name: str) -> Callable[[State], Value]:
        return lambda inner: attribute(interp, given.positional[0], name, node, frame, inner)

    if not interp.has_instances:
        return None
    if not names:
        taint, controls = ask(interp, given.all, node, frame, state, _HOOKS)
    else:
        found = interp.caught(lambda inner: either(interp, [read(name) for name in names], inner), state)
        taint, controls = taint_of(found), controls_of(found)
        taint |= 0 if interp.special_names.isdisjoint(_HOOKS) else UNKNOWN  # a response may decide whether they raise
    more, chosen, _ = gathered(given.all, state)
    return opaque(taint | more, merge_controls(controls, chosen), TRUTH)


def _changing(change: Callable[..., None]) -> Model:
    """What sets or deletes an attribute by its name."""

    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        names = _names(given)
        owners, *new = given.positional[:1] + given.positional[2:] if given.positional else [NOTHING]

        def changed(name: str) -> Callable[[State], Value]:
            def way(inner: State) -> Value:
                change(interp, owners, name, *new, node, frame, inner)
                return known(None)

            return way

        if not names:
            interp.lose(state, node)
            return known(None)
        return either(interp, [changed(name) for name in names], state)

    return model


def _vars(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """``vars(object)``; without arguments ``locals()``."""
    if not given.positional:
        return single(AbstractValue(External("builtins.locals()")))
    return attribute(interp, given.positional[0], "__dict__", node, frame, state)


def _new_object(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """``object.__new__(cls)``."""
    result = NOTHING
    for item in (given.get(0, "cls") or NOTHING).values():
        rest = Arguments(given.positional[1:], given.named, given.star, given.double_star)
        made = new_object(interp, item, rest, node, frame, state) if isinstance(item.payload, Class) else NOTHING
        result = join(result, made or interp.unknown())
    return result or interp.unknown()


def _made_type(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    space = given.get(2)
    if space is None:
        return _type_of(given, state)
    item = next(iter(space.values()))
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Mapped):
        return None
    attributes = {str(name): value for name, value in found.entries.items()}
    bases = [part for value in exact_elements(given.get(1) or NOTHING, state) or () for part in value.values()]
    if any(isinstance(base.payload, Class) for base in bases):
        return derived_class(interp, given.get(0) or NOTHING, bases, attributes, node, frame, state)
    return allocate(Instance(AbstractValue(External("builtins.type")), attributes), node, frame.number, state)


def _type_of(given: Arguments, state: State) -> Value | None:
    """The class of an instance of the program."""
    found = [(item, instance_at(item, state)) for item in (given.get(0) or NOTHING).values()]
    result = NOTHING
    for item, held in found:
        if item.payload == External("agent"):
            result = join(result, single(AbstractValue(External("factory"))))
            continue
        if held is None:
            return None
        result = join(result, under_control(single(held.of), item.controls))
    return result or None


def _own_attribute(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``object.__getattribute__(instance, name)``."""
    names = constants_of(given.positional[1]) if len(given.positional) == 2 else None
    if names is None or len(names) != 1:
        return None
    result = NOTHING
    for item in given.positional[0].values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if not isinstance(found, Instance):
            return None
        result = join(result, own_attribute(interp, item, found, str(names[0]), node, frame, state))
    return result


def _new_class(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """``type.__new__`` in a metaclass: the class being made, with what its namespace holds by now."""
    cls = interp.created[-1]
    spaces = given.positional[-1] if given.positional else NOTHING
    for item in spaces.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Mapped) and isinstance(cls.payload, Class):
            state.cells.update({(cls.payload.frame, str(name)): value for name, value in found.entries.items()})
    return single(cls)


_PAIR, _TRIPLE = "object, name, /", "object, name, value, /"
REFLECTION: Mapping[str, Declaration] = MappingProxyType({
    "builtins.getattr": Declaration("object, name, default=None, /", _getattr),
    "builtins.hasattr": Declaration(_PAIR, _hasattr),
    "builtins.setattr": Declaration(_TRIPLE, _changing(assign_attribute)),
    "builtins.delattr": Declaration(_PAIR, _changing(delete_attribute)),
    "builtins.vars": Declaration("object=None, /", _vars),
    "builtins.object.__setattr__": Declaration(_TRIPLE, _changing(store_attribute)),
    "builtins.object.__delattr__": Declaration(_PAIR, _changing(remove_attribute)),
    "builtins.object.__new__": Declaration("cls, /, *args, **kwargs", _new_object),
    "builtins.object.__getattribute__": Declaration(_PAIR, _own_attribute),
    "<new class>": Declaration("*args, **kwargs", _new_class),
    "builtins.type": Declaration("name, bases=(), dict=None, /", _made_type),
})  # fmt: skip
