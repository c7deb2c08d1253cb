"""Attributes: of instances and classes of the program, of modules, and of everything else."""

from __future__ import annotations

import ast
from functools import partial
from types import MappingProxyType

from cgr_audit.analysis import pure, pure_calls
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import (
    class_of,
    find_in_class,
    find_in_metaclass,
    instance_at,
    is_agent,
    is_special,
    lineage,
)
from cgr_audit.analysis.interpreter.counters import fresh, slack_of
from cgr_audit.analysis.interpreter.descriptors import (
    PROPERTIES,
    accessor,
    delete_descriptor,
    described,
    is_data_descriptor,
    set_descriptor,
)
from cgr_audit.analysis.interpreter.heap import allocate, constants_of, deep_taint
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.pure_functions import inherits
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Mapped, Sequence, Suspended
from cgr_audit.analysis.interpreter.special_effects import check_method
from cgr_audit.analysis.interpreter.special_methods import special
from cgr_audit.analysis.interpreter.state import State, change_one_of
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    OPAQUE,
    UNKNOWN,
    AbstractValue,
    Class,
    Constant,
    External,
    Function,
    Method,
    Opaque,
    Reference,
    Value,
    join,
    known,
    single,
    under_control,
)

__all__ = [
    "RUNNER",
    "assign_attribute",
    "attribute",
    "change_namespace",
    "delete_attribute",
    "helper",
    "instance_of_namespace",
    "own_attribute",
    "remove_attribute",
    "snapshot",
    "store_attribute",
]

_OF_OBJECT = frozenset(("__delattr__", "__getattribute__", "__init__", "__setattr__"))
_DOES_NOTHING = frozenset(("__init__", "__init_subclass__", "__set_name__"))
_OUTSIDE = -2
"""The number of the frame in which attributes of things outside the program are kept."""
_NAMESPACE = "__dict__"
_OPENING = frozenset(("__kwdefaults__", "sys.modules"))
"""Attributes that lead to variables which are then changed without being named."""
_NAMES = MappingProxyType({
    "__globals__": "builtins.globals()", "f_builtins": "<frame>()", "f_globals": "builtins.globals()",
    "f_locals": "<frame>()",
})  # fmt: skip
"""Attributes that are the variables of something, by what stands for them."""
_REBUILDING = frozenset((
    "__bases__", "__class__", "__closure__", "__code__", "__defaults__", "__dict__", "__kwdefaults__", "cell_contents",
    "default_factory",
))  # fmt: skip
"""Attributes that change what an object is where they are set."""


def attribute(interp: Interpreter, value: Value, name: str, node: ast.AST, frame: Frame, state: State) -> Value:
    """``value.name``."""
    result = NOTHING
    for item in value.values():
        found = _of_alternative(interp, item, name, node, frame, state)
        result = join(result, under_control(found, item.controls))
    return result


def _of_alternative(
    interp: Interpreter, item: AbstractValue, name: str, node: ast.AST, frame: Frame, state: State
) -> Value:
    payload = item.payload
    if name in _OPENING:
        interp.lose(state, node)
    if name == _NAMESPACE and isinstance(payload, Class | External | Function):
        return single(AbstractValue(External("<frame>()"), UNKNOWN))
    if name in _NAMES:
        return single(AbstractValue(External(_NAMES[name]), UNKNOWN))
    if payload == External("agent") and name == "__class__":
        return single(AbstractValue(External("factory")))
    if isinstance(payload, External):
        if f"{payload.name}.{name}" in _OPENING:
            interp.lose(state, node)
        patched = _patched(interp, f"{payload.name}.{name}", None, state)
        return patched if patched is not None else helper(interp, f"{payload.name}.{name}", node)
    if isinstance(payload, Class):
        return _of_class(interp, item, name, node, frame, state)
    if isinstance(payload, Reference):
        return _of_object(interp, item, payload, name, node, frame, state)
    if isinstance(payload, Constant) and name == "value":
        return single(item)  # a member of an enumeration stands for its value
    if isinstance(payload, Function):
        return _of_function(item, payload, name, state)
    if isinstance(payload, Method) and payload.name == "super()":
        return _of_super(interp, payload, name, node, frame, state)
    owner = instance_of_namespace(item)
    if owner is not None:
        return attribute(interp, snapshot(owner, node, frame, state), name, node, frame, state) if (
            name in ("copy", "get", "items", "keys", "values")
        ) else single(AbstractValue(Method(owner, f"{_NAMESPACE}.{name}")))  # fmt: skip
    patched = _patched(interp, f".{name}", item, state)
    if patched is not None:
        return patched
    receiver = item
    if isinstance(payload, Method):
        receiver = AbstractValue(OPAQUE, item.taint, item.controls, item.origins, item.trail)
    return single(AbstractValue(Method(receiver, name), item.taint, item.controls, item.origins, item.trail))


