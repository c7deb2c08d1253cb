"""Methods of built-in and opaque values."""

from __future__ import annotations

import ast

from cgr_audit.analysis import pure_calls
from cgr_audit.analysis.provenance.arguments import Arguments, gathered
from cgr_audit.analysis.provenance.folding import combined
from cgr_audit.analysis.provenance.heap import deep_dependences
from cgr_audit.analysis.provenance.heap_methods import MAPPING_METHODS, SEQUENCE_METHODS
from cgr_audit.analysis.provenance.library import unfollowed
from cgr_audit.analysis.provenance.objects import Instance, Mapped, Sequence
from cgr_audit.analysis.provenance.run import Frame, Run
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    NOTHING,
    TRUTH,
    UNKNOWN,
    Alternative,
    External,
    Function,
    Partial,
    Reference,
    Value,
    opaque,
    restrained,
    single,
)

__all__ = ["call_method"]

_TESTS = frozenset(
    ("endswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "isupper",
     "startswith", "issubset", "issuperset", "isdisjoint", "is_integer")
)  # fmt: skip


def call_method(
    run: Run, receiver: Alternative, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """``receiver.name(...)``."""
    payload = receiver.payload
    if isinstance(payload, Reference):
        found = state.heap[payload.place]
        if isinstance(found, Sequence):
            table = SEQUENCE_METHODS
        elif isinstance(found, Mapped):
            table = MAPPING_METHODS
        else:
            return _of_instance(run, receiver, found, name, given, node, frame, state)
        model = table.get(name)
        if model is not None:
            value = model(run, receiver, found, given, node, frame, state)
            if value is not None:
                return value
    if isinstance(payload, Function) and name == "__call__":
        return run.call(single(receiver), given, node, frame, state)
    run.touched |= deep_dependences(single(receiver), state)
    return _of_plain(run, receiver, name, given, node, frame, state)


def _of_instance(
    run: Run, receiver: Alternative, found: Instance, name: str, given: Arguments, node: ast.AST, frame: Frame,
    state: State,
) -> Value:  # fmt: skip
    del found, name
    dependences = deep_dependences(single(receiver), state)
    return unfollowed(run, dependences | UNKNOWN, given, node, frame, state)


def _of_plain(
    run: Run, receiver: Alternative, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """A method of a text, a number, a match, or something opaque: its result is computed from all that it is given."""
    calls = [
        value
        for value in given.all
        if any(isinstance(i.payload, Function | Partial | External) for i in value.values())
    ]
    if calls:
        return unfollowed(run, receiver.dependences, given, node, frame, state)
    if name == "join" and len(given.positional) == 1 and not isinstance(receiver.payload, Reference):
        exact = _joined(receiver, given.positional[0], node, frame, state)
        if exact is not None:
            return exact
    operands = [single(receiver), *given.positional, *given.named.values()]
    names = list(given.named)
    count = len(given.positional)

    def compute(text: object, *arguments: object) -> object:
        return pure_calls.method(text, name, arguments[:count], dict(zip(names, arguments[count:], strict=True)))

    extra = [value for value in (given.star, given.double_star) if value]
    if extra:
        dependences, controls, sources = gathered([*operands, *extra], state)
        return opaque(dependences, controls, sources=sources)
    if not all(operands):
        return NOTHING
    payload = TRUTH if name in _TESTS else None
    if payload is not None:
        return combined(compute, operands, node, frame.number, state, payload)
    return combined(compute, operands, node, frame.number, state)


def _joined(receiver: Alternative, parts: Value, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``separator.join(parts)`` with every part in its place."""
    if len(parts) != 1:
        return None
    item = next(iter(parts.values()))
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Sequence) or found.items is None:
        return None

    def compute(separator: object, *texts: object) -> object:
        return pure_calls.method(separator, "join", (list(texts),), {})

    made = combined(compute, [single(receiver), *found.items], node, frame.number, state)
    return restrained(made, item.controls)
