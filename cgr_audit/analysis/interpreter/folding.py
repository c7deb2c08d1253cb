"""Pure operations on abstract values: exact where every operand is known, else computed from all of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import product

from cgr_audit.analysis import pure
from cgr_audit.analysis.interpreter.arguments import gathered
from cgr_audit.analysis.interpreter.heap import abstract, concretize, deep_taint
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.symbols import composed
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    OPAQUE,
    SOLVER,
    AbstractValue,
    Constant,
    Opaque,
    Reference,
    Value,
    join,
    merge_controls,
    opaque,
    single,
    under_control,
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
    taint, controls, sources = gathered(operands, state)
    symbol = composed(compute, operands, node, looks_away=looks_away) if taint & SOLVER else None
    return opaque(taint, controls, payload, sources, node, symbol)


def folded(
    compute: Callable[..., object], operands: Sequence[Value], node: ast.AST, frame: int, state: State
) -> Value | None:
    """``compute`` of every combination of alternatives; nothing if one is not known, or there are too many."""
    count = 1
    for operand in operands:
        count *= len(operand)
        if count > _MAX_PRODUCT:
            return None
        for item in operand.values():
            if type(item.payload) is not Constant and type(item.payload) is not Reference:
                return None
    result = NOTHING
    for combination in product(*[operand.values() for operand in operands]):
        try:
            constant = compute(*[concretize(single(item), state) for item in combination])
        except pure.Unfoldable:
            return None
        controls = NO_CONTROL
        for item in combination:
            controls = merge_controls(controls, item.controls)
        made = abstract(constant, node, frame, state, {item.key: _with_parts(item, state) for item in combination})
        result = join(result, under_control(made, controls))
    return result


def _with_parts(item: AbstractValue, state: State) -> AbstractValue:
    """The same, computed from all that is in it."""
    taint = item.taint if item.is_constant else deep_taint(single(item), state)
    if taint == item.taint:
        return item
    return AbstractValue(item.payload, taint, item.controls, item.origins, item.trail)