def _of_class(interp: Interpreter, item: AbstractValue, name: str, node: ast.AST, frame: Frame, state: State) -> Value:
    found = find_in_class(interp, item, name, None, state)
    if found is not None:
        return described(interp, found, None, item, node, frame, state)
    found = find_in_metaclass(interp, item, name, state)
    if found is None and "__getattr__" in interp.special_names:
        hook = find_in_metaclass(interp, item, "__getattr__", state)
        found = None if hook is None else interp.call(hook, Arguments([known(name)]), node, frame, state)
    if found is None and is_agent(interp, item):
        return single(AbstractValue(External(f"factory.{name}")))
    return interp.unknown() if found is None else described(interp, found, item, item, node, frame, state)


def _of_function(item: AbstractValue, payload: Function, name: str, state: State) -> Value:
    if name == "__self__" and payload.receiver is not None:
        return single(payload.receiver)
    if name == "__func__":
        return single(AbstractValue(Function(payload.node, payload.frame), item.taint, item.controls))
    kept = state.cells.get(_function_cell(payload, name))
    if name == "__wrapped__" and kept is None:
        return single(item)
    return kept if kept is not None else single(AbstractValue(Method(item, name)))


def _of_object(
    interp: Interpreter, item: AbstractValue, payload: Reference, name: str, node: ast.AST, frame: Frame, state: State
) -> Value:
    found = state.heap[payload.place]
    if isinstance(found, Suspended):
        return single(AbstractValue(Method(item, name)))
    if isinstance(found, Instance):
        hook = None
        if "__getattribute__" in interp.special_names and not is_special(name):
            hook = find_in_class(interp, found.of, "__getattribute__", item, state)
        if hook is not None:
            return interp.call(hook, Arguments([known(name)]), node, frame, state)
        return own_attribute(interp, item, found, name, node, frame, state)
    if isinstance(found, Sequence) and name in found.fields and found.items is not None:
        return found.items[found.fields.index(name)]
    if isinstance(found, Sequence) and found.of is not None:
        own = find_in_class(interp, found.of, name, item, state)
        if own:
            return described(interp, own, item, found.of, node, frame, state)
    patched = _patched(interp, f".{name}", item, state)
    return patched if patched is not None else single(AbstractValue(Method(item, name)))


def own_attribute(
    interp: Interpreter, item: AbstractValue, found: Instance, name: str, node: ast.AST, frame: Frame, state: State
) -> Value:
    """An attribute of an instance, as ``object.__getattribute__`` finds it, or else ``__getattr__``."""
    inherited = find_in_class(interp, found.of, name, item, state)
    own = found.attributes.get(name, NOTHING)
    is_certain = name in found.attributes and name not in found.maybe
    if inherited is not None and (not is_certain or is_data_descriptor(interp, inherited, state)):
        given = described(interp, inherited, item, found.of, node, frame, state, name)
        if own:  # where it has none of its own, the tests that gave it one went the other way
            tests = {test: (-side, kind) for part in own.values() for test, (side, kind) in part.controls.items()}
            given = under_control(given, tests)
        return join(own, given)
    if is_certain:
        return own
    if name == _NAMESPACE:
        whole = single(item)
        return single(AbstractValue(Method(item, name), deep_taint(whole, state) | UNKNOWN, item.controls))
    if name == "__class__":
        return single(found.of)
    if found.of.payload in PROPERTIES:
        part = accessor(item, name)
        if part is not None:
            return part
    if is_agent(interp, found.of):
        return single(AbstractValue(External(f"agent.{name}")))
    if BOXED in found.attributes or _is_outside(interp, found.of, name):
        return single(AbstractValue(Method(item, name)))
    if "__getattr__" in interp.special_names and not is_special(name):
        hook = find_in_class(interp, found.of, "__getattr__", item, state)
        if hook is not None:
            return join(own, interp.call(hook, Arguments([known(name)]), node, frame, state))
    if isinstance(found.of.payload, External) and found.of.payload.name == RUNNER:
        return single(AbstractValue(External(f"{RUNNER}.{name}")))
    return own if name in found.maybe else interp.unknown()


