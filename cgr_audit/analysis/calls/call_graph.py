"""Which functions a call may reach, read from the recorded run.

Code that the run does not reach, such as an uncalled function, is read by its names: a call of a name runs
what the name is bound to, and a call of an attribute any method of that name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.interpreter.call_record import Caller, CallRecord
from cgr_audit.analysis.provided_helpers import ProvidedHelpers
from cgr_audit.analysis.scopes import Function, Scope, Scopes

__all__ = ["CallGraph", "Caller", "Targets"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True, slots=True)
class Targets:
    """What one call expression may call."""

    functions: frozenset[Function] = frozenset()
    """Functions, methods (``__init__`` of a class that is called) and lambdas of the program."""
    passed: frozenset[Function] = frozenset()
    """Functions that a callee outside the program calls: ``f`` in ``map(f, xs)``."""
    is_solver: bool = False
    """Whether the program, or library code that it gives the solver to, calls the solver here."""
    unknown: bool = False
    """Whether it may call something that cannot be followed, such as ``getattr(module, name)()``."""

    @property
    def all_functions(self) -> frozenset[Function]:
        """Every function of the program that runs because of this call."""
        return self.functions | self.passed


_NOTHING = Targets()


@dataclass(frozen=True)
class CallGraph:
    """Who calls whom in one program."""

    index: Index
    scopes: Scopes
    helpers: ProvidedHelpers
    recorded: CallRecord

    def targets(self, site: ast.AST) -> Targets:
        """What a call may reach, and what an operation, an attribute or a loop runs."""
        return self._targets.get(site, _NOTHING)

    @cached_property
    def _targets(self) -> dict[ast.AST, Targets]:
        found, recorded = {}, self.recorded
        for site in dict.fromkeys((*recorded.runs, *recorded.asking, *recorded.unknown)):
            functions = frozenset(recorded.runs.get(site, ()))
            is_outside = site in recorded.outside
            found[site] = Targets(
                frozenset() if is_outside else functions,  # type: ignore[arg-type]
                functions if is_outside else frozenset(),  # type: ignore[arg-type]
                site in recorded.asking,
                site in recorded.unknown,
            )
        for call in self.index.of(ast.Call):
            if call not in recorded.called and call not in found:
                targets = self._read(call)
                if targets != _NOTHING:
                    found[call] = targets
        return found

    @cached_property
    def _callees(self) -> dict[Caller, dict[ast.AST, None]]:
        found = {caller: dict(functions) for caller, functions in self.recorded.callees.items()}
        for site, targets in self._targets.items():
            if isinstance(site, ast.Call) and site not in self.recorded.called:
                found.setdefault(self.caller_of(site), {}).update(dict.fromkeys(targets.all_functions))
        return found

    def caller_of(self, site: ast.AST) -> Caller:
        """The function whose body evaluates a node; nothing for the module's own body."""
        scope: Scope | None = self.scopes.used_in.get(site)
        while scope is not None:
            if isinstance(scope.node, _FUNCTIONS):
                return scope.node
            scope = scope.parent
        return None

    def reachable(self, callers: Iterable[Caller]) -> frozenset[Caller]:
        """These callers and all that they may run, directly or not."""
        return _closure(callers, self._callees)

    def reaching(self, functions: Iterable[Caller]) -> frozenset[Caller]:
        """These functions and all that may run one of them, directly or not."""
        return _closure(functions, self._callers)

    def cycle(self, function: ast.AST) -> frozenset[Caller]:
        """The functions that may run a function and that it may run: its strongly connected component."""
        return next(part for part in self._cycles if function in part)

    @cached_property
    def _cycles(self) -> tuple[frozenset[Caller], ...]:
        import networkx as nx  # noqa: PLC0415  it costs start-up time

        graph: nx.DiGraph[Caller] = nx.DiGraph()
        graph.add_nodes_from(self.index.of(*_FUNCTIONS))
        runs = ((caller, function) for caller, called in self._callees.items() for function in called)
        graph.add_edges_from((caller, function) for caller, function in runs if caller is not None)
        return tuple(map(frozenset, nx.strongly_connected_components(graph)))

    @cached_property
    def _callers(self) -> dict[Caller, list[Caller]]:
        found: dict[Caller, list[Caller]] = {}
        for caller, functions in self._callees.items():
            for function in functions:
                found.setdefault(function, []).append(caller)
        return found

    def known_sites(self) -> Iterator[tuple[ast.AST, Targets]]:
        """Every site that reaches something, with what it reaches."""
        yield from self._targets.items()

    def _read(self, call: ast.Call) -> Targets:
        """The targets of a call by its names."""
        helper = self.helpers.resolve(call.func)
        if helper is not None or self._is_agent(call.func):
            return Targets(is_solver=helper is None or helper in self.helpers.solvers)
        match call.func:
            case ast.Name() as name:
                return Targets(frozenset(self._bound(name)))
            case ast.Attribute(attr=attribute):
                return Targets(frozenset(self._methods.get(attribute, ())))
        return _NOTHING

    def _is_agent(self, callee: ast.expr) -> bool:
        """Whether the callee comes from a factory of the contract."""
        made: ast.expr | None = callee
        if isinstance(callee, ast.Name):
            binding = self.scopes.sole_binding(callee)
            made = None if binding is None else binding.value
        return isinstance(made, ast.Call) and self.helpers.resolve(made.func) in self.helpers.factories

    def _bound(self, name: ast.Name) -> Iterator[Function]:
        for binding in self.scopes.bindings_of(name):
            if isinstance(binding.node, _FUNCTIONS):
                yield binding.node
            elif isinstance(binding.value, ast.Lambda):
                yield binding.value
            elif isinstance(binding.node, ast.ClassDef):
                yield from (part for part in binding.node.body if getattr(part, "name", "") == "__init__")  # type: ignore[misc]

    @cached_property
    def _methods(self) -> dict[str, list[Function]]:
        found: dict[str, list[Function]] = {}
        for owner in self.index.of(ast.ClassDef):
            for part in owner.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.setdefault(part.name, []).append(part)
        return found


def _closure(start: Iterable[Caller], neighbours: Mapping[Caller, Iterable[Caller]]) -> frozenset[Caller]:
    """The callers to start from and all that their neighbours lead to."""
    found: set[Caller] = set()
    waiting = list(start)
    while waiting:
        caller = waiting.pop()
        if caller not in found:
            found.add(caller)
            waiting.extend(neighbours.get(caller, ()))
    return frozenset(found)
