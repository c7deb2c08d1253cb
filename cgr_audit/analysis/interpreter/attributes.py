"""Attributes: of instances and classes of the program, of modules, and of everything else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis import pure, pure_calls
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.counters import fresh, slack_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.pure_functions import inherits
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Sequence, Suspended, replace
from cgr_audit.analysis.interpreter.state import State
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
    Partial,
    Reference,
    Value,
    join,
    known,
    opaque,
    single,
    under_control,
)

__all__ = [
    "attribute",
    "find_in_class",
    "find_in_metaclass",
    "helper",
    "inherited_values",
    "lineage",
    "own_attribute",
    "set_descriptor",
    "store_attribute",
]

_PROPERTY = External("builtins.property")
_PARTIAL_METHOD = External("functools.partialmethod")
_OF_OBJECT = frozenset(("__getattribute__", "__init__", "__setattr__"))
_CLASS_METHODS = frozenset(("__class_getitem__", "__init_subclass__"))
"""Methods that are those of a class without being said to be."""
_OUTSIDE = -2
"""The number of the frame in which attributes of things outside the program are kept."""


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
    if isinstance(payload, External):
        patched = _patched(interp, f"{payload.name}.{name}", None, state)
        return patched if patched is not None else helper(interp, f"{payload.name}.{name}", node)
    if isinstance(payload, Class):
        found = find_in_class(interp, item, name, None, state)
        if found is not None:
            return _described(interp, found, known(None), item, node, frame, state)
        found = find_in_metaclass(interp, item, name, state)
        if found is None and "__getattr__" in interp.special_names:
            hook = find_in_metaclass(interp, item, "__getattr__", state)
            found = None if hook is None else interp.call(hook, Arguments([known(name)]), node, frame, state)
        return interp.unknown() if found is None else _called_properties(interp, found, item, node, frame, state)
    if isinstance(payload, Reference):
        return _of_object(interp, item, payload, name, node, frame, state)
    if isinstance(payload, Constant) and name == "value":
        return single(item)  # a member of an enumeration stands for its value
    if isinstance(payload, Function):
        kept = state.cells.get(_function_cell(payload, name))
        return kept if kept is not None else single(AbstractValue(Method(item, name)))
    if isinstance(payload, Method) and payload.name == "super()":
        return _of_super(interp, payload, name, state)
    patched = _patched(interp, f".{name}", item, state)
    if patched is not None:
        return patched
    receiver = item
    if isinstance(payload, Method):
        receiver = AbstractValue(OPAQUE, item.taint, item.controls, item.origins, item.trail)
    return single(AbstractValue(Method(receiver, name), item.taint, item.controls, item.origins, item.trail))


def _of_object(
    interp: Interpreter, item: AbstractValue, payload: Reference, name: str, node: ast.AST, frame: Frame, state: State
) -> Value:
    found = state.heap[payload.place]
    if isinstance(found, Suspended):
        return single(AbstractValue(Method(item, name)))
    if isinstance(found, Instance):
        if "__getattribute__" in interp.special_names:
            hook = find_in_class(interp, found.of, "__getattribute__", item, state)
            if hook is not None and not _is_special(name):
                return interp.call(hook, Arguments([known(name)]), node, frame, state)
        return own_attribute(interp, item, found, name, node, frame, state)
    if isinstance(found, Sequence) and name in found.fields and found.items is not None:
        return found.items[found.fields.index(name)]
    if isinstance(found, Sequence) and found.of is not None:
        own = find_in_class(interp, found.of, name, item, state) or NOTHING
        if own:
            return _called_properties(interp, own, item, node, frame, state)
    patched = _patched(interp, f".{name}", item, state)
    return patched if patched is not None else single(AbstractValue(Method(item, name)))


def own_attribute(
    interp: Interpreter, item: AbstractValue, found: Instance, name: str, node: ast.AST, frame: Frame, state: State
) -> Value:
    """An attribute of an instance, as ``object.__getattribute__`` finds it, or else ``__getattr__``."""
    own = _described(interp, found.attributes.get(name, NOTHING), single(item), found.of, node, frame, state)
    if name in found.attributes and name not in found.maybe:
        return own
    if name == "__dict__":
        return opaque(UNKNOWN)
    inherited = find_in_class(interp, found.of, name, item, state)
    if inherited is not None:
        return join(own, _called_properties(interp, inherited, item, node, frame, state))
    if BOXED in found.attributes or _is_outside(interp, found.of, name):
        return single(AbstractValue(Method(item, name)))
    if "__getattr__" in interp.special_names and not _is_special(name):
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


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _described(
    interp: Interpreter, value: Value, receiver: Value, owner: AbstractValue, node: ast.AST, frame: Frame, state: State
) -> Value:
    """What stands in a class, with what descriptors among it give for a receiver."""
    if not interp.has_descriptors:
        return value
    result = NOTHING
    for item in value.values():
        getter = _part_of_descriptor(interp, item, "__get__", "fget", state)
        given = single(item)
        if getter is not None:
            method, is_property = getter
            arguments = [receiver] if is_property else [receiver, single(owner)]
            given = under_control(interp.call(method, Arguments(arguments), node, frame, state), item.controls)
        result = join(result, given)
    return result


def _part_of_descriptor(
    interp: Interpreter, item: AbstractValue, name: str, field: str, state: State
) -> tuple[Value, bool] | None:
    """A method of a descriptor, and whether it is a function that was handed to ``property``."""
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance):
        return None
    if found.of.payload == _PROPERTY:
        return (found.attributes[field], True) if found.attributes.get(field) else None
    method = find_in_class(interp, found.of, name, item, state)
    return None if method is None else (method, False)


def set_descriptor(
    interp: Interpreter, item: AbstractValue, name: str, value: Value, node: ast.AST, frame: Frame, state: State
) -> bool:
    """Hand a value to the descriptor that a class has under a name; tells whether there is one."""
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not interp.has_descriptors or not isinstance(found, Instance):
        return False
    held = find_in_class(interp, found.of, name, None, state) or NOTHING
    for part in held.values():
        setter = _part_of_descriptor(interp, part, "__set__", "fset", state)
        if setter is not None:
            interp.call(setter[0], Arguments([single(item), value]), node, frame, state)
            return True
    return False


def _called_properties(
    interp: Interpreter, value: Value, receiver: AbstractValue, node: ast.AST, frame: Frame, state: State
) -> Value:
    result = NOTHING
    for item in _described(interp, value, single(receiver), receiver, node, frame, state).values():
        if isinstance(item.payload, Function) and _is_property(item.payload.node):
            made = interp.call(single(item), Arguments(), node, frame, state)
            result = join(result, made)
            if "cached_property" in _decorators(item.payload.node):
                _keep(receiver, getattr(item.payload.node, "name", ""), made, state)
        else:
            result = join(result, single(item))
    return result


def _keep(receiver: AbstractValue, name: str, value: Value, state: State) -> None:
    """Make what a ``cached_property`` gave an attribute of the instance."""
    found = state.heap[receiver.payload.place] if isinstance(receiver.payload, Reference) else None
    if isinstance(found, Instance) and isinstance(receiver.payload, Reference):
        kept = replace(found, attributes={**found.attributes, name: value}, maybe=found.maybe - {name})
        state.write(receiver.payload.place, kept)


def _of_super(interp: Interpreter, payload: Method, name: str, state: State) -> Value:
    receiver = payload.receiver
    found = state.heap[receiver.payload.place] if isinstance(receiver.payload, Reference) else None
    if isinstance(found, Instance) and isinstance(found.of.payload, Class):
        for base in _above(interp, found.of, payload.owner or found.of):
            value = find_in_class(interp, base, name, receiver, state)
            if value is not None:
                return value
        if name in _OF_OBJECT or BOXED in found.attributes or _is_outside(interp, found.of, name):
            return single(AbstractValue(Method(receiver, name)))
    if isinstance(receiver.payload, Class):
        return _of_type(interp, payload, receiver, name, state)
    return interp.unknown()


def _of_type(interp: Interpreter, payload: Method, receiver: AbstractValue, name: str, state: State) -> Value:
    """``super().name`` in a metaclass or a class method."""
    owner = payload.owner or receiver
    mine = [*lineage(interp, receiver)]
    above = _above(interp, receiver, owner) if any(cls == owner for _, cls in mine) else interp.bases.get(
        getattr(owner.payload, "frame", -1), [])  # fmt: skip
    for base in above:
        value = find_in_class(interp, base, name, receiver, state)
        if value is not None:
            return value
    if name == "__call__":
        return single(AbstractValue(Method(receiver, name)))
    if name == "__new__" and interp.created:
        return single(AbstractValue(External("<new class>")))
    if name in ("__init__", "__init_subclass__", "__set_name__"):
        return single(AbstractValue(External("builtins.print")))  # those of Python do nothing that is followed
    return interp.unknown()


def _above(interp: Interpreter, cls: AbstractValue, owner: AbstractValue) -> list[AbstractValue]:
    """Where ``super()`` in ``owner`` looks for an object of ``cls``: its bases, then what comes after it."""
    if not isinstance(owner.payload, Class):
        return []
    line = list(lineage(interp, cls))
    frames = [frame for frame, _ in line]
    place = frames.index(owner.payload.frame) + 1 if owner.payload.frame in frames else len(frames)
    return [*interp.bases.get(owner.payload.frame, ()), *(part for _, part in line[place:])]


def find_in_class(
    interp: Interpreter, owner: AbstractValue, name: str, receiver: AbstractValue | None, state: State
) -> Value | None:
    """What a class or its bases call ``name``, bound to the receiver; nothing where none does."""
    for frame, cls in lineage(interp, owner):
        value = state.cells.get((frame, name))
        if value is not None:
            return {bound.key: bound for bound in (_bound(item, cls, receiver) for item in value.values())}
    return None


def find_in_metaclass(interp: Interpreter, cls: AbstractValue, name: str, state: State) -> Value | None:
    """What the metaclass of a class calls ``name``, bound to the class; nothing where it does not."""
    if not interp.metaclasses:
        return None
    for frame, _ in lineage(interp, cls):
        for meta in interp.metaclasses.get(frame, ()):
            found = find_in_class(interp, meta, name, cls, state)
            if found is not None:
                return found
    return None


def lineage(interp: Interpreter, owner: AbstractValue) -> Iterator[tuple[int, AbstractValue]]:
    """A class and its bases in the order in which they are asked for a name, each once, with their frames."""
    waiting, seen = [owner], set[int]()
    while waiting:
        cls = waiting.pop()
        payload = cls.payload
        if isinstance(payload, Class) and payload.frame not in seen:
            seen.add(payload.frame)
            yield payload.frame, cls
            waiting.extend(reversed(interp.bases.get(payload.frame, ())))


def inherited_values(interp: Interpreter, owner: AbstractValue, state: State) -> dict[str, Value]:
    """What a new instance of a class has from the start: the attributes of its class that are no functions."""
    values: dict[str, Value] = {}
    frames = [frame for frame, _ in lineage(interp, owner) if frame in interp.frames]
    for frame in reversed(frames):
        for name in interp.frames[frame].scope.bindings:
            value = state.cells.get((frame, name), NOTHING)
            if value and not any(isinstance(item.payload, Function | Partial) for item in value.values()):
                values[name] = value
    return values


def _bound(item: AbstractValue, owner: AbstractValue, receiver: AbstractValue | None) -> AbstractValue:
    payload = item.payload
    if isinstance(payload, Partial) and payload.function.payload == _PARTIAL_METHOD and receiver is not None:
        function, *positional = payload.positional
        bound = Partial(_bound(function, owner, receiver), tuple(positional), payload.named)
        return AbstractValue(bound, item.taint, item.controls)
    if not isinstance(payload, Function) or payload.receiver is not None:
        return item
    decorators = _decorators(payload.node)
    if "staticmethod" in decorators:
        return item
    of_class = "classmethod" in decorators or getattr(payload.node, "name", "") in _CLASS_METHODS
    first = (receiver if isinstance(getattr(receiver, "payload", None), Class) else owner) if of_class else receiver
    if first is None:
        return item
    plain = AbstractValue(first.payload, first.taint, origins=first.origins)
    return AbstractValue(Function(payload.node, payload.frame, plain), item.taint, item.controls)


def _decorators(node: ast.AST) -> list[str]:
    names = []
    for decorator in getattr(node, "decorator_list", ()):
        if isinstance(decorator, ast.Name):
            names.append(decorator.id)
        elif isinstance(decorator, ast.Attribute):
            names.append(decorator.attr)
    return names


def _is_property(node: ast.AST) -> bool:
    return any(name in ("property", "cached_property") for name in _decorators(node))


def store_attribute(interp: Interpreter, value: Value, name: str, new: Value, state: State) -> None:
    """``value.name = new``."""
    if name in interp.counters:
        slack = fresh(interp.counters[name], new, interp.calls_so_far(state))
        store_attribute(interp, value, slack_of(name), slack, state)
    for item in value.values():
        payload = item.payload
        if isinstance(payload, Reference):
            found = state.heap[payload.place]
            if isinstance(found, Instance):
                strong = len(value) == 1
                kept = new if strong else join(found.attributes.get(name, NOTHING), new)
                maybe = found.maybe - {name} if strong else found.maybe | ({name} - found.attributes.keys())
                state.write(payload.place, Instance(found.of, {**found.attributes, name: kept}, maybe))
        elif isinstance(payload, Class):
            cell = (payload.frame, name)
            if _is_special(name):
                interp.special_names.add(name)
            state.cells[cell] = new if len(value) == 1 else join(state.cells.get(cell, NOTHING), new)
            _tell_instances(name, new, state)
        elif isinstance(payload, Function):
            state.cells[_function_cell(payload, name)] = new
        elif isinstance(payload, External):
            interp.patched = True
            state.cells[_OUTSIDE, f"{payload.name}.{name}"] = new
            state.cells[_OUTSIDE, f".{name}"] = new


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


def _tell_instances(name: str, new: Value, state: State) -> None:
    """An instance that has no attribute of its own sees what is written to its class."""
    for place, found in state.heap.items():
        if isinstance(found, Instance) and isinstance(found.of.payload, Class) and name in found.attributes:
            attributes = {**found.attributes, name: join(found.attributes[name], new)}
            state.write(place, Instance(found.of, attributes, found.maybe))


def _function_cell(function: Function, name: str) -> tuple[int, str]:
    return function.frame, f"<{function.node.lineno}:{function.node.col_offset}>.{name}"


def helper(interp: Interpreter, name: str, node: ast.AST | None = None) -> Value:
    """What a dotted name from outside the program stands for."""
    contract = interp.contract
    module, _, last = name.rpartition(".")
    if module == "" or module in contract.solver.modules:
        if last in contract.solver.functions:
            return single(AbstractValue(External("solver")))
        if last in contract.solver.factories:
            return single(AbstractValue(External("factory")))
        if last in contract.extraction.functions:
            return single(AbstractValue(External("extraction")))
    if module in ("string", "math"):
        try:
            return known(pure_calls.attribute(name), node)
        except pure.Unfoldable:
            pass
    return single(AbstractValue(External(name)))
