"""Methods of built-in and opaque values."""

from __future__ import annotations

import ast
import re

from cgr_audit.analysis import pure, pure_calls
from cgr_audit.analysis.domains.intervals import ANY_SIZE, Interval, exactly
from cgr_audit.analysis.domains.polynomials import ZERO, constant
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.attributes import change_namespace
from cgr_audit.analysis.interpreter.class_lookup import find_in_class
from cgr_audit.analysis.interpreter.draws import all_materialized, call_generator
from cgr_audit.analysis.interpreter.folding import combined
from cgr_audit.analysis.interpreter.generators import is_suspended
from cgr_audit.analysis.interpreter.heap import (
    concretize,
    constants_of,
    deep_controls,
    deep_taint,
    elements_of,
    selected,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.calls import call_external
from cgr_audit.analysis.interpreter.library.container_methods import MAPPING_METHODS, SEQUENCE_METHODS, MethodCall
from cgr_audit.analysis.interpreter.library.declaration import gone_through
from cgr_audit.analysis.interpreter.library.dispatch import DISPATCH_METHODS
from cgr_audit.analysis.interpreter.library.escape import (
    HASHING,
    ITERATION,
    ask,
    escape,
    inherits_methods,
    is_called,
    reached,
    unfollowed,
)
from cgr_audit.analysis.interpreter.library.exceptions import exception_attributes, is_exception_class, new_exception
from cgr_audit.analysis.interpreter.library.executors import EXECUTOR_METHODS
from cgr_audit.analysis.interpreter.library.higher_order import call_each
from cgr_audit.analysis.interpreter.library.outside_methods import change_outside, forget_sizes, sort_outside
from cgr_audit.analysis.interpreter.library.pure_functions import CHANGING_METHODS, LOGGING_METHODS, PURE_METHODS
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Mapped, Sequence, Suspended, replace
from cgr_audit.analysis.interpreter.special_effects import effects
from cgr_audit.analysis.interpreter.special_methods import FORMAT, all_drawn_from, iterated, written
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.subscripts import subscript
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    RANDOM,
    SOLVER,
    TRUTH,
    UNKNOWN,
    AbstractValue,
    Attribute,
    Constant,
    External,
    Function,
    Kind,
    Opaque,
    Reference,
    Value,
    interval_of,
    join,
    join_all,
    known,
    opaque,
    single,
    taint_of,
    under_control,
)

__all__ = ["call_method", "is_view"]

KEEPING_ELEMENTS = frozenset(
    ("__contains__", "__delitem__", "__getitem__", "__setitem__", "add", "append", "appendleft", "count", "discard",
     "get", "index", "insert", "pop", "put", "put_nowait", "remove", "setdefault")
)  # fmt: skip
"""Methods of containers that take one element as it is."""
_KEEPING = frozenset(("add", "append", "appendleft", "extend", "insert", "push", "put", "update"))
_SEEKING = frozenset(("__contains__", "count", "find", "index", "intersection", "rfind", "rindex"))
_COMPARING = frozenset(("difference", "intersection", "isdisjoint", "issubset", "issuperset"))
_CHOOSING = (
    _COMPARING
    | _SEEKING
    | frozenset(("discard", "get", "most_common", "pop", "remove", "replace", "send", "setdefault", "throw"))
)
_TESTS = frozenset(
    ("endswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "isupper",
     "startswith", "issubset", "issuperset", "isdisjoint", "is_integer")
)  # fmt: skip

_LOOKING_AWAY = frozenset(
    ("capitalize", "casefold", "center", "encode", "format", "ljust", "lower", "rjust", "swapcase", "title", "upper",
     "zfill")
)  # fmt: skip
_COMPARING_ELEMENTS = frozenset(("__contains__", "count", "index", "remove"))
_HASHING = frozenset(
    ("add", "difference", "difference_update", "discard", "get", "intersection", "intersection_update", "move_to_end",
     "pop", "remove", "setdefault", "subtract", "symmetric_difference", "symmetric_difference_update", "union",
     "update")
)  # fmt: skip
"""Methods of containers that compare what they are given with what is there."""
_OBJECT_METHODS = {**EXECUTOR_METHODS, **DISPATCH_METHODS}
_REORDERING = frozenset(("reverse", "rotate", "sort"))
_TAKING_OUT = frozenset(("pop", "popitem", "popleft", "remove"))
_TAKING = frozenset(("get", "get_nowait", "pop"))
_GOING_THROUGH = frozenset(("extend", "fromlist", "writelines"))


