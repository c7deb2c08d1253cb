"""Which argument of a call each parameter of a function gets."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.heap import allocate
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import Mapped, Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    Function,
    Value,
    join,
    known,
    opaque,
    single,
    taint_of,
)

__all__ = ["bind", "keep_defaults"]


def bind(interp: Interpreter, function: Function, given: Arguments, frame: Frame, state: State) -> None:
    """Give every parameter of a function its value in the frame of one call."""
    arguments = function.node.args
    positional = [single(function.receiver)] if function.receiver is not None else []
    positional += given.positional
    named = dict(given.named)
    parameters = [*arguments.posonlyargs, *arguments.args]
    offset = len(parameters) - len(arguments.defaults)
    for place, parameter in enumerate(parameters):
        default = arguments.defaults[place - offset] if place >= offset else None
        if place < len(positional):
            value = positional[place]
        else:
            value = _late(interp, function, parameter.arg, default, named, given, state, starred=True)
        _set(interp, frame, parameter, value, state)
    if arguments.vararg is not None:
        extra = tuple(positional[len(parameters) :])
        made = Sequence("tuple", extra)
        if given.star:
            loose = made.loose()
            made = Sequence("tuple", None, join(loose.rest, given.star), loose.least, taint_of(given.star))
        _set(interp, frame, arguments.vararg, allocate(made, arguments.vararg, frame.number, state), state)
    for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        value = _late(interp, function, parameter.arg, default, named, given, state, starred=False)
        _set(interp, frame, parameter, value, state)
    if arguments.kwarg is not None:
        keys: dict[str, Value] = {name: known(name) for name in named}
        other = given.double_star
        made_map = Mapped(named, keys, frozenset(), opaque(UNKNOWN) if other else NOTHING, other)
        _set(interp, frame, arguments.kwarg, allocate(made_map, arguments.kwarg, frame.number, state), state)


def _late(
    interp: Interpreter, function: Function, name: str, default: ast.expr | None, named: dict[str, Value],
    given: Arguments, state: State, *, starred: bool,
) -> Value:  # fmt: skip
    """The value of a parameter that no positional argument meets."""
    if name in named:
        return named.pop(name)
    value = join(given.double_star, given.star if starred else NOTHING)
    if default is not None:
        kept = state.cells.get((function.frame, _default_name(default)))
        value = join(
            value, kept if kept is not None else interp.evaluate(default, interp.frames[function.frame], state)
        )
    return value or interp.unknown()


def _default_name(default: ast.expr) -> str:
    return f"<default {default.lineno}:{default.col_offset}>"


def keep_defaults(interp: Interpreter, arguments: ast.arguments, frame: Frame, state: State) -> None:
    """Evaluate the defaults of a function where it is defined."""
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None:
            cell = (frame.number, _default_name(default))
            value = interp.evaluate(default, frame, state)
            state.cells[cell] = join(state.cells[cell], value) if cell in state.cells else value


def _set(interp: Interpreter, frame: Frame, parameter: ast.arg, value: Value, state: State) -> None:
    if any(item.origins for item in value.values()):
        message = f"passed as `{parameter.arg}`"
        value = {key: item.after(parameter, message) for key, item in value.items()}
    interp.bind(frame, parameter.arg, value, state)
