"""Pure operations on abstract values: exact where every operand is known, else computed from all of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from cgr_audit.analysis import pure
from cgr_audit.analysis.interpreter.arguments import gathered
from cgr_audit.analysis.interpreter.heap import deep_dependences, lift, lower
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.symbols import composed
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROLS,
    NOTHING,
    OPAQUE,
    SOLVER,
    Alternative,
    Opaque,
    Reference,
    Value,
    join,
    merge_controls,
    opaque,
    restrained,
    single,
)

__all__ = ["combined", "folded"]

_MAX_PRODUCT = 16


def combined(
    compute: Callable[..., object], operands: Sequence[Value], node: ast.AST, frame: int, state: State,
    payload: Opaque = OPAQUE, *, looks_away: bool = False,
) -> Value:  # fmt: skip
    """``compute`` of every combination of alternatives, folded where they are known.

    An operation that ``looks_away`` looks for no particular text in what it is given.
    """
    if not all(operands):
        return NOTHING
    result = folded(compute, operands, node, frame, state)
    if result is not None:
        return result
    dependences, controls, sources = gathered(operands, state)
    symbol = composed(compute, operands, node, looks_away=looks_away) if dependences & SOLVER else None
    return opaque(dependences, controls, payload, sources, node, symbol)


def folded(
    compute: Callable[..., object], operands: Sequence[Value], node: ast.AST, frame: int, state: State
) -> Value | None:
    """``compute`` of every combination of alternatives; nothing where one is not known, or there are too many."""
    count = 1
    for operand in operands:
        count *= len(operand)
        if count > _MAX_PRODUCT:
            return None
        if not all(item.is_constant or type(item.payload) is Reference for item in operand.values()):
            return None
    result = NOTHING
    for combination in _product([list(operand.values()) for operand in operands]):
        try:
            constant = compute(*(lower(single(item), state) for item in combination))
        except pure.Unfoldable:
            return None
        controls = NO_CONTROLS
        for item in combination:
            controls = merge_controls(controls, item.controls)
        made = lift(constant, node, frame, state, {item.key: _with_parts(item, state) for item in combination})
        result = join(result, restrained(made, controls))
    return result


def _with_parts(item: Alternative, state: State) -> Alternative:
    """The same, computed from all that is in it."""
    dependences = deep_dependences(single(item), state)
    if dependences == item.dependences:
        return item
    return Alternative(item.payload, dependences, item.controls, item.origins, item.trail)


def _product(parts: list[list[Alternative]]) -> list[list[Alternative]]:
    result: list[list[Alternative]] = [[]]
    for part in parts:
        result = [[*done, item] for done in result for item in part]
    return result
