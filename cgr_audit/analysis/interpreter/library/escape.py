"""What leaves the program: from then on outside code may call it, any number of times, and change it."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from cgr_audit.analysis.domains.cost import ReasonKind
from cgr_audit.analysis.domains.intervals import ANY_SIZE
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.class_lookup import find_in_class, lineage
from cgr_audit.analysis.interpreter.draws import materialized
from cgr_audit.analysis.interpreter.heap import deep_taint
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.iteration import repeat
from cgr_audit.analysis.interpreter.library.exceptions import is_exception_class
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance, Mapped, Sequence, replace, values_in
from cgr_audit.analysis.interpreter.special_methods import drawn_from, find_special
from cgr_audit.analysis.interpreter.state import OLD, Place, State, chosen_by_leaving, plain_join, renamed
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Class,
    Constant,
    ControlDependence,
    External,
    Function,
    Kind,
    Method,
    Opaque,
    Partial,
    Reference,
    Value,
    held_in,
    join,
    opaque,
    single,
)

__all__ = [
    "COMPARISONS",
    "HASHING",
    "ITERATION",
    "TEXTS",
    "UNCHANGED",
    "ask",
    "escape",
    "forget",
    "inherits_methods",
    "is_asked",
    "is_called",
    "is_derived",
    "is_namespace",
    "reached",
    "unfollowed",
]

_NEVER_CALLED = frozenset(
    ("__class_getitem__", "__init__", "__init_subclass__", "__new__", "__post_init__", "__set_name__")
)
"""Methods that outside code does not call on an object that exists already."""
UNCHANGED = frozenset(("iterator", "range", "tuple"))
"""Kinds of sequences that nobody can put an element into."""


def unfollowed(interp: Interpreter, taint: int, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """The value of a call that cannot be followed: it may call what it is given and change what it is given."""
    found, controls, _ = gathered(given.all, state)
    kept = found & ~interp.traces.unchecked if taint & UNKNOWN else found  # it may ask what the program does not
    result = opaque(taint | kept, controls)
    interp.touched |= taint | found
    return join(result, escape(interp, given.all, opaque(taint | found | UNKNOWN, controls), node, frame, state))


def escape(
    interp: Interpreter, values: Iterable[Value], unknown: Value, node: ast.AST, frame: Frame, state: State
) -> Value:
    """Hand values to outside code; what the functions among them may give.

    Everything that escaped before may be called and changed again.
    """
    before, given = len(interp.escaped), list(values)
    direct = reached(given, state)
    if any(map(is_namespace, direct)):
        interp.lose(state, node)
    for item in direct:
        interp.escaped.setdefault(item.payload, item)
    if not interp.escaped or (interp.in_outside_code and len(interp.escaped) == before):
        return NOTHING
    results = [NOTHING]
    known = set(interp.escaped)
    own = {item.payload for value in given for item in value.values() if _is_callable(item)}

    def body(begun: State) -> None:
        called: set[object] = set()
        while waiting := [item for item in interp.escaped.values() if item.payload not in called]:
            for item in waiting:
                called.add(item.payload)
                for version in _versions(item, begun):
                    value = _used(interp, version, unknown, node, frame, begun)
                    if item.payload in own or item.payload not in known:
                        results[0] = join(results[0], value)

    if interp.in_outside_code:  # the calls in progress come to what is new
        return NOTHING
    interp.in_outside_code, start = True, state.copy()
    try:
        repeat(interp, node, state, ANY_SIZE, body, ReasonKind.NOT_FOLLOWED)
    finally:
        interp.in_outside_code = False
    is_told = any(item.taint & SOLVER for item in unknown.values())
    chosen_by_leaving(start, state, {node: (1, Kind.CONTENT if is_told else Kind.UNKNOWN)})
    return results[0]


def reached(values: Iterable[Value], state: State) -> list[AbstractValue]:
    """The objects and callables that several values lead to."""
    waiting = [item for value in values for item in value.values()]
    found: dict[object, AbstractValue] = {}
    while waiting:
        item = waiting.pop()
        payload = item.payload
        if isinstance(payload, Constant | Opaque) or payload in found:
            continue
        found[payload] = item
        waiting.extend(held_in(payload))
        if isinstance(payload, Reference):
            waiting.extend(part for value in values_in(state.heap[payload.place]) for part in value.values())
    return list(found.values())


def is_namespace(item: AbstractValue) -> bool:
    """Whether it is what ``globals()``, ``locals()`` or ``vars(module)`` gives."""
    return isinstance(item.payload, External) and item.payload.name.endswith("()")


def is_called(value: Value) -> bool:
    """Whether outside code that is given a value may run the program, or change an object of it, by calling it."""
    return any(_is_callable(item) for item in value.values())


def _is_callable(item: AbstractValue) -> bool:
    payload = item.payload
    match payload:
        case Function() | Partial() | Class():
            return True
        case Method(receiver=receiver):
            return isinstance(receiver.payload, Reference)
        case External(name=name):
            return is_asked(name)
    return False


def is_asked(name: str) -> bool:
    """Whether something outside the program that is called so asks the solver."""
    if name in ("factory.__init__", "factory.__new__"):
        return False
    return name in ("solver", "agent") or name.startswith(("agent.", "factory."))


COMPARISONS = frozenset(f"__{name}__" for name in ("eq", "ge", "gt", "le", "lt", "ne"))
HASHING = frozenset(("__eq__", "__hash__"))
ITERATION = frozenset(("__getitem__", "__iter__", "__len__", "__next__"))
TEXTS = frozenset(("__format__", "__repr__", "__str__"))
EVERYTHING = COMPARISONS | HASHING | TEXTS | frozenset(
    f"__{name}__"
    for name in ("abs", "add", "bool", "bytes", "ceil", "complex", "contains", "divmod", "float", "floor", "floordiv",
                 "fspath", "getitem", "index", "int", "iter", "len", "length_hint", "missing", "mod", "mul", "neg",
                 "next", "pos", "pow", "radd", "reversed", "rmul", "round", "rsub", "sub", "truediv", "trunc")
)  # fmt: skip
"""The special methods by which a function of the library may learn of what it is given."""
_QUIET_BASES = ("abc.", "enum.", "typing.", "builtins.object")
"""Classes outside the program of which the library calls no other methods than the special ones."""


def ask(
    interp: Interpreter, values: Iterable[Value], node: ast.AST, frame: Frame, state: State,
    names: frozenset[str] = EVERYTHING, *, nested: bool = False,
) -> tuple[int, ControlDependence]:  # fmt: skip
    """What a function of the library may learn from the special methods of the instances that its arguments lead to.

    Args:
        interp: the interpreter.
        values: the arguments.
        node: the call.
        frame: where it stands.
        state: the state, in which the methods are called any number of times.
        names: the methods that it may call.
        nested: whether only what is in the arguments is asked, and not they themselves.
    """
    several = list(values)
    if not interp.has_instances:
        return 0, NO_CONTROL
    direct = {item.payload for value in several for item in value.values()} if nested else set()
    instances = [item for item in reached(several, state) if item.payload not in direct]
    derived = [] if nested else [item for item in instances if is_derived(interp, item, state)]
    if names is EVERYTHING and derived:
        escape(interp, map(single, derived), interp.unknown(), node, frame, state)
    methods = [
        single_method
        for item in instances
        for name in sorted(interp.special_names & names)
        if (single_method := find_special(interp, item, (name,), state)) is not None
    ]
    learned: list[Value] = []
    other = 0
    for value in several:
        other |= deep_taint(value, state)

    def body(begun: State) -> None:
        for method in methods:
            given = Arguments(star=opaque(other))
            learned.append(_tried(interp, method, given, node, frame, begun))

    if methods:
        repeat(interp, node, state, ANY_SIZE, body)
    taint, controls, _ = gathered(learned, state)
    return taint, controls


def is_derived(interp: Interpreter, item: AbstractValue, state: State) -> bool:
    """Whether it is an instance of a class that derives from one outside the program, of which it has methods."""
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance) or not interp.outer_bases or is_exception_class(interp, found.of):
        return False
    bases = [base for frame, _ in lineage(interp, found.of) for base in interp.outer_bases.get(frame, ())]
    return any(not base.startswith(_QUIET_BASES) for base in bases)


def inherits_methods(interp: Interpreter, item: AbstractValue, state: State) -> bool:
    """Whether it is an instance of a class that inherits methods which are written in Python, and call its own."""
    found = state.heap[item.payload.place] if interp.outer_bases and isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance):
        return False
    bases = [base for frame, _ in lineage(interp, found.of) for base in interp.outer_bases.get(frame, ())]
    return any(base.startswith(("collections.abc.", "collections.User")) for base in bases)


def _tried(interp: Interpreter, function: Value, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """Call a function once or not at all, and go through what it gives; what it raises, outside code may catch."""
    before, recorded = state.copy(), len(interp.recorded)

    def used(inner: State) -> Value:
        made = interp.call(function, given, node, frame, inner)
        drawn = drawn_from(interp, made, node, frame, inner)
        return join(made, materialized(interp, drawn, node, frame, inner))

    result = interp.caught(used, state)
    state.become(plain_join([before, state, *interp.recorded[recorded:]], state.controls))
    return result


def _versions(item: AbstractValue, state: State) -> list[AbstractValue]:
    """It, and the same of the earlier objects that its expression made."""
    result = {item.payload: item}
    for place in _places(item):
        old = (place[0], place[1] + OLD)
        if old in state.heap:
            for one in list(result.values()):
                result.update((part.payload, part) for part in renamed(single(one), place, old).values())
    return list(result.values())


def _places(item: AbstractValue) -> list[Place]:
    if isinstance(item.payload, Reference):
        return [item.payload.place]
    return [place for inner in held_in(item.payload) for place in _places(inner)]


def _used(interp: Interpreter, item: AbstractValue, unknown: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """Change an object, or call a callable once or not at all."""
    if isinstance(item.payload, Reference):
        forget(item.payload.place, unknown, state)
        functions = _methods(interp, item, state)
    else:
        functions = [single(item)] if _is_callable(item) else []
    result = NOTHING
    for function in functions:
        value = _tried(interp, function, Arguments(star=unknown, double_star=unknown), node, frame, state)
        for made in reached([value], state):  # which outside code holds then
            interp.escaped.setdefault(made.payload, made)
        result = join(result, value)
    return result


def _methods(interp: Interpreter, item: AbstractValue, state: State) -> list[Value]:
    """The methods of an instance of a class of the program."""
    assert isinstance(item.payload, Reference)
    found = state.heap[item.payload.place]
    of = found.of if isinstance(found, Instance | Sequence) else None
    if of is None:
        return []
    names = {
        name: None
        for frame, _ in lineage(interp, of)
        for name in interp.frames[frame].scope.bindings
        if name not in _NEVER_CALLED
    }
    held = [find_in_class(interp, of, name, item, state) or NOTHING for name in names]
    return [value for value in held if any(isinstance(part.payload, Function | Partial) for part in value.values())]


def forget(place: Place, unknown: Value, state: State) -> None:
    """Outside code may have put anything into an object, and taken anything out."""
    found: HeapObject = state.heap[place]
    if isinstance(found, Sequence) and found.kind not in UNCHANGED:
        rest = join(found.any, unknown)
        state.write(place, Sequence(found.kind, None, rest, 0, found.size, is_many=found.is_many, extent=ANY_SIZE))
    elif isinstance(found, Mapped):
        values = {name: join(value, unknown) for name, value in found.entries.items()}
        state.write(place, replace(
            found, entries=values, maybe=frozenset(values), other_keys=join(found.other_keys, unknown),
            other_values=join(found.other_values, unknown), leader=NOTHING, lead=0, cast=frozenset(),
            settled=frozenset(), extent=ANY_SIZE,
        ))  # fmt: skip
    elif isinstance(found, Instance):
        attributes = {name: join(value, unknown) for name, value in found.attributes.items()}
        state.write(place, replace(found, attributes=attributes))