def _is_outside(interp: Interpreter, of: AbstractValue, name: str) -> bool:
    """Whether an instance has a method of this name from a class outside the program."""
    if isinstance(of.payload, External):
        return inherits(of.payload.name, name)
    return any(inherits(base, name) for frame, _ in lineage(interp, of) for base in interp.outer_bases.get(frame, ()))


RUNNER = "<runner>"
"""The class of the object whose method the entry is, where the contract says so."""


def instance_of_namespace(item: AbstractValue) -> AbstractValue | None:
    """The instance whose ``__dict__`` a value is."""
    payload = item.payload
    return payload.receiver if isinstance(payload, Method) and payload.name == _NAMESPACE else None


def snapshot(owner: AbstractValue, node: ast.AST, frame: Frame, state: State) -> Value:
    """The attributes of an instance as a dictionary of their own."""
    found = instance_at(owner, state)
    attributes = found.attributes if found is not None else {}
    made = Mapped(dict(attributes), {name: known(name) for name in attributes}, found.maybe if found else frozenset())
    return allocate(made, node, frame.number, state)


def _of_super(interp: Interpreter, payload: Method, name: str, node: ast.AST, frame: Frame, state: State) -> Value:
    receiver = payload.receiver
    is_type = isinstance(receiver.payload, Class)
    cls = receiver if is_type else class_of(receiver, state)
    if cls is None or payload.owner is None:
        return interp.unknown()
    if is_type and all(part.payload != payload.owner.payload for _, part in lineage(interp, receiver)):
        cls = payload.owner  # a method of a metaclass
    value = find_in_class(interp, cls, name, receiver, state, payload.owner)
    if value is not None:
        return described(interp, value, receiver, cls, node, frame, state)
    if name == "__new__":
        return single(AbstractValue(External("<new class>" if interp.created else "builtins.object.__new__")))
    if not is_type and not (is_agent(interp, cls) and name not in _OF_OBJECT):
        found = instance_at(receiver, state)
        boxed = found is not None and (BOXED in found.attributes or _is_outside(interp, found.of, name))
        return single(AbstractValue(Method(receiver, name))) if name in _OF_OBJECT or boxed else interp.unknown()
    if is_agent(interp, cls) and name not in _DOES_NOTHING:
        return single(AbstractValue(External(f"agent.{name}")))
    if name == "__call__":
        return single(AbstractValue(Method(receiver, name)))
    if name in _DOES_NOTHING:
        return single(AbstractValue(External("builtins.print")))  # those of Python do nothing that is followed
    return interp.unknown()


def assign_attribute(
    interp: Interpreter, owners: Value, name: str, value: Value, node: ast.AST, frame: Frame, state: State
) -> None:
    """``owner.name = value``, whoever the owner asks for it."""

    def plain(rest: Value, inner: State) -> Value:
        store_attribute(interp, rest, name, value, node, frame, inner)
        return NOTHING

    if special(interp, owners, ("__setattr__",), [known(name), value], node, frame, state, plain) is None:
        plain(owners, state)


def delete_attribute(interp: Interpreter, owners: Value, name: str, node: ast.AST, frame: Frame, state: State) -> None:
    """``del owner.name``, whoever the owner asks for it."""

    def plain(rest: Value, inner: State) -> Value:
        remove_attribute(interp, rest, name, node, frame, inner)
        return NOTHING

    if special(interp, owners, ("__delattr__",), [known(name)], node, frame, state, plain) is None:
        plain(owners, state)


def remove_attribute(interp: Interpreter, owners: Value, name: str, node: ast.AST, frame: Frame, state: State) -> None:
    """``del owner.name``, past any ``__delattr__``."""
    for item in owners.values():
        found = instance_at(item, state)
        if delete_descriptor(interp, item, name, node, frame, state):
            continue
        if found is None or len(owners) > 1:
            interp.lose(state, node)
        elif isinstance(item.payload, Reference):
            kept = {key: value for key, value in found.attributes.items() if key != name}
            state.write(item.payload.place, Instance(found.of, kept, found.maybe - {name}))


