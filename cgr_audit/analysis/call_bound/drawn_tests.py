"""Tests of ``while`` that draw from an iterator: ``while (x := next(it, None)) is not None``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.sequences import Elements, elements
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import TOP, Frame
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.scopes import BindingKind

__all__ = ["drawn_from"]


def drawn_from(machine: Machine, state: State, node: ast.While, frame: Frame) -> Elements | None:
    """What every round of a loop takes one element of; nothing where it is not known how many there are."""
    for name in _drawn(machine, node.test):
        variable = machine.variable(name.id, name, frame)
        held = TOP if variable is None else state.variables.get(variable, TOP)
        if (
            held.unknown
            or held.mixed
            or (held.toll is not None and held.toll.whole != ZERO)
            or _is_bound_in(machine, name, node)
        ):
            continue
        source = elements(machine, state, held)
        if source.size.high is not None:
            return source
    return None


def _drawn(machine: Machine, test: ast.expr) -> list[ast.Name]:
    """The iterators that are not used up where a test holds."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return [name for value in values for name in _drawn(machine, value)]
        case ast.Compare(left=ast.NamedExpr(value=drawing), ops=[ast.IsNot() | ast.NotEq()], comparators=[other]):
            is_end = isinstance(other, ast.Constant | ast.Name)
            return _iterator_of(machine, drawing, other) if is_end else []
        case ast.NamedExpr(value=ast.Call(args=[_, ast.Constant(value=end) as other]) as drawing) if not end:
            return _iterator_of(machine, drawing, other)
    return []


def _iterator_of(machine: Machine, drawing: ast.expr, end: ast.expr) -> list[ast.Name]:
    match drawing:
        case ast.Call(func=function, args=[ast.Name() as name, other]) if ast.dump(other) == ast.dump(end):
            return [name] if machine.scopes.qualified_name(function) == "builtins.next" else []
    return []


def _is_bound_in(machine: Machine, name: ast.Name, loop: ast.While) -> bool:
    """Whether a variable may be bound again while a loop runs."""
    found = machine.scopes.lookup(name)
    if found is None or name.id in machine.shared_names:
        return True
    return any(
        binding.kind not in {BindingKind.ASSIGNMENT, BindingKind.PARAMETER}
        or loop in machine.index.ancestors(binding.node)
        for binding in found.bindings
    )
