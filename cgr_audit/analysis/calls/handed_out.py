"""Callables that are handed to callees outside the program, which may call them, keep them or give them back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.calls.callable_stores import CallableStores
from cgr_audit.analysis.calls.callables import (
    Agent,
    BoundMethod,
    Callable,
    Class,
    Dynamic,
    Factory,
    Instance,
    Local,
    Partial,
    Solver,
    SolverModule,
    Super,
)
from cgr_audit.analysis.calls.called_values import CalledValues
from cgr_audit.analysis.calls.class_members import ClassMembers
from cgr_audit.analysis.calls.outside_calls import HOLDING_METHODS, INERT, PASSING, RUNNERS, RUNNING_METHODS
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Function

__all__ = ["HandedOut"]

_FOLLOWED = frozenset({"functools.partial", "functools.partialmethod", "builtins.getattr", "builtins.super"})
_KEEPING = HOLDING_METHODS | {"join", "format"}


class HandedOut:
    """Decides, once nothing more flows inside the program, what leaves it."""

    def __init__(self, stores: CallableStores, members: ClassMembers, calls: CalledValues) -> None:
        self._stores = stores
        self._members = members
        self._calls = calls
        self._arrived: list[tuple[ast.Call, ast.AST, Callable]] = []

    def note(self, node: ast.AST, value: Callable) -> None:
        """A callable has come to an expression, which may be an argument."""
        call = self._call_of(node)
        if call is not None:
            self._arrived.append((call, node, value))

    def leave(self) -> bool:
        """Hand over what came to calls whose callee is not the program's since this was last asked; whether any did."""
        leaving = [item for item in self._arrived if self._is_outside(item[0])]
        self._arrived.clear()
        for call, argument, value in leaving:
            self._leave(call, argument, value)
        return bool(leaving)

    def _call_of(self, node: ast.AST) -> ast.Call | None:
        call = self._stores.index.parent(node)
        if isinstance(call, ast.keyword | ast.Starred):
            call = self._stores.index.parent(call)
        return call if isinstance(call, ast.Call) and call.func is not node else None

    def _is_outside(self, call: ast.Call) -> bool:
        """Whether nothing is known of what a call calls, and it may do more than pass its arguments on."""
        if self._stores.held.get(call.func):
            return False
        name = self._stores.scopes.qualified_name(call.func)
        if name in PASSING or name in INERT or name in _FOLLOWED:
            return False
        return not (isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPING)

    def _leave(self, call: ast.Call, argument: ast.AST, value: Callable) -> None:
        stores = self._stores
        name = stores.scopes.qualified_name(call.func)
        run = RUNNERS.get(name or "")
        if run is None and isinstance(call.func, ast.Attribute):
            run = RUNNING_METHODS.get(call.func.attr)
        if run is not None:
            if _place(call, argument, stores.index) in run:
                self._run_outside(call, value)
            else:
                stores.add(call, value)
                for function in list(stores.passed.get(call, ())):
                    if isinstance(function, Local):
                        self._hand_over(call, function.node)
        elif isinstance(value, Instance) and not self._members.is_callable(value.node):
            stores.add(call, value)
        elif not isinstance(value, SolverModule | Super) and not (name or "").startswith("builtins."):
            self._run_outside(call, value)
            stores.unknown_sites.add(call)

    def _run_outside(self, call: ast.Call, value: Callable) -> None:
        """A callee outside the program calls ``value`` with parts of its other arguments."""
        stores = self._stores
        stores.called.setdefault(call, {})
        match value:
            case Solver() | Agent():
                stores.passing_sites.add(call)
            case Dynamic():
                stores.unknown_sites.add(call)
            case Local(node=function):
                self._hand_over(call, function)
            case BoundMethod(node=function, owner=owner):
                stores.give_positional(function, 0, Instance(owner))
                self._hand_over(call, function)
            case Instance(node=node):
                for method in self._members.methods(node, "__call__"):
                    self._run_outside(call, BoundMethod(method, node))
                if self._members.is_agent(node, "__call__"):
                    self._run_outside(call, Agent(node))
            case Class(node=node):
                self._calls.construct(call, node)
            case Factory():
                stores.add(call, Agent(call))
            case Partial(node=made, of=inner):
                self._run_outside(call, inner)
                if isinstance(inner, Local):
                    self._calls.bind_made(made, inner.node, 0)
            case _:
                pass

    def _hand_over(self, call: ast.Call, function: Function) -> None:
        stores = self._stores
        stores.passed[call][Local(function)] = None
        stores.is_caller(function, call)
        values = [value for value in stores.held_in_any(_arguments(call)) if value != Local(function)]
        for parameter in (*function.args.posonlyargs, *function.args.args):
            for value in values:
                stores.bind_parameter(function, parameter.arg, value)
        for value in list(stores.returns[function]):
            stores.result(call, value)


def _arguments(call: ast.Call) -> Iterator[ast.AST]:
    """The parts of a call, what is called included; of starred and named arguments, what they hold."""
    for given in ast.iter_child_nodes(call):
        yield given.value if isinstance(given, ast.keyword | ast.Starred) else given


def _place(call: ast.Call, argument: ast.AST, index: Index) -> int | str | None:
    """Where an argument stands in its call: its place, or its keyword."""
    for place, given in enumerate(call.args):
        if given is argument or (isinstance(given, ast.Starred) and given.value is argument):
            return place
    parent = index.parent(argument)
    return parent.arg if isinstance(parent, ast.keyword) else None