def change_namespace(
    interp: Interpreter, owner: AbstractValue, method: str, given: Arguments, node: ast.AST, state: State
) -> Value:
    """``owner.__dict__.method(...)`` that changes attributes."""
    pairs: dict[str, Value] = dict(given.named)
    is_known = method in ("__setitem__", "update") and not given.double_star and not given.star
    if method == "__setitem__" and len(given.positional) == 2:
        names = constants_of(given.positional[0])
        is_known &= names is not None and len(names) == 1
        pairs.update({str(name): given.positional[1] for name in names or ()})
    elif method == "update":
        for item in [item for value in given.positional for item in value.values()]:
            found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
            is_known &= isinstance(found, Mapped) and not found.other_keys and not found.maybe
            pairs.update({str(name): value for name, value in getattr(found, "entries", {}).items()})
    if not is_known:
        interp.lose(state, node)
    for name, value in pairs.items():
        found_instance = instance_at(owner, state)
        if found_instance is not None and isinstance(owner.payload, Reference):
            attributes = {**found_instance.attributes, name: value}
            state.write(owner.payload.place, Instance(found_instance.of, attributes, found_instance.maybe - {name}))
    return known(None)


def store_attribute(
    interp: Interpreter, value: Value, name: str, new: Value, node: ast.AST, frame: Frame, state: State
) -> None:
    """``value.name = new``, past any ``__setattr__``."""
    if name in interp.counters:
        slack = fresh(interp.counters[name], new, interp.calls_so_far(state))
        store_attribute(interp, value, slack_of(name), slack, node, frame, state)
    if name in _REBUILDING:
        interp.lose(state, node)
    for item in value.values():
        payload = item.payload
        if set_descriptor(interp, item, name, new, node, frame, state):
            continue
        if isinstance(payload, Reference):
            found = state.heap[payload.place]
            if isinstance(found, Instance):
                made = Instance(found.of, {**found.attributes, name: new}, found.maybe - {name})
                change_one_of(state, value, item, partial(state.write, payload.place, made))
        elif isinstance(payload, Class):
            cell = (payload.frame, name)
            if is_special(name):
                interp.special_names.add(name)
                check_method(interp, new, name, item, node, frame, state)
            state.cells[cell] = new if len(value) == 1 else join(state.cells.get(cell, NOTHING), new)
        elif isinstance(payload, Function):
            state.cells[_function_cell(payload, name)] = new
        elif isinstance(payload, Opaque) and item.taint & UNKNOWN and _is_of_program(interp, name, frame, state):
            interp.lose(state, node)
        elif isinstance(payload, External):
            interp.patched = True
            if payload.name != "agent":  # the library uses it too
                interp.lose(state, node)
            state.cells[_OUTSIDE, f"{payload.name}.{name}"] = new
            state.cells[_OUTSIDE, f".{name}"] = new


def _is_of_program(interp: Interpreter, name: str, frame: Frame, state: State) -> bool:
    """Whether the program has a module, a class or an instance with an attribute of this name."""
    if name in frame.module.scope.bindings or any(name in interp.frames[cls].scope.bindings for cls in interp.bases):
        return True
    return any(isinstance(found, Instance) and name in found.attributes for found in state.heap.values())


def _patched(interp: Interpreter, name: str, receiver: AbstractValue | None, state: State) -> Value | None:
    """What the program put in the place of something outside; of a method, bound to its receiver."""
    value = state.cells.get((_OUTSIDE, name)) if interp.patched else None
    if value is None or receiver is None:
        return value
    result: Value = {}
    for item in value.values():
        new = item
        if isinstance(item.payload, Function) and item.payload.receiver is None:
            new = AbstractValue(Function(item.payload.node, item.payload.frame, receiver), 0, item.controls)
        result[new.key] = new
    return result


def _function_cell(function: Function, name: str) -> tuple[int, str]:
    return function.frame, f"<{function.node.lineno}:{function.node.col_offset}>.{name}"


def helper(interp: Interpreter, name: str, node: ast.AST | None = None) -> Value:
    """What a dotted name from outside the program stands for."""
    contract = interp.contract
    module, _, last = name.rpartition(".")
    if module == "" or module in contract.solver.modules:
        if last in contract.solver.functions:
            return single(AbstractValue(External("solver", last)))
        if last in contract.solver.factories:
            return single(AbstractValue(External("factory")))
        if last in contract.extraction.functions:
            return single(AbstractValue(External("extraction", last)))
    if module in ("string", "math"):
        try:
            return known(pure_calls.attribute(name), node)
        except pure.Unfoldable:
            pass
    return single(AbstractValue(External(name)))
