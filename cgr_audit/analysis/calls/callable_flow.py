"""The propagation behind the call graph: callables followed forwards to where they are called."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.calls.attribute_reads import AttributeReads
from cgr_audit.analysis.calls.callable_seeds import CallableSeeds, constant_attribute
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
)
from cgr_audit.analysis.calls.called_values import CalledValues
from cgr_audit.analysis.calls.class_members import ClassMembers
from cgr_audit.analysis.calls.handed_out import HandedOut
from cgr_audit.analysis.calls.outside_calls import HOLDING_METHODS, PASSING
from cgr_audit.analysis.calls.special_methods import SpecialMethods
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Scope, Scopes
from cgr_audit.source.contract import Contract

__all__ = ["follow_callables"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_TRANSPARENT = (
    ast.Await, ast.BoolOp, ast.BinOp, ast.Dict, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.List,
    ast.ListComp, ast.NamedExpr, ast.Set, ast.SetComp, ast.Starred, ast.Subscript, ast.Tuple, ast.YieldFrom,
)  # fmt: skip
"""Expressions that are, or hold, what their parts are."""

_JOINING = (ast.Add, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Mult, ast.Sub)
"""Operators by which containers are put together; of others, only the program's own methods give back callables."""


def follow_callables(index: Index, scopes: Scopes, contract: Contract) -> CallableStores:
    """Follow every callable of a program until nothing new is found."""
    stores = CallableStores(index, scopes, contract.solver)
    CallableSeeds(stores).plant()
    _Flow(stores).run()
    return stores


