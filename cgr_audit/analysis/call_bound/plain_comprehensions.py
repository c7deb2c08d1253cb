"""Comprehensions whose elements neither ask the solver nor change anything: they are not run as loops."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.sequences import Elements
from cgr_audit.analysis.call_bound.state import State, refs_in
from cgr_audit.analysis.call_bound.values import Range, Thing, Value, join_all

__all__ = ["is_plain", "plain_list"]

_SHORT = 12
_DECIDING = (
    ast.Await, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.ListComp, ast.NamedExpr, ast.SetComp, ast.Yield,
    ast.YieldFrom,
)  # fmt: skip
"""Expressions that bind, leave, or loop in turn."""


def is_plain(machine: Machine, node: ast.expr) -> bool:
    """Whether a comprehension has one loop, and tests and elements that call no function of the program."""
    match node:
        case ast.ListComp(elt=element, generators=[inner]) | ast.GeneratorExp(elt=element, generators=[inner]):
            parts = (part for whole in (element, *inner.ifs) for part in ast.walk(whole))
            return not inner.is_async and all(_is_quiet(machine, part) for part in parts)
    return False


def _is_quiet(machine: Machine, part: ast.AST) -> bool:
    if not isinstance(part, ast.Call | ast.Attribute):
        return not isinstance(part, _DECIDING)
    targets = machine.graph.targets(part)
    return not (targets.reaches_solver_directly or targets.unknown or targets.all_functions)


def plain_list(state: State, source: Elements, element: Callable[[State, Value], Value | None]) -> Thing | None:
    """The list that a plain comprehension gives, all else being as it was; nothing where its elements change something.

    Args:
        state: before the first element; it is left as it is.
        source: what is iterated over.
        element: evaluates the element in a state, which it changes, for a value of the loop's variable; gives nothing
            where it is not plain.
    """
    after = state.copy()
    are_known = source.parts is not None and source.size.integer == len(source.parts) <= _SHORT
    values: list[Value] = []
    for each in source.parts if are_known and source.parts else (source.each,):
        value = element(after, each)
        if value is None or not refs_in(value) <= state.things.keys():
            return None
        values.append(value)
    if not _is_as_before(state, after):
        return None
    size = Range(source.size.low, source.size.high)
    return Thing("list", size, join_all(values), parts=tuple(values) if are_known and source.parts else None)


def _is_as_before(state: State, after: State) -> bool:
    if after.is_dead or after.cost != state.cost or after.recursions != state.recursions:
        return False
    if any(after.things.get(ref) is not thing for ref, thing in state.things.items()):
        return False
    return all(after.variables.get(variable) is value for variable, value in state.variables.items())