def call_method(
    interp: Interpreter, receiver: AbstractValue, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """``receiver.name(...)``."""
    payload = receiver.payload
    if name == "send" and not is_suspended(single(receiver), state):  # a coroutine, which has run when it was called
        stop = new_exception(interp, "StopIteration", Arguments([single(receiver)]), node, frame, state)
        interp.raised(stop, state.copy())
    _note(interp, receiver, name, given, node, state)
    if not isinstance(payload, Reference):
        interp.growths += name in _KEEPING
        given = all_materialized(interp, given, node, frame, state)
    if isinstance(payload, Reference):
        found = state.heap[payload.place]
        if isinstance(found, Suspended):
            return call_generator(interp, receiver, name, given, node, frame, state)
        table = MAPPING_METHODS if isinstance(found, Mapped) else SEQUENCE_METHODS
        declared = None if isinstance(found, Instance) else table.get(name)
        if declared is not None and (interp.has_instances or interp.outer_bases):
            if given.star or (name == "update" and table is MAPPING_METHODS):
                rows = [given.star] if given.star else given.positional
                ask(interp, rows, node, frame, state, ITERATION, nested=not given.star)
            given = all_drawn_from(interp, given, gone_through(declared.parameters, given), node, frame, state)
        if name not in KEEPING_ELEMENTS:
            given = all_materialized(interp, given, node, frame, state)
        found = state.heap[payload.place]
        if not isinstance(found, Sequence | Mapped):
            return _of_instance(interp, receiver, found, name, given, node, frame, state)
        if declared is not None and not declared.takes(given):
            whole = Arguments([single(receiver), *given.positional], given.named, given.star, given.double_star)
            return unfollowed(interp, UNKNOWN, whole, node, frame, state)
        if name in _TAKING_OUT:
            interp.may_be_empty(found.length, state)
        if interp.has_instances and name in _HASHING:
            ask(interp, [single(receiver), *given.all], node, frame, state, HASHING)
        if declared is not None:
            value = declared.model(MethodCall(interp, receiver, found, given, node, frame, state))
            if value is not None:
                if isinstance(found, Mapped) and name in _VIEWS and node not in interp.on_the_spot:
                    _let_change(interp, value, state)
                return value
        if isinstance(found, Sequence) and found.fields and not hasattr(tuple, name) and not name.startswith("_"):
            interp.traces.check(deep_taint(single(receiver), state))  # a method of the program may ask anything
    if isinstance(payload, Function) and name == "__call__":
        return interp.call(single(receiver), given, node, frame, state)
    interp.touched |= deep_taint(single(receiver), state)
    for value in given.positional:
        interp.touched |= deep_taint(value, state)
    return _of_plain(interp, receiver, name, given, node, frame, state)


_VIEWS = frozenset(("items", "keys", "values"))


def is_view(node: ast.expr) -> bool:
    """Whether it may be a view of a dictionary."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS


def _let_change(interp: Interpreter, value: Value, state: State) -> None:
    """A view that is kept shows what becomes of its dictionary."""
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence) and isinstance(item.payload, Reference):
            shown = found.loose().with_length(ANY_SIZE)
            state.write(item.payload.place, replace(shown, rest=join(shown.rest, interp.unknown()), least=0))


def _note(
    interp: Interpreter, receiver: AbstractValue, name: str, given: Arguments, node: ast.AST, state: State
) -> None:
    """Keep what a choice by a method depends on, and whether it tells the failure value from answers."""
    if not interp.traces.asks:
        return
    if name in _KEEPING:
        interp.traces.stored(receiver, given.all, state)
    if name not in _CHOOSING:
        return
    own, found = deep_taint(single(receiver), state), 0
    for value in given.all:
        found |= deep_taint(value, state)
    failure = Constant(str, interp.contract.extraction.failure_value)
    if name in _COMPARING or any(item.payload == failure for value in given.positional for item in value.values()):
        interp.traces.check(own)
    if name in _COMPARING or name in ("__contains__", "find", "index"):
        interp.traces.check(found)
        interp.traces.fragile |= own | found
    if name in _SEEKING:
        interp.traces.shared(node, [single(receiver), *given.all], state)
    if name in ("discard", "pop", "remove"):
        interp.traces.escaped |= found
    if name in ("send", "throw"):
        interp.traces.escaped |= own | found
    interp.traces.decide(node, own | found, deep_controls(single(receiver), state))


def _of_instance(
    interp: Interpreter, receiver: AbstractValue, found: Instance, name: str, given: Arguments, node: ast.AST,
    frame: Frame, state: State,
) -> Value:  # fmt: skip
    of = found.of.payload
    declared = _OBJECT_METHODS.get((of.name, name)) if isinstance(of, External) else None
    whole = Arguments([single(receiver), *given.positional], given.named, given.star, given.double_star)
    if declared is not None and declared.takes(whole):
        made = declared.model(interp, whole, node, frame, state)
        if made is not None:
            return made
    if BOXED in found.attributes and isinstance(receiver.payload, Reference) and not name.startswith("__dict__."):
        is_written_in_python = inherits_methods(interp, receiver, state)
        if is_written_in_python or (name not in _KEEPING and any(is_called(value) for value in given.all)):
            if is_written_in_python and name != "__init__":  # some give new instances
                whole.positional.append(single(found.of))
            return unfollowed(interp, deep_taint(single(receiver), state), whole, node, frame, state)
        if name in _GOING_THROUGH:
            given = all_drawn_from(interp, given, frozenset((0,)), node, frame, state)
            given = all_materialized(interp, given, node, frame, state)
        content = found.attributes[BOXED]
        for value in given.all:
            content = join(content, value)
        state.write(receiver.payload.place, replace(found, attributes={**found.attributes, BOXED: content}))
        taint, controls, sources = gathered([content], state)
        if name in _TAKING and content:
            return selected(content, RANDOM if len(content) > 1 else 0, node)
        return opaque(taint, controls, sources=sources, node=node)
    if name == "__init__":  # what all objects inherit: it keeps the arguments of exceptions
        if is_exception_class(interp, found.of) and isinstance(receiver.payload, Reference):
            kept = exception_attributes(given, node, frame, state)
            state.write(receiver.payload.place, replace(found, attributes={**found.attributes, **kept}))
        return known(None)
    if name.startswith("__dict__."):
        return change_namespace(interp, receiver, name.removeprefix("__dict__."), given, node, state)
    if name in ("__delattr__", "__setattr__", "__getattribute__"):
        return call_external(
            interp, f"builtins.object.{name}", Arguments([single(receiver), *given.positional]), node, frame, state
        )
    taint = deep_taint(single(receiver), state)
    return unfollowed(interp, taint | UNKNOWN, whole, node, frame, state)


def _may_be_of_program(
    interp: Interpreter, receiver: AbstractValue, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> None:
    """Give up where an unknown receiver may be an instance of the program whose method of this name has an effect."""
    if not (interp.has_instances and isinstance(receiver.payload, Opaque) and receiver.taint & UNKNOWN):
        return
    for place, found in list(state.heap.items()):
        item = AbstractValue(Reference(place))
        method = find_in_class(interp, found.of, name, item, state) if isinstance(found, Instance) else None
        if method is not None and any(effects(interp, method, given, node, frame, state)):
            interp.give_up(state, node, f"cannot tell whose `{name}` this calls")
            return


def _of_plain(
    interp: Interpreter, receiver: AbstractValue, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """A method of a text, a number, a match, or something opaque: its result is computed from all that it is given."""
    if name in ("sub", "subn") and given.positional and is_called(given.positional[0]) and not given.star:
        match = opaque(taint_of(single(receiver)) | gathered(given.positional[1:], state)[0])
        texts = call_each(interp, given.positional[0], Arguments([match]), ANY_SIZE, node, frame, state)
        given = Arguments([texts or known(""), *given.positional[1:]], given.named)
    _may_be_of_program(interp, receiver, name, given, node, frame, state)
    is_known = name in PURE_METHODS or name in CHANGING_METHODS
    is_kept = isinstance(receiver.payload, Opaque) and not (given.star or given.double_star)
    if name in CHANGING_METHODS and is_kept:
        if name == "sort":
            return sort_outside(interp, receiver, given, node, frame, state)
        change_outside(receiver, name, given, node, state)
    if not is_known or any(is_called(value) for value in given.all):
        whole = Arguments([single(receiver), *given.positional], given.named, given.star, given.double_star)
        return unfollowed(interp, receiver.taint | UNKNOWN * (not is_known), whole, node, frame, state)
    if interp.escaped and (name in CHANGING_METHODS or name in LOGGING_METHODS):
        escape(interp, (), interp.unknown(), node, frame, state)
    if receiver.size is not None and name in CHANGING_METHODS - _REORDERING:
        forget_sizes(interp, receiver, node, state)
    if name in CHANGING_METHODS and not is_kept and any(reached([value], state) for value in given.all):
        escape(interp, given.all, interp.unknown(), node, frame, state)
    if interp.has_instances:
        given = _asked_for_text(interp, receiver, name, given, node, frame, state)
    if name == "join" and len(given.positional) == 1 and not isinstance(receiver.payload, Reference):
        exact = _joined(receiver, given.positional[0], node, frame, state)
        if exact is not None:
            return exact
        given = Arguments([_keys_of(given.positional[0], state)])
    operands = [single(receiver), *given.positional, *given.named.values()]
    names = list(given.named)
    count = len(given.positional)

    def compute(text: object, *arguments: object) -> object:
        return pure_calls.method(text, name, arguments[:count], dict(zip(names, arguments[count:], strict=True)))

    if name == "get" and count and isinstance(receiver.payload, Opaque) and receiver.payload.is_record:
        found = subscript(interp, single(receiver), given.positional[0], node, frame.number, state)
        return {key: item if constants_of(given.positional[0]) else item.measured(None) for key, item in found.items()}
    if name == "get" and count == 2 and receiver.taint & SOLVER and not isinstance(receiver.payload, Constant):
        found = opaque(receiver.taint, {node: (1, Kind.SUCCESS)})
        return join(found, under_control(given.positional[1], {node: (-1, Kind.FAILURE)}))
    if name == "replace" and count == 2 and receiver.taint & SOLVER:
        replaced = _without_failure(interp, receiver, given, node)
        if replaced is not None:
            return replaced
    if name == "translate" and count == 1:
        table = _lowered(given.positional[0], state)
        if table is not None:
            return combined(lambda text: pure_calls.method(text, name, (table,), {}), operands[:1], node, frame.number,
                            state)  # fmt: skip
    extra = [value for value in (given.star, given.double_star) if value]
    if extra:
        taint, controls, sources = gathered([*operands, *extra], state)
        return opaque(taint, controls, sources=sources)
    if not all(operands):
        return NOTHING
    if name == "format":
        interp.put_together(operands)
    payload = TRUTH if name in _TESTS else None
    if payload is not None:
        return combined(compute, operands, node, frame.number, state, payload)
    made = combined(compute, operands, node, frame.number, state, looks_away=name in _LOOKING_AWAY)
    return {key: item if item.is_constant else item.measured(*_measures(name, given)) for key, item in made.items()}


def _measures(name: str, given: Arguments) -> tuple[Interval | None, Interval | None]:
    """Between which integers what a method of a text gives lies, and how many elements it has."""
    if name in ("split", "rsplit"):
        most = interval_of(given.get(1, "maxsplit") or NOTHING) if given.get(1, "maxsplit") else None
        if most is None or most.low is None or not most.low.is_never_negative:
            return None, None
        return None, Interval(ZERO, (most + exactly(1)).high)
    if name in ("partition", "rpartition"):
        return None, exactly(3)
    if name in ("count", "bit_length", "bit_count", "toordinal", "isoweekday", "weekday"):
        return ANY_SIZE, None
    if name in ("find", "rfind"):
        return Interval(constant(-1)), None
    return (ANY_SIZE if name in ("index", "rindex") else None), None


def _lowered(value: Value, state: State) -> object:
    """The constant that a value is; nothing if it is not known."""
    try:
        return concretize(value, state)
    except pure.Unfoldable:
        return None


def _asked_for_text(
    interp: Interpreter, receiver: AbstractValue, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Arguments:
    """The arguments of a method of a text, with what instances of the program among them say of themselves."""
    if name == "join":
        drawn = Arguments([iterated(interp, value, node, frame, state) for value in given.positional])
        return all_materialized(interp, drawn, node, frame, state)
    if name == "format":
        positional = [written(interp, value, FORMAT, node, frame, state) for value in given.positional]
        named = {key: written(interp, value, FORMAT, node, frame, state) for key, value in given.named.items()}
        taken = _taken_by_format(interp, receiver, given, node, frame, state)
        return Arguments(positional, named, join(given.star, taken), given.double_star)
    elements = [elements_of(single(receiver), state)[0]] if name in _COMPARING_ELEMENTS else []
    taint, controls = ask(interp, [*given.all, *elements], node, frame, state)
    if not (taint or controls):
        return given
    return Arguments(given.positional, given.named, join(given.star, opaque(taint, controls)), given.double_star)


_PART = re.compile(r"\.([^.\[{}]+)|\[([^\]]+)\]")


def _taken_by_format(
    interp: Interpreter, receiver: AbstractValue, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """What the fields of a format take out of its arguments: ``"{0.text} {name[id]}"``."""
    text = receiver.payload.constant if isinstance(receiver.payload, Constant) else None
    if not isinstance(text, str):
        return NOTHING if isinstance(receiver.payload, Constant) else escape(
            interp, given.all, interp.unknown(), node, frame, state)  # fmt: skip
    result = NOTHING
    for field in re.findall(r"\{([^{}!:]*[.\[][^{}!:]*)", text):
        name = re.split(r"[.\[]", field, maxsplit=1)[0]
        value = given.named.get(name) or join_all([*given.positional, given.star, given.double_star])
        for attribute, item in _PART.findall(field):
            getter = AbstractValue(Attribute(attribute or item, bool(item)))
            value = interp.call(single(getter), Arguments([value]), node, frame, state)
        result = join(result, opaque(deep_taint(value, state), deep_controls(value, state)))
    return result


def _without_failure(interp: Interpreter, receiver: AbstractValue, given: Arguments, node: ast.AST) -> Value | None:
    """``answer.replace("X", "C")``: a constant instead of the failure value."""
    old, new = (constants_of(value) for value in given.positional)
    if not (old and new and new[0]) or old[0] != interp.contract.extraction.failure_value:
        return None
    rest = opaque(receiver.taint, {node: (1, Kind.SUCCESS)})
    return join(rest, under_control(given.positional[1], {node: (-1, Kind.FAILURE)}))


def _keys_of(value: Value, state: State) -> Value:
    """What iterating a value gives, where it is dictionaries whose keys no response made or chose."""
    keys = NOTHING
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if not isinstance(found, Mapped) or not found.any_key:
            return value
        keys = join(keys, under_control(found.any_key, item.controls))
    is_chosen = any(kind.of_solver for item in keys.values() for _, kind in item.controls.values())
    return value if is_chosen or deep_taint(keys, state) & SOLVER else keys


def _joined(receiver: AbstractValue, parts: Value, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``separator.join(parts)`` with every part in its place."""
    if len(parts) != 1:
        return None
    item = next(iter(parts.values()))
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Sequence) or found.items is None:
        return None

    def compute(separator: object, *texts: object) -> object:
        return pure_calls.method(separator, "join", (list(texts),), {})

    made = combined(compute, [single(receiver), *found.items], node, frame.number, state, looks_away=True)
    return under_control(made, item.controls)
