"""Which functions a call may reach.

One sparse propagation: every function, class, solver helper and solver object of the program is followed
forwards from where it appears, through variables, arguments, returns, attributes and containers, to the calls
that may call it. It does not depend on the order of statements. A container stands for what it holds; an
attribute is known by its name alone, whatever object it belongs to. Both err on the side of more callees,
never fewer.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from cgr_audit.analysis.calls.callable_flow import follow_callables
from cgr_audit.analysis.calls.callables import Callable, Instance, Local, Targets
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Function, Scope, Scopes
from cgr_audit.source.contract import Contract

__all__ = ["CallGraph", "Caller", "Targets", "build_call_graph"]

Caller = Function | None
"""Who makes a call: a function, or nothing for the module's own body."""

_NOTHING = Targets()
_NO_CALLABLES: frozenset[Callable] = frozenset()


class CallGraph:
    """Who calls whom in one program, and what each expression may hold that can be called."""

    def __init__(
        self,
        scopes: Scopes,
        targets: dict[ast.AST, Targets],
        held: Mapping[ast.AST, Collection[Callable]],
        implicit: dict[ast.AST, set[Function]],
    ) -> None:
        self._scopes = scopes
        self._targets = targets
        self._held = held
        self._callees: dict[Caller, set[Function]] = {}
        self._sites: dict[Caller, list[ast.Call]] = {}
        for site, found in targets.items():
            caller = self.caller_of(site)
            self._callees.setdefault(caller, set()).update(found.all_functions)
            if isinstance(site, ast.Call):
                self._sites.setdefault(caller, []).append(site)
        for site, functions in implicit.items():
            self._callees.setdefault(self.caller_of(site), set()).update(functions)

    def targets(self, site: ast.AST) -> Targets:
        """What a call may reach; also what reading an attribute runs where it is a property."""
        return self._targets.get(site, _NOTHING)

    def callables(self, expression: ast.AST) -> frozenset[Callable]:
        """Everything callable that an expression may hold, or that is held in the container it is."""
        held = self._held.get(expression)
        return frozenset(held) if held else _NO_CALLABLES

    def places_of(self, owner: ast.ClassDef) -> tuple[ast.AST, ...]:
        """Every expression that may be, or hold, an object of a class."""
        return tuple(self._places.get(owner, ()))

    @cached_property
    def _places(self) -> dict[ast.ClassDef, list[ast.AST]]:
        found: dict[ast.ClassDef, list[ast.AST]] = {}
        for place, values in self._held.items():
            for value in values:
                if isinstance(value, Instance):
                    found.setdefault(value.node, []).append(place)
        return found

    def caller_of(self, site: ast.AST) -> Caller:
        """The function whose body evaluates a node; nothing for the module's own body."""
        scope: Scope | None = self._scopes.used_in.get(site)
        while scope is not None:
            if isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                return scope.node
            scope = scope.parent
        return None

    def callees(self, caller: Caller) -> frozenset[Function]:
        """The functions that a function, or the module's body, may run."""
        return frozenset(self._callees.get(caller, ()))

    def sites(self, caller: Caller) -> tuple[ast.Call, ...]:
        """The calls in a function's own body that reach something that this graph knows of."""
        return tuple(self._sites.get(caller, ()))

    def reachable(self, callers: Iterable[Caller]) -> frozenset[Caller]:
        """These callers and all that they may run, directly or not."""
        found: set[Caller] = set()
        waiting: list[Caller] = list(callers)
        while waiting:
            caller = waiting.pop()
            if caller not in found:
                found.add(caller)
                waiting.extend(self._callees.get(caller, ()))
        return frozenset(found)

    def edges(self) -> Iterator[tuple[Caller, Function]]:
        """Every pair of a caller and a function that it may run."""
        for caller, functions in self._callees.items():
            for function in functions:
                yield caller, function

    def known_sites(self) -> Iterator[tuple[ast.AST, Targets]]:
        """Every site that reaches something, with what it reaches."""
        yield from self._targets.items()


def build_call_graph(index: Index, scopes: Scopes, contract: Contract) -> CallGraph:
    """Follow every callable of a program to the calls that may call it.

    Raises:
        TooLargeError: there are too many callables at too many places.
    """
    flow = follow_callables(index, scopes, contract)
    targets = {}
    for site, called in flow.called.items():
        functions = frozenset(value.node for value in called if isinstance(value, Local))
        passed = frozenset(value.node for value in flow.passed.get(site, ()) if isinstance(value, Local))
        targets[site] = Targets(
            functions=functions,
            is_solver=site in flow.solver_sites,
            passed=passed,
            passes_solver=site in flow.passing_sites,
            unknown=site in flow.unknown_sites,
        )
    return CallGraph(scopes, targets, flow.held, flow.implicit)
