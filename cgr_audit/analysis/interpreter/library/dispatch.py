"""``functools.singledispatch``: any of the functions that are registered may be the one that is called."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.heap import allocate
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.declaration import Declaration
from cgr_audit.analysis.interpreter.objects import Instance, replace
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    External,
    Function,
    Method,
    Partial,
    Reference,
    Value,
    join,
    single,
)

__all__ = ["DISPATCH", "DISPATCH_METHODS"]

_NAME = "functools.singledispatch"
_FUNCTIONS = "<functions>"


def _made(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    made = Instance(AbstractValue(External(_NAME)), {_FUNCTIONS: given.positional[0]})
    return allocate(made, node, frame.number, state)


def _registered(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``f.register(kind)``, ``f.register(kind, function)`` and ``f.register(function)``."""
    receiver, kind, function = given.positional[0], given.positional[1], given.get(2, "func")
    (item,) = receiver.values()
    if function is None and not all(isinstance(part.payload, Function) for part in kind.values()):
        if len(kind) != 1:
            return None
        register = AbstractValue(Method(item, "register"))
        return single(AbstractValue(Partial(register, tuple(kind.values()), ())))
    new = kind if function is None else function
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance) or not isinstance(item.payload, Reference):
        return None
    functions = join(found.attributes.get(_FUNCTIONS, NOTHING), new)
    state.write(item.payload.place, replace(found, attributes={**found.attributes, _FUNCTIONS: functions}))
    return new


def _called(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    (item,) = given.positional[0].values()
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Instance):
        return None
    call = Arguments(given.positional[1:], given.named, given.star, given.double_star)
    return interp.call(found.attributes.get(_FUNCTIONS, NOTHING), call, node, frame, state)


DISPATCH: Mapping[str, Declaration] = MappingProxyType({_NAME: Declaration("func, /", _made)})
DISPATCH_METHODS: Mapping[tuple[str, str], Declaration] = MappingProxyType({
    (_NAME, "register"): Declaration("self, cls, func=None", _registered),
    (_NAME, "__call__"): Declaration("self, /, *args, **kwargs", _called),
})  # fmt: skip
