"""Executors and their futures: each function that is handed in is called exactly once for each of its inputs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.domains.intervals import ANY_SIZE, least_of
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.heap import allocate, elements_of, exact_elements, inside, length_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.library.declaration import Declaration
from cgr_audit.analysis.interpreter.library.higher_order import call_each, call_in_turn
from cgr_audit.analysis.interpreter.objects import Instance, Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    External,
    Reference,
    Value,
    join,
    known,
    under_control,
)

__all__ = ["EXECUTORS", "EXECUTOR_METHODS"]

_FUTURE = External("concurrent.futures.Future")
_RESULT = "<result>"
_MAX_EXACT = 8


def _executor(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    of = AbstractValue(External("concurrent.futures.Executor"))
    return allocate(Instance(of, {}), node, frame.number, state)


def _submit(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``executor.submit(f, x)``: the result is in the future."""
    call = Arguments(given.positional[2:], given.named, given.star, given.double_star)
    result = interp.caught(lambda inner: interp.call(given.positional[1], call, node, frame, inner), state)
    return allocate(Instance(AbstractValue(_FUTURE), {_RESULT: result}), node, frame.number, state)


def _result(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    result = NOTHING
    for item in given.positional[0].values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Instance):
            result = join(result, under_control(found.attributes.get(_RESULT, NOTHING), item.controls))
    if not result:
        raise NeverReturnsError
    return result


def _map(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``executor.map(f, inputs)``: all calls are begun at once, also those whose results nobody takes."""
    function, inputs = given.positional[1], given.positional[2:]
    if not inputs:
        return None
    exact = exact_elements(inputs[0], state) if len(inputs) == 1 else None
    number = inside(frame.number, 1)
    if exact is not None and len(exact) <= _MAX_EXACT:
        items = call_in_turn(interp, function, [Arguments([item]) for item in exact], node, frame, state)
        return allocate(Sequence("iterator", tuple(items)), node, number, state)
    parts = [elements_of(value, state, node) for value in inputs]
    times = least_of(*(length_of(value, state) for value in inputs))
    result = call_each(interp, function, Arguments([part for part, _, _ in parts]), times, node, frame, state)
    size = 0
    for _, _, amount in parts:
        size |= amount
    some = all(more for _, more, _ in parts)
    return allocate(Sequence("iterator", None, result, int(some), size, extent=times), node, number, state)


def _completed(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``as_completed(futures)``: the same futures in any order."""
    rest, some, size = elements_of(given.positional[0], state, node)
    extent = length_of(given.positional[0], state)
    return allocate(Sequence("iterator", None, rest, int(some), size, extent=extent), node, frame.number, state)


def _waited(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``wait(futures)``: those that are done, and the others."""
    rest, _, size = elements_of(given.positional[0], state, node)
    extent = length_of(given.positional[0], state)._replace(low=ANY_SIZE.low)
    both = Sequence("set", None, rest, 0, size, extent=extent)
    parts = tuple(allocate(both, node, inside(frame.number, number), state) for number in (1, 2))
    return allocate(Sequence("tuple", parts, fields=("done", "not_done")), node, frame.number, state)


def _nothing(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    return known(None)


def _false(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    return known(False)


def _itself(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    return given.positional[0]


EXECUTORS: Mapping[str, Declaration] = MappingProxyType({
    "concurrent.futures.ThreadPoolExecutor": Declaration("max_workers=None, thread_name_prefix=''", _executor),
    "concurrent.futures.ProcessPoolExecutor": Declaration("max_workers=None", _executor),
    "concurrent.futures.as_completed": Declaration("fs, timeout=None", _completed),
    "concurrent.futures.wait": Declaration("fs, timeout=None, return_when=None", _waited),
})  # fmt: skip

EXECUTOR_METHODS: Mapping[tuple[str, str], Declaration] = MappingProxyType({
    ("concurrent.futures.Executor", "submit"): Declaration("self, fn, /, *args, **kwargs", _submit),
    ("concurrent.futures.Executor", "map"): Declaration("self, fn, *iterables, timeout=None, chunksize=1", _map),
    ("concurrent.futures.Executor", "shutdown"): Declaration("self, wait=True, *, cancel_futures=False", _nothing),
    ("concurrent.futures.Executor", "__enter__"): Declaration("self", _itself),
    ("concurrent.futures.Executor", "__exit__"): Declaration("self, *args", _nothing),
    ("concurrent.futures.Future", "result"): Declaration("self, timeout=None", _result),
    ("concurrent.futures.Future", "exception"): Declaration("self, timeout=None", _nothing),
    ("concurrent.futures.Future", "cancel"): Declaration("self", _false),
})  # fmt: skip