class _Flow:
    """Takes what waits one step on: a value has come to an expression; where does it go from there?"""

    def __init__(self, stores: CallableStores) -> None:
        self._stores = stores
        self._index = stores.index
        self._scopes = stores.scopes
        self._members = ClassMembers(stores)
        self._calls = CalledValues(stores, self._members)
        self._special = SpecialMethods(stores, self._members)
        self._attributes = AttributeReads(stores, self._members, self._calls, self._special)
        self._outside = HandedOut(stores, self._members, self._calls)
        self._defaults: dict[ast.arguments, dict[ast.AST, str]] = {}
        self._places: dict[ast.AST, dict[ast.AST, int]] = {}
        self._captures: dict[ast.Match, list[tuple[Scope, str]]] = {}

    def run(self) -> None:
        while self._stores.waiting:
            while self._stores.waiting:
                node, value = self._stores.waiting.pop()
                self._outside.note(node, value)
                if isinstance(value, Instance):
                    self._special.operate(node, value.node)
                self._special.meet(node, value)
                self._flow(node, value)
            self._outside.leave()

    def _flow(self, node: ast.AST, value: Callable) -> None:
        parent = self._index.parent(node)
        match parent:
            case ast.Call(func=func):
                self._call(parent, value) if func is node else self._handed(parent, node, value)
            case ast.keyword():
                call = self._index.parent(parent)
                if isinstance(call, ast.Call):
                    self._handed(call, parent.value, value)
            case ast.Attribute():
                self._attributes.read(parent, parent.attr, value)
            case ast.Assign(targets=targets):
                for target in targets:
                    self._stores.store(target, value)
                    if isinstance(target, ast.Subscript):
                        self._special.store(target, value)
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target) if parent.value is node:
                self._stores.store(target, value)
                if isinstance(parent, ast.AugAssign):
                    self._stores.keep_in(target, value)
                    self._special.store(target, value)
            case ast.For(target=target) | ast.AsyncFor(target=target) | ast.comprehension(target=target):
                if parent.iter is node:
                    self._stores.store(target, value)
            case ast.withitem(optional_vars=target) if target is not None:
                self._stores.store(target, value)
            case ast.Return() | ast.Yield() | ast.YieldFrom():
                function = self._index.enclosing_function(parent)
                if function is not None:
                    self._stores.give_back(function, value)
                self._through(parent, node, value)
            case ast.Lambda(body=body):
                if body is node:
                    self._stores.give_back(parent, value)
            case ast.arguments():
                self._default(parent, node, value)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if node is not parent.returns:
                    self._decorate(parent, value)
            case ast.Match():
                self._match(parent, value)
            case ast.ClassDef() if isinstance(value, Class):
                self._special.derive(parent, value.node)
            case None:
                pass
            case _:
                self._through(parent, node, value)

    def _through(self, parent: ast.AST, node: ast.AST, value: Callable) -> None:
        if isinstance(parent, ast.NamedExpr):
            self._stores.store(parent.target, value)
        if isinstance(parent, ast.Subscript) and parent.value is not node:
            return
        if isinstance(parent, ast.IfExp) and parent.test is node:
            return
        if isinstance(parent, ast.BinOp) and not isinstance(parent.op, _JOINING):
            return
        if isinstance(parent, ast.Tuple | ast.List) and self._unpacked(parent, node, value):
            return
        if isinstance(parent, _TRANSPARENT):
            self._stores.add(parent, value)

    def _unpacked(self, display: ast.Tuple | ast.List, node: ast.AST, value: Callable) -> bool:
        """Whether the elements of a display are assigned one by one, and this one is now."""
        assignment = self._index.parent(display)
        if not isinstance(assignment, ast.Assign) or all(isinstance(one, ast.Name) for one in assignment.targets):
            return False
        if display not in self._places:
            self._places[display] = {part: place for place, part in enumerate(display.elts)}
        if any(isinstance(part, ast.Starred) for part in self._places[display]):
            return False
        for target in assignment.targets:
            part = _part_for(target, self._places[display][node], len(display.elts))
            self._stores.store(target if part is None else part, value)
        return True

    def _match(self, match: ast.Match, value: Callable) -> None:
        """Any name that a pattern captures may hold what is matched."""
        if match not in self._captures:
            function = self._index.enclosing_function(match)
            scope = self._scopes.of_node[function] if function is not None else self._scopes.module
            captured = {name: scope.lookup(name) for case in match.cases for name in _captured(case.pattern)}
            self._captures[match] = [(found.scope if found else scope, name) for name, found in captured.items()]
        for scope, name in self._captures[match]:
            self._stores.bind(scope, name, value)

    def _default(self, arguments: ast.arguments, default: ast.AST, value: Callable) -> None:
        function = self._index.parent(arguments)
        if arguments not in self._defaults:
            positional = [*arguments.posonlyargs, *arguments.args]
            pairs = [
                *zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
                *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
            ]
            self._defaults[arguments] = {given: parameter.arg for parameter, given in pairs if given is not None}
        parameter = self._defaults[arguments].get(default)
        if parameter is not None and isinstance(function, (*_DEFINITIONS, ast.Lambda)):
            self._stores.bind_parameter(function, parameter, value)

    def _call(self, call: ast.Call, value: Callable) -> None:
        """A callable has come to where it is called; an object that nothing of the program makes may keep arguments."""
        self._calls.call(call, value)
        if isinstance(value, Class) and not self._members.methods(value.node, "__init__"):
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            for held in self._stores.held_in_any(given):
                self._special.put(value.node, held)

    def _handed(self, call: ast.Call, argument: ast.AST, value: Callable) -> None:
        """An argument of a call holds a callable."""
        stores = self._stores
        self._calls.take_argument(call, argument, value)
        for called in list(stores.called.get(call, ())):
            if isinstance(called, Class) and not self._members.methods(called.node, "__init__"):
                self._special.put(called.node, value)
        name = self._scopes.qualified_name(call.func)
        if name == "functools.partial" and call.args and call.args[0] is argument:
            stores.add(call, value if isinstance(value, Partial) else Partial(call, value))
        elif name == "functools.partialmethod" and call.args and call.args[0] is argument:
            stores.add(call, Partial(call, self._as_method(call, value)))
        elif name == "builtins.getattr" and call.args[0] is argument:
            attribute = constant_attribute(call)
            if attribute is not None:
                self._attributes.read(call, attribute, value)
            else:
                stores.add(call, Dynamic())
        elif name == "builtins.type" and len(call.args) == 1 and isinstance(value, Agent | Instance):
            stores.add(call, Factory("") if isinstance(value, Agent) else Class(value.node))
        elif name in PASSING:
            stores.add(call, value)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in HOLDING_METHODS:
            container = call.func.value
            objects = [held.node for held in stores.held.get(container, ()) if isinstance(held, Instance | Class)]
            if not objects:
                stores.keep_in(container, value)
                stores.add(call, value)
            for owner in objects:
                self._special.put(owner, value)

    def _as_method(self, call: ast.Call, value: Callable) -> Callable:
        """What a partial method begins with, as a method of the class that it stands in."""
        owner = next((part for part in self._index.ancestors(call) if isinstance(part, ast.ClassDef)), None)
        return BoundMethod(value.node, owner) if isinstance(value, Local) and owner is not None else value

    def _decorate(self, definition: _Definition, value: Callable) -> None:
        """A decorator of the program takes the function, and what it gives back takes the function's name."""
        stores = self._stores
        match value:
            case Local(node=function):
                stores.implicit[definition].add(function)
                if not stores.is_caller(function, definition):
                    stores.give_positional(function, 0, Local(definition))
                    for returned in list(stores.returns[function]):
                        stores.result(definition, returned)
            case Class(node=node):
                stores.bind(self._scopes.used_in[definition], definition.name, Instance(node))
                for method in self._members.methods(node, "__init__"):
                    stores.implicit[definition].add(method)
                    stores.give_positional(method, 1, Local(definition))
            case _:
                pass


def _part_for(target: ast.expr, place: int, count: int) -> ast.expr | None:
    """What takes one of so many elements when they are assigned to a target; nothing where it takes them as a whole."""
    if not isinstance(target, ast.Tuple | ast.List):
        return None
    parts = target.elts
    star = next((at for at, part in enumerate(parts) if isinstance(part, ast.Starred)), None)
    if star is None:
        return parts[place] if len(parts) == count else None
    if place < star:
        return parts[place]
    after = len(parts) - 1 - star
    return parts[place - count] if place >= count - after else parts[star]


def _captured(pattern: ast.pattern) -> Iterator[str]:
    for part in ast.walk(pattern):
        if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name is not None:
            yield part.name
