"""Names that are read where no path, or not every path, has bound them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.expression_text import last_name
from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.index import Index, names_in, position_of
from cgr_audit.analysis.names.definite_assignment import Assignment, definite_assignment
from cgr_audit.analysis.names.guards import Guards
from cgr_audit.analysis.names.plain_bindings import binds_before_every_read, statement_of
from cgr_audit.analysis.scopes import Binding, BindingKind, Scope, Scopes
from cgr_audit.source.lowering.syntax import TypeAlias, type_param

__all__ = ["UndefinedName", "UndefinedNames"]

_IMPLICIT = frozenset(
    {"__name__", "__doc__", "__package__", "__loader__", "__spec__", "__builtins__", "__debug__", "__annotations__",
     "__annotate__", "__class__", "__module__", "__qualname__", "__dict__", "__classdict__"}
)  # fmt: skip
_OPEN_NAMESPACE = frozenset({"exec", "globals", "locals", "vars", "setattr", "__import__"})
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BY_KEY = frozenset({"max", "min", "sort", "sorted"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True, slots=True)
class UndefinedName:
    """One name that may be unbound where it is read."""

    node: ast.Name
    """The first reading."""
    is_certain: bool
    """Whether no path that leads here binds it."""
    bindings: tuple[Binding, ...] = ()
    """What binds it elsewhere, or on other paths."""
    call: ast.Call | None = None
    """The call that comes too early, where a function reads a name that is bound later."""


class UndefinedNames:
    """Finds the undefined names of one program."""

    def __init__(
        self, index: Index, scopes: Scopes, flow: ControlFlow, provided: frozenset[str], importable: frozenset[str]
    ) -> None:
        """``provided`` are the names that the runner binds, ``importable`` the modules that certainly exist."""
        self._index = index
        self._scopes = scopes
        self._flow = flow
        self._provided = provided
        self._importable = importable

    def find(self) -> Iterator[UndefinedName]:
        """Every undefined name, once for each scope that it belongs to."""
        direct: dict[Scope, set[str]] = {}
        deferred: dict[Scope, dict[str, list[ast.Name]]] = {}
        nowhere: dict[str, ast.Name] = {}
        for (scope, name), (first, last) in self._readings.items():
            found = scope.lookup(name)
            if found is None:
                if not self._is_provided(name) and not self._is_annotation(first):
                    nowhere.setdefault(name, first)
                continue
            owner, bindings = found
            if isinstance(scope.node, type_param) and self._is_annotation(first):
                continue
            if owner is scope or _evaluated_in(scope, owner):
                if not binds_before_every_read(self._index, bindings, first, last):
                    direct.setdefault(owner, set()).add(name)
            elif not self._is_bound_in_time(owner, bindings):
                deferred.setdefault(owner, {}).setdefault(name, []).append(first)
        yield from self._bound_nowhere(nowhere)
        for owner in {**direct, **deferred}:
            yield from self._in_scope(owner, direct.get(owner, set()), deferred.get(owner, {}))

    def _is_bound_in_time(self, owner: Scope, bindings: list[Binding]) -> bool:
        """Whether a name is bound before any function around which it is read can have been called."""
        if not binds_before_every_read(self._index, bindings, None, None):
            return False
        if bindings[0].kind.is_parameter or owner not in self._first_calls:
            return True
        statement = statement_of(self._index, bindings[0].node)
        return (statement.end_lineno or 0, statement.end_col_offset or 0) <= self._first_calls[owner]  # type: ignore[attr-defined]

    @cached_property
    def _first_calls(self) -> dict[Scope, tuple[int, int]]:
        """Where the body of each scope first calls a function that it defines itself."""
        found: dict[Scope, tuple[int, int]] = {}
        functions = {node.name for node in self._index.of(ast.FunctionDef)}
        for call in self._index.of(ast.Call) if functions else ():
            for name in _run_by(call):
                if name.id in functions:
                    scope = self._scopes.used_in[name]
                    owner = scope.lookup(name.id)
                    if owner is not None and _evaluated_in(scope, owner[0]):
                        found[owner[0]] = min(found.get(owner[0], position_of(call)), position_of(call))
        return found

    @cached_property
    def _readings(self) -> dict[tuple[Scope, str], list[ast.Name]]:
        """The first and the last reading of each name in each scope, in the order of the text."""
        found: dict[tuple[Scope, str], list[ast.Name]] = {}
        used_in = self._scopes.used_in
        for node in self._index.of(ast.Name):
            if type(node.ctx) is ast.Store:
                continue
            key = (used_in[node], node.id)
            if key in found:
                found[key][1] = node
            else:
                found[key] = [node, node]
        for statement in self._index.of(ast.AugAssign):
            target = statement.target
            if isinstance(target, ast.Name):
                entry = found.setdefault((used_in[target], target.id), [target, target])
                entry[0] = min(entry[0], target, key=position_of)
                entry[1] = max(entry[1], target, key=position_of)
        return found

    def bound_on_some_paths(self, name: str) -> tuple[Binding, ...]:
        """What binds a name of the module on some paths to its end; nothing if all bind it, or none certainly."""
        module = self._scopes.module
        bindings = module.bindings.get(name, [])
        if not bindings or binds_before_every_read(self._index, bindings, None, None):
            return ()
        if not self._is_local(module, name):
            return ()
        assignment = self.assignment(module, frozenset({name}))
        is_bound = assignment.at_end is None or assignment.at_end.every & assignment.bits[name]
        return () if is_bound else tuple(bindings)

    # Names that nothing binds

    def _bound_nowhere(self, names: Mapping[str, ast.Name]) -> Iterator[UndefinedName]:
        if not names or self._namespace_is_open:
            return
        readings: dict[str, list[ast.Name]] = {name: [node] for name, node in names.items()}
        for other in self._index.of(ast.Name):
            if other.id in names and other is not names[other.id]:
                readings[other.id].append(other)
        for name in names:
            for reading in readings[name]:
                scope = self._scopes.used_in[reading]
                if scope.lookup(name) is None and not self._is_annotation(reading) and self._is_reached(reading):
                    if not self._guards.expects_absence(reading):
                        yield UndefinedName(reading, is_certain=True, bindings=self._elsewhere(name))
                    break

    def _elsewhere(self, name: str) -> tuple[Binding, ...]:
        """What binds the name in scopes that its reading does not see."""
        found = (scope.bindings.get(name, ()) for scope in self._scopes.of_node.values())
        return tuple(binding for bindings in found for binding in bindings)[:3]

    @cached_property
    def _namespace_is_open(self) -> bool:
        """Whether names may come to be bound in ways that the text does not show."""
        if any(alias.name == "*" for statement in self._index.of(ast.ImportFrom) for alias in statement.names):
            return True
        names = (self._scopes.qualified_name(call.func) or "" for call in self._index.of(ast.Call))
        return any(name.removeprefix("builtins.") in _OPEN_NAMESPACE for name in names if name.startswith("builtins."))

    def _is_provided(self, name: str) -> bool:
        return name in BUILTINS or name in _IMPLICIT or name in self._provided

    def _is_annotation(self, node: ast.AST) -> bool:
        """Whether a name stands in an annotation: those are not evaluated (PEP 649)."""
        child: ast.AST = node
        for parent in self._index.ancestors(node):
            if isinstance(parent, ast.arg) or (isinstance(parent, ast.AnnAssign) and parent.annotation is child):
                return True
            if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and parent.returns is child:
                return True
            if isinstance(parent, TypeAlias | type_param):
                return True
            if isinstance(parent, ast.stmt):
                return False
            child = parent
        return False

    def _is_reached(self, node: ast.AST) -> bool:
        """Whether some path through the body around a node reaches it, and so on outwards but for functions."""
        statement = statement_of(self._index, node)
        owner = next(
            (part for part in self._index.ancestors(statement) if isinstance(part, (*_FUNCTIONS[:2], ast.ClassDef))),
            self._index.tree,
        )
        return statement in self._flow.graph(owner).reached_nodes

    # Names that the text binds somewhere

    def _in_scope(
        self, owner: Scope, direct: set[str], deferred: Mapping[str, list[ast.Name]]
    ) -> Iterator[UndefinedName]:
        if isinstance(owner.node, _COMPREHENSIONS):
            yield from self._in_comprehension(owner, direct)
        if not isinstance(owner.node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            return
        names = {name for name in {*direct, *deferred} if not self._falls_back(owner, name)}
        yield from self._never_begun(owner, names, deferred)
        names = {name for name in names if self._is_local(owner, name)}
        if not names:
            return
        assignment = self.assignment(owner, frozenset(names))
        yield from self._read_directly(owner, assignment)
        yield from self._read_later(owner, assignment, {name: deferred[name] for name in deferred if name in names})

    def _falls_back(self, owner: Scope, name: str) -> bool:
        """Whether an unbound name means something else: a builtin in a module, anything around a class."""
        if owner.is_module:
            return self._is_provided(name)
        if owner.is_class and owner.parent is not None:
            return self._is_provided(name) or owner.parent.lookup(name) is not None
        return False

    def _is_local(self, owner: Scope, name: str) -> bool:
        """Whether nothing inside other functions binds the name, which would bind it no one knows when."""
        for binding in owner.bindings[name]:
            used = self._scopes.used_in.get(binding.node)
            while used is not None and isinstance(used.node, _COMPREHENSIONS):
                used = used.parent
            if used is not None and used is not owner:
                return False
            if not isinstance(binding.node, ast.Name | ast.arg) and self._owner_of(binding.node) is not owner.node:
                return False
        return not (owner.is_module and self._namespace_is_open)

    def _owner_of(self, node: ast.AST) -> ast.AST:
        kinds = (*_FUNCTIONS, ast.ClassDef)
        return next((part for part in self._index.ancestors(node) if isinstance(part, kinds)), self._index.tree)

    def _never_begun(
        self, owner: Scope, names: set[str], deferred: Mapping[str, list[ast.Name]]
    ) -> Iterator[UndefinedName]:
        """Names of the module that functions change (``global total; total += 1``) and nothing sets."""
        for name in sorted(names & set(deferred)):
            kinds = {binding.kind for binding in owner.bindings[name]}
            never_begun = kinds <= {BindingKind.AUGMENTED, BindingKind.DELETION} and not self._is_local(owner, name)
            if never_begun and not self._namespace_is_open:
                yield UndefinedName(deferred[name][0], is_certain=True)

    def assignment(self, owner: Scope, names: frozenset[str]) -> Assignment:
        """Where some names of a function, class or module are bound."""
        parameters = frozenset(name for name in names if any(one.kind.is_parameter for one in owner.bindings[name]))

        def is_own(name: ast.Name) -> bool:
            found = self._scopes.lookup(name)
            return found is not None and found.scope is owner

        flow = self._flow.graph(owner.node)  # type: ignore[arg-type]
        return definite_assignment(flow, names, parameters, is_own, self._never_fails, self._flow.is_nonempty)

    def _never_fails(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.ImportFrom):
            return not statement.level and (statement.module or "").partition(".")[0] in self._importable
        names = statement.names if isinstance(statement, ast.Import) else []
        return all(alias.name.partition(".")[0] in self._importable for alias in names)

    def _read_directly(self, owner: Scope, assignment: Assignment) -> Iterator[UndefinedName]:
        reported: set[str] = set()
        for node in sorted(assignment.readings, key=position_of):
            reading, bit = assignment.readings[node], assignment.bits[node.id]
            if reading.every & bit or node.id in reported or self._guards.expects_absence(node):
                continue
            is_certain = not reading.some & bit
            bindings = tuple(owner.bindings[node.id])
            if not is_certain and self._guards.are_correlated(node, bindings):
                continue
            reported.add(node.id)
            yield UndefinedName(node, is_certain, bindings)

    def _read_later(
        self, owner: Scope, assignment: Assignment, deferred: Mapping[str, list[ast.Name]]
    ) -> Iterator[UndefinedName]:
        early = self._too_early(owner, assignment, deferred)
        for name, nodes in deferred.items():
            bit = assignment.bits[name]
            bindings = tuple(owner.bindings[name])
            readings = [node for node in nodes if not self._guards.expects_absence(node) and self._is_reached(node)]
            if not readings:
                continue
            if name in early:
                yield UndefinedName(early[name][0], is_certain=True, bindings=bindings, call=early[name][1])
            elif owner.is_module and assignment.at_end is not None and not assignment.at_end.every & bit:
                is_certain = not assignment.at_end.some & bit
                first = min(readings, key=position_of)
                if is_certain or not self._guards.are_correlated(first, bindings):
                    yield UndefinedName(first, is_certain, bindings)

    def _too_early(
        self, owner: Scope, assignment: Assignment, deferred: Mapping[str, list[ast.Name]]
    ) -> dict[str, tuple[ast.Name, ast.Call]]:
        """The names that a function reads, in a call at which nothing can have bound them."""
        found: dict[str, tuple[ast.Name, ast.Call]] = {}
        reads = self._reads_of_functions(owner, deferred)
        if not reads:
            return found
        for call in sorted(assignment.calls, key=position_of):
            for function in self._functions_called(call, owner):
                for name, node in reads.get(function, {}).items():
                    if not assignment.calls[call].some & assignment.bits[name]:
                        found.setdefault(name, (node, call))
        return found

    def _reads_of_functions(
        self, owner: Scope, deferred: Mapping[str, list[ast.Name]]
    ) -> dict[ast.AST, dict[str, ast.Name]]:
        """What each function of a scope reads of its names, itself or through others of these functions."""
        reads: dict[ast.AST, dict[str, ast.Name]] = {}
        for name, nodes in deferred.items():
            for node in nodes:
                function = self._owner_of(node)
                if not isinstance(function, ast.Lambda) and not self._guards.expects_absence(node):
                    reads.setdefault(function, {}).setdefault(name, node)
        callers: dict[ast.AST, set[ast.AST]] = {}
        for call in self._index.of(ast.Call) if reads else ():
            for called in self._functions_called(call, owner):
                callers.setdefault(called, set()).add(self._owner_of(call))
        waiting = list(reads)
        while waiting:
            read = waiting.pop()
            for caller in callers.get(read, ()):
                if not isinstance(caller, ast.FunctionDef):
                    continue
                known = reads.setdefault(caller, {})
                added = {name: node for name, node in reads[read].items() if name not in known}
                known.update(added)
                if added:
                    waiting.append(caller)
        return reads

    def _functions_called(self, call: ast.Call, owner: Scope) -> Iterator[ast.FunctionDef]:
        """The functions of a scope that a call by name certainly calls, itself or as the key that it was given."""
        for name in _run_by(call):
            found = self._scopes.lookup(name)
            if found is None or found.scope is not owner or len(found.bindings) != 1:
                continue
            function = found.bindings[0].node
            is_plain = isinstance(function, ast.FunctionDef) and not function.decorator_list
            if is_plain and not self._flow.is_generator(function):  # type: ignore[arg-type]
                yield function  # type: ignore[misc]

    def _in_comprehension(self, owner: Scope, names: Iterable[str]) -> Iterator[UndefinedName]:
        """A loop of a comprehension that runs over a name which only a later loop binds."""
        generators: list[ast.comprehension] = owner.node.generators  # type: ignore[attr-defined]
        bound: set[str] = set()
        for position, generator in enumerate(generators):
            for part in ast.walk(generator.iter) if position else ():
                if isinstance(part, ast.Name) and part.id in names and part.id not in bound:
                    found = self._scopes.lookup(part)
                    if found is not None and found.scope is owner:
                        yield UndefinedName(part, is_certain=True, bindings=tuple(owner.bindings[part.id]))
                        return
            bound |= names_in(generator.target)

    @cached_property
    def _guards(self) -> Guards:
        return Guards(self._index)


def _run_by(call: ast.Call) -> Iterator[ast.Name]:
    """The names of what a call runs on the spot: what it calls, and the key by which it sorts or chooses."""
    if isinstance(call.func, ast.Name):
        yield call.func
    if last_name(call.func) in _BY_KEY:
        yield from (one.value for one in call.keywords if one.arg == "key" and isinstance(one.value, ast.Name))


def _evaluated_in(scope: Scope, owner: Scope) -> bool:
    """Whether the code of a scope runs as part of another's: comprehensions and class bodies do."""
    inner: Scope | None = scope
    while inner is not None and inner is not owner:
        if not isinstance(inner.node, (*_COMPREHENSIONS, ast.ClassDef)):
            return False
        inner = inner.parent
    return inner is owner
