"""What happens where a callable is called: arguments meet parameters, objects are made, results come back."""

from __future__ import annotations

import ast

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
from cgr_audit.analysis.calls.class_members import ClassMembers, special_methods
from cgr_audit.analysis.calls.parameters import bind_arguments
from cgr_audit.analysis.scopes import Function

__all__ = ["CalledValues"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


class CalledValues:
    """Notes who calls what, and moves callables between the call and the function."""

    def __init__(self, stores: CallableStores, members: ClassMembers) -> None:
        self._stores = stores
        self._members = members
        self._links: dict[ast.AST, dict[tuple[Function, int], None]] = {}
        self._fields: dict[ast.ClassDef, list[str]] = {}

    def call(self, call: ast.Call, value: Callable) -> None:
        """A callable has come to where it is called."""
        stores = self._stores
        if value in stores.called[call] and not isinstance(value, BoundMethod):
            return
        match value:
            case Solver() | Agent():
                stores.called[call][value] = None
                stores.solver_sites.add(call)
            case Factory():
                stores.add(call, Agent(call))
            case Dynamic():
                stores.called[call][value] = None
                stores.unknown_sites.add(call)
                stores.add(call, value)
            case Local(node=function):
                self.link(call, function, 0)
            case BoundMethod(node=function, owner=owner, of_class=of_class):
                stores.give_positional(function, 0, Class(owner) if of_class else Instance(owner))
                self.link(call, function, 1)
            case Class(node=node):
                self.construct(call, node)
            case Instance(node=node):
                for method in self._members.methods(node, "__call__"):
                    self.call(call, BoundMethod(method, node))
                if self._members.is_agent(node, "__call__"):
                    self.call(call, Agent(node))
            case Partial(node=made, of=inner):
                self._call_partial(call, made, inner)
            case SolverModule() | Super():
                pass

    def link(self, site: ast.AST, function: Function, offset: int) -> None:
        """Note that ``site`` calls ``function``, its arguments beginning at parameter ``offset``."""
        stores, links = self._stores, self._links.setdefault(site, {})
        if (function, offset) in links:
            return
        links[function, offset] = None
        stores.step()
        stores.called[site][Local(function)] = None
        stores.callers[function][site, offset] = None
        if isinstance(site, ast.Call):
            for argument, names in stores.parameters_met(site, function, offset).items():
                for value in list(stores.held.get(argument, ())):
                    for name in names:
                        stores.bind_parameter(function, name, value)
        for value in list(stores.returns[function]):
            stores.result(site, value)

    def construct(self, call: ast.Call, node: ast.ClassDef) -> None:
        """A class is called."""
        stores = self._stores
        stores.add(call, Instance(node))
        stores.called[call][Class(node)] = None
        for special in special_methods(node):
            if special.name != "__init__":
                stores.implicit[call].add(special)
                stores.give_positional(special, 0, Instance(node))
        makers = self._members.methods(node, "__init__")
        for method in makers:
            self.call(call, BoundMethod(method, node))
        if not makers:
            self._fill_fields(call, node)

    def take_argument(self, call: ast.Call, argument: ast.AST, value: Callable) -> None:
        """An argument of a call holds a callable: it flows to the parameters of the program's functions."""
        stores = self._stores
        links = list(self._links.get(call, ()))
        stores.step(len(links))
        for function, offset in links:
            met = stores.parameters_met(call, function, offset)
            for given in (argument, stores.index.parent(argument)):
                for name in met.get(given, ()) if given is not None else ():
                    stores.bind_parameter(function, name, value)
        for called in list(stores.called.get(call, ())):
            if isinstance(called, Class) and not self._members.methods(called.node, "__init__"):
                self._fill_fields(call, called.node)

    def bind_made(self, made: ast.Call, function: Function, offset: int) -> None:
        """A partial call gives what it was made with."""
        shortened = ast.Call(func=made.func, args=made.args[1:], keywords=made.keywords)
        for argument, parameter in bind_arguments(shortened, function, offset):
            for value in list(self._stores.held.get(argument, ())):
                self._stores.bind_parameter(function, parameter.arg, value)

    def _call_partial(self, call: ast.Call, made: ast.Call, inner: Callable) -> None:
        given = len(made.args) - 1
        match inner:
            case Local(node=function):
                self.link(call, function, given)
                self.bind_made(made, function, 0)
            case BoundMethod(node=function, owner=owner):
                self._stores.give_positional(function, 0, Instance(owner))
                self.link(call, function, given + 1)
                self.bind_made(made, function, 1)
            case _:
                self.call(call, inner)

    def _fill_fields(self, call: ast.Call, node: ast.ClassDef) -> None:
        """A dataclass or named tuple keeps its arguments in the fields of its class."""
        names = self._fields_of(node)
        given = [*zip(names, call.args, strict=False), *((k.arg, k.value) for k in call.keywords if k.arg)]
        for name, argument in given:
            for value in list(self._stores.held.get(argument, ())):
                for load in self._stores.attribute_loads[name]:
                    self._stores.add(load, value)

    def _fields_of(self, node: ast.ClassDef) -> list[str]:
        if node not in self._fields:
            fields = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
            self._fields[node] = [field.id for field in fields if isinstance(field, ast.Name)]
        return self._fields[node]
