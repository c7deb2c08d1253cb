"""Callees outside the program: built-in functions, library functions, and methods of values."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import calls
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.container_methods import METHODS
from cgr_audit.analysis.call_bound.drawing import draw
from cgr_audit.analysis.call_bound.higher_order import HIGHER_ORDER
from cgr_audit.analysis.call_bound.iterables import ITERABLES
from cgr_audit.analysis.call_bound.library import LIBRARY
from cgr_audit.analysis.call_bound.list_functions import LIST_FUNCTIONS
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine
from cgr_audit.analysis.call_bound.outside_call import OutsideCall, exactly_range
from cgr_audit.analysis.call_bound.readings import with_readings
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    ANY_SIZE,
    TOP,
    Frame,
    Namespace,
    Value,
    text,
)
from cgr_audit.analysis.calls.outside_calls import INERT, PASSING
from cgr_audit.analysis.domains.polynomials import ONE, ZERO

__all__ = ["call_method", "call_outside", "escape", "exactly_range", "pass_on"]

_TEXT_METHODS = frozenset(
    {"capitalize", "casefold", "center", "format", "join", "ljust", "lower", "lstrip", "replace", "rjust", "rstrip"}
    | {"strip", "swapcase", "title", "upper", "zfill", "removeprefix", "removesuffix"}
)
_CHANGING = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "insert", "pop", "popitem", "popleft"}
    | {"remove", "reverse", "setdefault", "sort", "update"}
)
_VIEWING = frozenset({"items", "keys", "values"})
_READING = frozenset({"copy", "get", "items", "keys", "values", "__contains__", "__getitem__"})
_HARMLESS = frozenset(
    {"re", "json", "math", "string", "statistics", "textwrap", "time", "datetime", "logging", "difflib"}
)
"""Modules whose functions neither keep nor change what they are given."""
_MAKING_CALLS_UNSEEN = frozenset(
    {"builtins.property", "functools.singledispatch", "functools.singledispatchmethod", "types.new_class"}
)
_NAMESPACES = frozenset({"builtins.globals", "builtins.locals", "builtins.vars"})
_RUNNING_LATER = frozenset({"builtins.filter", "builtins.map", "itertools.starmap"})
_LAZY = frozenset({"builtins.enumerate", "builtins.reversed", "builtins.zip", "itertools.chain", "itertools.islice"})
_KNOWN = {**ITERABLES, **HIGHER_ORDER, **LIBRARY, **LIST_FUNCTIONS}


def call_outside(
    machine: Machine, state: State, name: str, arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Call a function that the program does not define, by its dotted name."""
    is_class_made = name == "builtins.type" and (len(arguments.positional) != 1 or arguments.is_open)
    if name in _MAKING_CALLS_UNSEEN or is_class_made:
        machine.give_up(state, node, "what is made here calls functions where no call is written")
    if name in _NAMESPACES:
        return Value(callables=frozenset({Namespace(node)}))
    known = _KNOWN.get(name)
    if known is not None:
        made = known(OutsideCall(machine, state, name, arguments, node, frame))
        is_looped_over = isinstance(machine.index.parent(node), ast.For | ast.comprehension)
        if name in _RUNNING_LATER or (name in _LAZY and not is_looped_over):
            return with_readings(machine, state, made, node, frame, (), arguments.positional)
        return made
    if machine.graph.targets(node).unknown:
        machine.give_up(state, node, "cannot tell what is called here")
    pass_on(machine, state, node)
    if name in {"builtins.eval", "builtins.exec"}:
        escape(machine, state, arguments)
    is_harmless = name in INERT or name in PASSING or name.partition(".")[0] in _HARMLESS
    if not is_harmless and not name.startswith("builtins."):
        escape(machine, state, arguments)
    return TOP


def escape(machine: Machine, state: State, arguments: Arguments) -> None:
    """Something unknown is given these values, and may change them."""
    values = (*arguments.positional, *(held for _, held in arguments.named))
    calls.keep_namespaces(machine, state, *values)
    for value in values:
        machine.forget_things(state, value)


def pass_on(machine: Machine, state: State, node: ast.Call) -> None:
    """A callee outside is handed callables that reach the solver: how often it calls them is not known."""
    targets = machine.graph.targets(node)
    if targets.passes_solver or any(function in machine.reaching for function in targets.passed):
        machine.sites_seen.append(node)
        machine.give_up(state, node, "the solver is handed to a function that may call it any number of times")


def call_method(
    machine: Machine,
    state: State,
    name: str,
    owner: Value,
    arguments: Arguments,
    node: ast.Call,
    frame: Frame,
) -> Value:
    """Call a method of a text, a number, a sequence, or something mutable."""
    if machine.graph.targets(node).unknown:
        machine.give_up(state, node, "cannot tell what is called here")
    if owner.toll is not None:
        draw(machine, state, owner.toll, ZERO if name == "close" else ONE, node)
        return owner.element or TOP
    things = machine.things(state, owner)
    if name in {"__delattr__", "__setattr__"}:
        machine.give_up(state, node, "cannot tell which attribute is changed here")
    if name not in _READING:
        calls.keep_namespaces(machine, state, owner)
    if owner.is_list and name in _CHANGING:
        raise ListChanged
    if not things:
        if name == "format" or name in _TEXT_METHODS:
            return text()
        return (
            machine.make_list(state, node, frame, ANY_SIZE, text())
            if name in {"split", "splitlines", "rsplit"}
            else _plain(machine, state, node)
        )
    call = OutsideCall(machine, state, f"method.{name}", arguments, node, frame)
    handler = METHODS.get(name)
    if handler is None:
        machine.forget_things(state, owner)
        return _plain(machine, state, node)
    made = handler(call, owner)
    if name in _VIEWING and not isinstance(machine.index.parent(node), ast.For | ast.comprehension):
        return with_readings(machine, state, made, node, frame, (), (owner,))
    return made


def _plain(machine: Machine, state: State, node: ast.Call) -> Value:
    pass_on(machine, state, node)
    return TOP
