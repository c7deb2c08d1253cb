"""Where a class finds a name: its method resolution order, its metaclass, and what it binds to the receiver."""

from __future__ import annotations

from collections.abc import Iterable

from cgr_audit.analysis.interpreter.interpreter import Interpreter
from cgr_audit.analysis.interpreter.objects import Instance, Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    Class,
    External,
    Function,
    Partial,
    Reference,
    Value,
    join,
    single,
    under_control,
)

__all__ = [
    "class_of",
    "derive",
    "find_in_class",
    "find_in_metaclass",
    "instance_at",
    "is_agent",
    "is_special",
    "lineage",
]

_PARTIAL_METHOD = External("functools.partialmethod")
_CLASS_METHODS = frozenset(("__class_getitem__", "__init_subclass__"))
"""Methods that are those of a class without being said to be."""


Line = tuple[tuple[int, AbstractValue], ...]
"""Classes in order, with the frame of the body of each."""


def lineage(interp: Interpreter, owner: AbstractValue) -> Line:
    """The method resolution order of a class (C3), with the frame of the body of each."""
    return _line(interp, owner, frozenset())[0]


def _line(interp: Interpreter, owner: AbstractValue, below: frozenset[int]) -> tuple[Line, bool]:
    """The order, and whether it is the whole one: a class that was defined again may derive from itself."""
    payload = owner.payload
    if not isinstance(payload, Class) or payload.frame in below:
        return (), not isinstance(payload, Class)
    if payload.frame in interp.lineages:
        return interp.lineages[payload.frame], True
    bases = [base for base in interp.bases.get(payload.frame, ()) if isinstance(base.payload, Class)]
    found = [_line(interp, base, below | {payload.frame}) for base in bases]
    lines: list[Line] = [line for line, _ in found]
    if len(lines) > 1:
        lines.append(tuple(line[0] for line in lines if line))
    result = [(payload.frame, owner), *(lines.pop() if len(lines) == 1 else ())]
    while lines := [line for line in lines if line]:
        later = {frame for line in lines for frame, _ in line[1:]}
        chosen = next((line[0] for line in lines if line[0][0] not in later), lines[0][0])
        result.append(chosen)
        lines = [tuple(part for part in line if part[0] != chosen[0]) for line in lines]
    is_whole = all(whole for _, whole in found)
    if is_whole:
        interp.lineages[payload.frame] = tuple(result)
    return tuple(result), is_whole


def derive(interp: Interpreter, frame: int, bases: Iterable[AbstractValue]) -> None:
    """Note the bases of the class whose body ran in a frame."""
    if frame in interp.bases:
        interp.lineages.clear()
    interp.bases[frame] = [base for base in bases if isinstance(base.payload, Class)]


def is_agent(interp: Interpreter, cls: AbstractValue) -> bool:
    """Whether a class derives from one that the contract names as that of solver objects."""
    return any("factory" in bases for bases in interp.outer_bases.values()) and any(
        "factory" in interp.outer_bases.get(frame, ()) for frame, _ in lineage(interp, cls)
    )


def instance_at(item: AbstractValue, state: State) -> Instance | None:
    """The instance that a value is; nothing if it is none."""
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    return found if isinstance(found, Instance) else None


def class_of(item: AbstractValue, state: State) -> AbstractValue | None:
    """The class that an object of the program belongs to, where that is known."""
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    return found.of if isinstance(found, Instance | Sequence) else None


def is_special(name: str) -> bool:
    """Whether a name is one that Python gives a meaning to."""
    return name.startswith("__") and name.endswith("__")


def find_in_class(
    interp: Interpreter, owner: AbstractValue, name: str, receiver: AbstractValue | None, state: State,
    after: AbstractValue | None = None,
) -> Value | None:  # fmt: skip
    """What a class or its bases call ``name``, bound to the receiver; nothing if none does.

    Args:
        interp: the abstract run.
        owner: the class.
        name: what is sought.
        receiver: an instance or, in a metaclass, a class; nothing if it is taken from the class itself.
        state: the state.
        after: for ``super()``: only what comes after this class is asked.
    """
    line = lineage(interp, owner)
    if after is not None:
        places = [place for place, (frame, _) in enumerate(line) if frame == getattr(after.payload, "frame", None)]
        line = line[places[0] + 1 :] if places else lineage(interp, after)[1:]
    for frame, _ in line:
        value = state.cells.get((frame, name))
        if value is not None:
            result = NOTHING
            for item in value.values():
                result = join(result, _bound(item, name, owner, receiver, state))
            return result
    return None


def find_in_metaclass(interp: Interpreter, cls: AbstractValue, name: str, state: State) -> Value | None:
    """What the metaclass of a class calls ``name``, bound to the class; nothing if it does not."""
    if not interp.metaclasses:
        return None
    for frame, _ in lineage(interp, cls):
        for meta in interp.metaclasses.get(frame, ()):
            found = find_in_class(interp, meta, name, cls, state)
            if found is not None:
                return found
    return None


def _bound(item: AbstractValue, name: str, owner: AbstractValue, receiver: AbstractValue | None, state: State) -> Value:
    held = instance_at(item, state)
    kind = held.of.payload.name if held is not None and isinstance(held.of.payload, External) else ""
    if held is not None and kind == "builtins.staticmethod":
        return under_control(held.attributes["__func__"], item.controls)
    of_class = kind == "builtins.classmethod" or name in _CLASS_METHODS
    first = receiver
    if of_class and not (receiver is not None and isinstance(receiver.payload, Class)):
        first = (None if receiver is None else class_of(receiver, state)) or owner
    if held is not None and kind == "builtins.classmethod":
        result = NOTHING
        for part in held.attributes["__func__"].values():
            result = join(result, single(_with_first(part, first)))
        return under_control(result, item.controls)
    return single(_with_first(item, first) if isinstance(item.payload, Function | Partial) else item)


def _with_first(item: AbstractValue, first: AbstractValue | None) -> AbstractValue:
    """A callable with its first argument, as a method has it."""
    payload = item.payload
    if first is not None and isinstance(payload, Partial) and payload.function.payload == _PARTIAL_METHOD:
        function, *positional = payload.positional
        partial = Partial(_with_first(function, first), tuple(positional), payload.named)
        return AbstractValue(partial, item.taint, item.controls)
    if first is None or (isinstance(payload, Function) and payload.receiver is not None):
        return item
    plain = AbstractValue(first.payload, first.taint, origins=first.origins)
    bound: Function | Partial = Partial(item, (plain,), ())
    if isinstance(payload, Function):
        bound = Function(payload.node, payload.frame, plain)
    elif isinstance(payload, Partial):
        bound = Partial(payload.function, (*payload.positional, plain), payload.named)
    return AbstractValue(bound, item.taint, item.controls)
