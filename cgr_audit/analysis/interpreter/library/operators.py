"""The functions of ``operator``: each does what an operator, a subscript or a call does."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.assignment import assign_item, remove_item
from cgr_audit.analysis.interpreter.attributes import attribute
from cgr_audit.analysis.interpreter.conditions import truth
from cgr_audit.analysis.interpreter.expressions import as_value, binary, compare, item_of
from cgr_audit.analysis.interpreter.heap import constants_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.declaration import Declaration, Model
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    External,
    Partial,
    Reference,
    Value,
    join,
    known,
    single,
    under_control,
)

__all__ = ["OPERATORS"]

_OPERATIONS: Mapping[str, type[ast.operator]] = MappingProxyType({
    "add": ast.Add, "and_": ast.BitAnd, "concat": ast.Add, "floordiv": ast.FloorDiv, "lshift": ast.LShift,
    "matmul": ast.MatMult, "mod": ast.Mod, "mul": ast.Mult, "or_": ast.BitOr, "pow": ast.Pow, "rshift": ast.RShift,
    "sub": ast.Sub, "truediv": ast.Div, "xor": ast.BitXor,
})  # fmt: skip
_COMPARISONS: Mapping[str, type[ast.cmpop]] = MappingProxyType({
    "eq": ast.Eq, "ne": ast.NotEq, "lt": ast.Lt, "le": ast.LtE, "gt": ast.Gt, "ge": ast.GtE, "is_": ast.Is,
    "is_not": ast.IsNot,
})  # fmt: skip


def _operation(kind: type[ast.operator]) -> Model:
    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        if len(given.positional) != 2:
            return None
        return binary(interp, kind(), given.positional[0], given.positional[1], node, frame, state)

    return model


def _in_place(kind: type[ast.operator]) -> Model:
    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        if len(given.positional) != 2:
            return None
        target, added = given.positional
        for item in target.values():
            found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
            if isinstance(found, Sequence) and found.kind != "tuple" and kind is ast.Add:
                extend = attribute(interp, target, "extend", node, frame, state)
                interp.call(extend, Arguments([added]), node, frame, state)
                return target
        return binary(interp, kind(), target, added, node, frame, state)

    return model


def _comparison(kind: type[ast.cmpop], *, swapped: bool = False) -> Model:
    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        if not isinstance(node, ast.Call) or len(given.positional) != 2 or len(node.args) != 2:
            return None
        places = (1, 0) if swapped else (0, 1)
        if node not in interp.rewritten:
            left, right = (node.args[place] for place in places)
            interp.rewritten[node] = ast.copy_location(ast.Compare(left, [kind()], [right]), node)
        written = interp.rewritten[node]
        assert isinstance(written, ast.Compare)
        return compare(interp, written, [given.positional[place] for place in places], frame, state)

    return model


def _truth(outcome: bool) -> Model:
    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        if not isinstance(node, ast.expr) or len(given.positional) != 1:
            return None
        condition = truth(interp, node, given.positional[0], frame, state)
        return as_value(condition if outcome else condition.negated(), node)

    return model


def _get_item(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) != 2:
        return None
    return item_of(interp, given.positional[0], given.positional[1], node, frame, state)


def _set_item(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) != 3:
        return None
    owners, place, value = given.positional
    assign_item(interp, owners, place, value, node, frame, state)
    return known(None)


def _delete_item(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) != 2:
        return None
    owners, index = given.positional
    remove_item(interp, owners, index, node, frame, state)
    return known(None)


def _call(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    rest = Arguments(given.positional[1:], given.named, given.star, given.double_star)
    return interp.call(given.positional[0], rest, node, frame, state)


def _method_caller(
    interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State,
) -> Value | None:  # fmt: skip
    """``methodcaller(name, *arguments)``: a function that calls this method of what it is given."""
    if given.star or given.double_star or any(len(value) != 1 for value in given.all):
        return None
    positional = tuple(next(iter(value.values())) for value in given.positional)
    named = tuple((name, next(iter(value.values()))) for name, value in given.named.items())
    return single(AbstractValue(Partial(AbstractValue(External("operator.<method>")), positional, named)))


def _called_method(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    names = constants_of(given.positional[0]) if len(given.positional) > 1 else None
    if names is None or len(names) != 1 or not isinstance(names[0], str):
        return None
    result = NOTHING
    for item in given.positional[-1].values():
        method = attribute(interp, single(item), names[0], node, frame, state)
        value = interp.call(method, Arguments(given.positional[1:-1], given.named), node, frame, state)
        result = join(result, under_control(value, item.controls))
    return result


_PAIR = "a, b, /"

OPERATORS: Mapping[str, Declaration] = MappingProxyType({
    **{f"operator.{name}": Declaration(_PAIR, _operation(kind)) for name, kind in _OPERATIONS.items()},
    **{f"operator.i{name.rstrip('_')}": Declaration(_PAIR, _in_place(kind)) for name, kind in _OPERATIONS.items()},
    **{f"operator.{name}": Declaration(_PAIR, _comparison(kind)) for name, kind in _COMPARISONS.items()},
    "operator.contains": Declaration(_PAIR, _comparison(ast.In, swapped=True)),
    "operator.truth": Declaration("a, /", _truth(True)), "operator.not_": Declaration("a, /", _truth(False)),
    "operator.getitem": Declaration(_PAIR, _get_item), "operator.setitem": Declaration("a, b, c, /", _set_item),
    "operator.delitem": Declaration(_PAIR, _delete_item),
    "operator.call": Declaration("obj, /, *args, **kwargs", _call),
    "operator.methodcaller": Declaration("name, /, *args, **kwargs", _method_caller),
    "operator.<method>": Declaration("name, /, *args, **kwargs", _called_method),
})  # fmt: skip
