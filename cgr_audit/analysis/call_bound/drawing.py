"""Generators without end that a program asks for some elements only: what each element costs.

A generator runs at once where it is called, as if all its elements were asked for. Where that has no bound, and all
that the program does with the generator is to draw from it one by one, it is run a second time: every ``yield`` sets
the cost back, so that what is left at one is what leads there from the one before. The largest of these is the toll.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from cgr_audit.analysis.call_bound.counters import forget
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.readings import keep_unchanged
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import Toll
from cgr_audit.analysis.domains.cost import Cost, Endless, add, larger
from cgr_audit.analysis.domains.polynomials import ZERO, Bound
from cgr_audit.analysis.scopes import BindingKind

__all__ = ["draw", "is_drawn_from", "is_looped_over", "paid", "toll_of"]

_ASKING_ONE = frozenset({"builtins.next"})
_ASKING_SOME = frozenset({"itertools.islice"})
_PASSING_ON = frozenset({"builtins.enumerate", "builtins.zip"})
_METHODS = frozenset({"__next__", "close", "send"})


def draw(machine: Machine, state: State, toll: Toll | None, times: Bound | None, node: ast.AST) -> None:
    """Ask a generator for so many elements; nothing stands for any number."""
    if toll is None:
        return
    keep_unchanged(machine, state, toll, node)
    if toll.each != ZERO or toll.whole != ZERO:
        forget(state)
        state.cost = add(state.cost, toll.whole if times is None else toll.each * times)


def paid(toll: Toll | None) -> Toll | None:
    """What is left of a toll once all that will be asked for is counted: what has to stay as it was."""
    return None if toll is None else Toll(ZERO, ZERO, toll.readings)


def toll_of(ends: Iterable[State | None], whole: Endless) -> Toll | None:
    """The toll of a generator that was run with its cost set back at every element, from all states that it left."""
    each: Cost = ZERO
    for end in ends:
        each = each if end is None else larger(each, end.cost)
    return Toll(each, whole) if isinstance(each, Bound) else None


def is_drawn_from(machine: Machine, node: ast.expr) -> bool:
    """Whether all that is done with what an expression gives is to draw from it, one element after the other."""
    around = machine.index.parent(node)
    match around:
        case ast.For(iter=source) | ast.comprehension(iter=source, is_async=0):
            return source is node
        case ast.Call(func=function, args=given) if node in given:
            name = machine.scopes.qualified_name(function)
            if name in _PASSING_ON:
                return isinstance(machine.index.parent(around), ast.For | ast.comprehension)
            return name in _ASKING_ONE | _ASKING_SOME and given[0] is node
        case ast.Attribute(attr=name) if name in _METHODS:
            above = machine.index.parent(around)
            return isinstance(above, ast.Call) and above.func is around
        case ast.Assign(targets=[ast.Name() as target], value=value) if value is node:
            return _is_variable_only(machine, target, is_drawn_from)
    return False


def is_looped_over(machine: Machine, node: ast.expr) -> bool:
    """Whether an object is iterated over in loops only, as far as Python calls its methods by itself."""
    around = machine.index.parent(node)
    match around:
        case ast.For(iter=source) | ast.comprehension(iter=source, is_async=0):
            return source is node and _keeps_to_itself(machine, node)
        case ast.Attribute(value=held):
            return held is node
        case ast.Call(func=ast.Name(id="len"), args=[held]):
            return held is node
        case ast.Assign(targets=[ast.Name() as target], value=value) if value is node:
            return _keeps_to_itself(machine, node) and _is_variable_only(machine, target, is_looped_over)
    return False


def _keeps_to_itself(machine: Machine, node: ast.expr) -> bool:
    """Whether no method of the class that is called hands its object to anything."""
    if not isinstance(node, ast.Call):
        return True
    scope = machine.scopes
    for function in machine.graph.targets(node).functions:
        cls = scope.used_in[function].node
        for method in cls.body if isinstance(cls, ast.ClassDef) else ():
            if isinstance(method, ast.FunctionDef) and not _is_own(machine, method):
                return False
    return True


def _is_own(machine: Machine, method: ast.FunctionDef) -> bool:
    own = method.args.args[0].arg if method.args.args else None
    for use in ast.walk(method):
        if isinstance(use, ast.Name) and use.id == own:
            around = machine.index.parent(use)
            if not isinstance(around, ast.Attribute | ast.Return):
                return False
    return True


def _is_variable_only(machine: Machine, target: ast.Name, judge: Callable[[Machine, ast.expr], bool]) -> bool:
    """Whether a local variable is bound once, and used only in ways of which ``judge`` approves."""
    found = machine.scopes.lookup(target)
    if (
        found is None
        or found.scope.is_module
        or [binding.kind for binding in found.bindings] != [BindingKind.ASSIGNMENT]
    ):
        return False
    home = machine.index.enclosing_function(target)
    for use in machine.index.of(ast.Name):
        if use.id != target.id or use is target:
            continue
        other = machine.scopes.lookup(use)
        if other is None or other[0] is not found.scope:
            continue
        if machine.index.enclosing_function(use) is not home or not judge(machine, use):
            return False
    return True
