"""Enumerations of the program: calling the class, or looking a name up in it, chooses one of its members."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.class_lookup import find_in_class, instance_at, lineage
from cgr_audit.analysis.interpreter.heap import selected
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.state import State, become_one_of
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    SOLVER,
    AbstractValue,
    Class,
    Constant,
    External,
    Function,
    Kind,
    Value,
    join,
    single,
)

__all__ = ["MISSING", "member_named", "member_of_value", "members_of"]

MISSING = "_missing_"
_ENUMERATIONS = frozenset(f"enum.{name}" for name in ("Enum", "Flag", "IntEnum", "IntFlag", "StrEnum"))


def members_of(interp: Interpreter, cls: AbstractValue, state: State) -> Mapping[str, Value] | None:
    """The members of an enumeration by name, in their order; nothing for other classes."""
    if not isinstance(cls.payload, Class) or not any(interp.outer_bases.values()):
        return None
    frames = [frame for frame, _ in lineage(interp, cls)]
    if not any(name in _ENUMERATIONS for frame in frames for name in interp.outer_bases.get(frame, ())):
        return None
    members: dict[str, Value] = {}
    for name in interp.frames[cls.payload.frame].scope.bindings:
        value = state.cells.get((cls.payload.frame, name), NOTHING)
        if not name.startswith("_") and not any(_is_method(item, state) for item in value.values()):
            members[name] = value
    return members


def _is_method(item: AbstractValue, state: State) -> bool:
    held = instance_at(item, state)
    return isinstance(item.payload, Function) or (held is not None and isinstance(held.of.payload, External))


def member_of_value(
    interp: Interpreter, cls: AbstractValue, members: Mapping[str, Value], value: Value, node: ast.AST, frame: Frame,
    state: State,
) -> Value:  # fmt: skip
    """``Letter(value)``: the member that has this value, or what ``_missing_`` gives."""
    exact = next(iter(value.values())).payload if len(value) == 1 else None
    if isinstance(exact, Constant):
        for member in members.values():
            if any(item.payload == exact for item in member.values()):
                return member
    chosen, hook = _chosen(interp, members, value, node, state), find_in_class(interp, cls, MISSING, None, state)
    if hook is None:
        return chosen
    found = state.copy()
    try:
        missing = interp.call(hook, Arguments([value]), node, frame, state)
    except NeverReturnsError as error:
        interp.raises(error, state)
        state.become(found)
        return chosen
    become_one_of(state, [found, state])
    return join(chosen, missing)


def member_named(interp: Interpreter, members: Mapping[str, Value], name: Value, node: ast.AST, state: State) -> Value:
    """``Letter[name]``."""
    exact = next(iter(name.values())).payload if len(name) == 1 else None
    if isinstance(exact, Constant) and exact.constant in members:
        return members[exact.constant]
    return _chosen(interp, members, name, node, state)


def _chosen(interp: Interpreter, members: Mapping[str, Value], by: Value, node: ast.AST, state: State) -> Value:
    result = NOTHING
    for member in members.values():
        for item in member.values():  # which member it is, is told here and not where the members stand
            result = join(result, single(AbstractValue(item.payload, item.taint, item.controls, frozenset((node,)))))
    taint, controls, _ = gathered([by], state)
    interp.touched |= taint
    interp.traces.decide(node, taint, controls)
    if any(kind.of_solver for _, kind in controls.values()):
        taint |= SOLVER
    led = {test: (0, Kind.CONTENT) if kind is Kind.FAILURE else (side, kind) for test, (side, kind) in controls.items()}
    return selected(result, taint, node, led)
