"""Where callables are kept while they are followed: by expression, variable, attribute name and function."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable

from cgr_audit.analysis.calls.callables import Callable, Local
from cgr_audit.analysis.calls.parameters import bind_arguments
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.limits import MOST_CALLABLE_STEPS, TooLargeError
from cgr_audit.analysis.scopes import Binding, BindingKind, Function, Scope, Scopes
from cgr_audit.source.contract import SolverSpec

__all__ = ["CallableStores"]

_Variable = tuple[Scope, str]
_Ordered = dict[Callable, None]
"""A set in the order of its making, so that whatever follows from an order is the same in every run."""
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class CallableStores:
    """What everything may hold so far; whatever comes to an expression waits to be followed on from there."""

    def __init__(self, index: Index, scopes: Scopes, solver: SolverSpec) -> None:
        self.index = index
        self.scopes = scopes
        self.solver = solver
        self.held: dict[ast.AST, _Ordered] = {}
        """What each expression may be or hold."""
        self.called: dict[ast.AST, _Ordered] = defaultdict(dict)
        """What each call, or reading of a property, may call."""
        self.passed: dict[ast.AST, _Ordered] = defaultdict(dict)
        """What each call hands to a callee outside the program that calls it."""
        self.implicit: dict[ast.AST, set[Function]] = defaultdict(set)
        """Functions that run unasked: decorators, by their function; special methods, by the object's making."""
        self.solver_sites: set[ast.AST] = set()
        self.passing_sites: set[ast.AST] = set()
        self.unknown_sites: set[ast.AST] = set()
        self.variable_loads: dict[_Variable, list[ast.Name]] = defaultdict(list)
        self.attribute_loads: dict[str, list[ast.Attribute]] = defaultdict(list)
        self.returns: dict[Function, _Ordered] = defaultdict(dict)
        self.callers: dict[Function, dict[tuple[ast.AST, int], None]] = defaultdict(dict)
        """The sites that run a function, with how many of its parameters are given already."""
        self.waiting: list[tuple[ast.AST, Callable]] = []
        """What came to an expression and was not followed on yet."""
        self._variables: dict[_Variable, set[Callable]] = defaultdict(set)
        self._attributes: dict[str, set[Callable]] = defaultdict(set)
        self._kept: set[tuple[_Variable, Callable]] = set()
        self._steps = 0
        self._pairs: dict[tuple[ast.Call, Function, int], dict[ast.AST, list[str]]] = {}

    def add(self, node: ast.AST, value: Callable) -> None:
        """An expression may be, or hold, a callable."""
        held = self.held.setdefault(node, {})
        if value not in held:
            held[value] = None
            self.waiting.append((node, value))
            self.step()

    def step(self, count: int = 1) -> None:
        """Count steps.

        Raises:
            TooLargeError: they are more than any program may take.
        """
        self._steps += count
        if self._steps > MOST_CALLABLE_STEPS:
            raise TooLargeError

    def bind(self, scope: Scope, name: str, value: Callable) -> None:
        """A variable may hold a callable; in a class, so may the attribute."""
        variable = (scope, name)
        if value not in self._variables[variable]:
            self._variables[variable].add(value)
            for load in self.variable_loads[variable]:
                self.add(load, value)
            is_method = isinstance(value, Local) and getattr(value.node, "name", None) == name
            if scope.is_class and not is_method:  # a class knows its methods, and what they are bound to
                self.keep_attribute(name, value)

    def bind_parameter(self, function: Function, name: str, value: Callable) -> None:
        """A parameter may hold a callable."""
        self.bind(self.scopes.of_node[function], name, value)

    def give_positional(self, function: Function, place: int, value: Callable) -> None:
        """A function is given a callable for one of its positional parameters, should it have as many."""
        positional = [*function.args.posonlyargs, *function.args.args]
        if len(positional) > place:
            self.bind_parameter(function, positional[place].arg, value)

    def keep_attribute(self, name: str, value: Callable) -> None:
        """An attribute of some object may hold a callable."""
        if value not in self._attributes[name]:
            self._attributes[name].add(value)
            for load in self.attribute_loads[name]:
                self.add(load, value)

    def give_back(self, function: Function, value: Callable) -> None:
        """A function may return a callable."""
        if value not in self.returns[function]:
            self.returns[function][value] = None
            for site, _ in self.callers[function]:
                self.result(site, value)

    def result(self, site: ast.AST, value: Callable) -> None:
        """What runs at a site may give a callable: the call's value, or what a decorated name is bound to."""
        if isinstance(site, _DEFINITIONS):
            self.bind(self.scopes.used_in[site], site.name, value)
        else:
            self.add(site, value)

    def is_caller(self, function: Function, site: ast.AST) -> bool:
        """Note that a site runs a function with nothing given yet; whether that was known."""
        callers = self.callers[function]
        is_known = (site, 0) in callers
        callers[site, 0] = None
        return is_known

    def parameters_met(self, call: ast.Call, function: Function, offset: int) -> dict[ast.AST, list[str]]:
        """The parameters that each argument of a call may meet; see :func:`bind_arguments`."""
        site = (call, function, offset)
        if site not in self._pairs:
            met: dict[ast.AST, list[str]] = defaultdict(list)
            for argument, parameter in bind_arguments(call, function, offset):
                met[argument].append(parameter.arg)
            self._pairs[site] = dict(met)
        return self._pairs[site]

    def store(self, target: ast.AST, value: Callable) -> None:
        """Assign to a target."""
        match target:
            case ast.Name(id=name):
                scope = self.scopes.used_in.get(target, self.scopes.module)
                found = scope.lookup(name)
                self.bind(found.scope if found else scope, name, value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self.store(part, value)
            case ast.Starred(value=inner):
                self.store(inner, value)
            case ast.Attribute(attr=name):
                self.keep_attribute(name, value)
            case ast.Subscript(value=container):
                self.keep_in(container, value)

    def keep_in(self, container: ast.AST, value: Callable) -> None:
        """Put a value into a container, and so into everything that may be the same container."""
        match container:
            case ast.Name(id=name):
                found = self.scopes.used_in.get(container, self.scopes.module).lookup(name)
                if found is None:
                    return
                scope, bindings = found
                if ((scope, name), value) in self._kept:
                    return
                self._kept.add(((scope, name), value))
                self.bind(scope, name, value)
                for binding in bindings:
                    self._keep_in_source(binding, value)
            case ast.Attribute():
                self.store(container, value)
            case ast.Subscript(value=outer) | ast.Call(func=ast.Attribute(value=outer)):
                self.keep_in(outer, value)

    def held_by(self, target: ast.AST) -> list[Callable]:
        """What a variable may hold that is assigned to."""
        if not isinstance(target, ast.Name):
            return []
        scope = self.scopes.used_in.get(target, self.scopes.module)
        found = scope.lookup(target.id)
        return list(self._variables.get((found.scope if found else scope, target.id), ()))

    def held_in_any(self, expressions: Iterable[ast.AST]) -> _Ordered:
        """What any of some expressions may hold."""
        return {value: None for expression in expressions for value in self.held.get(expression, ())}

    def _keep_in_source(self, binding: Binding, value: Callable) -> None:
        if binding.kind is BindingKind.PARAMETER:
            function = self.index.enclosing_function(binding.node)
            for site, offset in list(self.callers[function]) if function is not None else ():
                if isinstance(site, ast.Call) and function is not None:
                    for argument, names in self.parameters_met(site, function, offset).items():
                        if binding.name in names:
                            self.keep_in(argument, value)
        elif isinstance(binding.value, ast.Name | ast.Attribute | ast.Subscript):
            self.keep_in(binding.value, value)
