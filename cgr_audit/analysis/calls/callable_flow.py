"""The propagation behind the call graph: callables followed forwards to where they are called."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence

from cgr_audit.analysis.calls.callables import (
    ASKING_METHODS,
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
from cgr_audit.analysis.calls.outside_calls import (
    HOLDING_METHODS,
    INERT,
    LOOKUPS,
    PASSING,
    PASSING_METHODS,
    RUNNERS,
    RUNNING_METHODS,
)
from cgr_audit.analysis.calls.parameters import bind_arguments
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.literal_code import is_arithmetic, is_data, written_text
from cgr_audit.analysis.scopes import Binding, BindingKind, Function, Scope, Scopes
from cgr_audit.source.contract import Contract

__all__ = ["CallableFlow"]

_Variable = tuple[Scope, str]
_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_FOLLOWED = frozenset({"functools.partial", "functools.partialmethod", "builtins.getattr", "builtins.super"})
_KEEPING = HOLDING_METHODS | {"join", "format"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_TRANSPARENT = (
    ast.Await, ast.BoolOp, ast.BinOp, ast.Dict, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.List,
    ast.ListComp, ast.NamedExpr, ast.Set, ast.SetComp, ast.Starred, ast.Subscript, ast.Tuple, ast.YieldFrom,
)  # fmt: skip
"""Expressions that are, or hold, what their parts are."""


class CallableFlow:
    """Runs once over a program; ``held`` and ``called`` are the result."""

    def __init__(self, index: Index, scopes: Scopes, contract: Contract) -> None:
        self._index = index
        self._scopes = scopes
        self._solver = contract.solver
        self.held: dict[ast.AST, set[Callable]] = {}
        """What each expression may be or hold."""
        self.called: dict[ast.AST, set[Callable]] = defaultdict(set)
        """What each call, or reading of a property, may call."""
        self.passed: dict[ast.AST, set[Callable]] = defaultdict(set)
        """What each call hands to a callee outside the program that calls it."""
        self.implicit: dict[ast.AST, set[Function]] = defaultdict(set)
        """Functions that run unasked: decorators, by their function; special methods, by the object's making."""
        self.solver_sites: set[ast.AST] = set()
        self.passing_sites: set[ast.AST] = set()
        self.unknown_sites: set[ast.AST] = set()
        self._variables: dict[_Variable, set[Callable]] = defaultdict(set)
        self._loads: dict[_Variable, list[ast.Name]] = defaultdict(list)
        self._attributes: dict[str, set[Callable]] = defaultdict(set)
        self._attribute_loads: dict[str, list[ast.Attribute]] = defaultdict(list)
        self._returns: dict[Function, set[Callable]] = defaultdict(set)
        self._callers: dict[Function, list[tuple[ast.AST, int]]] = defaultdict(list)
        self._links: dict[ast.AST, list[tuple[Function, int]]] = defaultdict(list)
        self._kept: set[tuple[_Variable, Callable]] = set()
        self._waiting: list[tuple[ast.AST, Callable]] = []

    def run(self) -> None:
        """Follow everything until nothing new is found."""
        self._seed()
        settled: set[tuple[ast.AST, Callable]] = set()
        while True:
            while self._waiting:
                node, value = self._waiting.pop()
                self._flow(node, value)
            leaving = [pair for pair in self._leaving() if pair not in settled]
            if not leaving:
                return
            settled.update(leaving)
            for argument, value in leaving:
                self._leave(argument, value)

    # Where callables come from

    def _seed(self) -> None:
        helpers = {name: Solver(name) for name in self._solver.functions}
        factories = {name: Factory(name) for name in self._solver.factories}
        provided: dict[str, Callable] = {**helpers, **factories}
        for name in self._index.of(ast.Name):
            scope = self._scopes.used_in.get(name, self._scopes.module)
            found = scope.lookup(name.id)
            if found is not None and isinstance(name.ctx, ast.Load):
                self._loads[(found[0], name.id)].append(name)
            if name.id in provided and isinstance(name.ctx, ast.Load) and self._is_provided(name, found):
                self._add(name, provided[name.id])
        for attribute in self._index.of(ast.Attribute):
            if isinstance(attribute.ctx, ast.Load):
                self._attribute_loads[attribute.attr].append(attribute)
        for scope in (self._scopes.module, *self._scopes.of_node.values()):
            for bindings in list(scope.bindings.values()):
                for binding in bindings:
                    self._seed_binding(scope, binding, provided)
        for node in self._index.of(ast.Lambda):
            self._add(node, Local(node))
        for call in self._index.of(ast.Call):
            self._seed_call(call)

    def _seed_call(self, call: ast.Call) -> None:
        name = self._scopes.qualified_name(call.func)
        if name in {"builtins.eval", "builtins.exec"} and call.args and is_arithmetic(call.args[0]):
            return
        if name in {"builtins.__import__", "importlib.import_module"} and call.args:
            module = call.args[0]
            if isinstance(module, ast.Constant):
                if module.value in self._solver.modules:
                    self._add(call, SolverModule(str(module.value)))
                return
        if name in LOOKUPS or (name == "builtins.getattr" and self._constant_attribute(call) is None):
            self._add(call, Dynamic())
        if name in {"builtins.eval", "builtins.exec"} and not self._is_alone(call):
            self.called[call].add(Dynamic())
            self.unknown_sites.add(call)
        if name == "builtins.super":
            for ancestor in self._index.ancestors(call):
                if isinstance(ancestor, ast.ClassDef):
                    self._add(call, Super(ancestor))
                    return

    def _is_alone(self, call: ast.Call) -> bool:
        """Whether code is run in a namespace that begins empty, so that it knows none of the program's names."""
        space = call.args[1] if len(call.args) > 1 else None
        if isinstance(space, ast.Name):
            found = self._scopes.used_in.get(space, self._scopes.module).lookup(space.id)
            values = [binding.value for binding in found[1]] if found is not None else []
            loads = self._loads[found[0], space.id] if found is not None else []
            is_private = len(values) == 1 and all(self._is_harmless(load, call) for load in loads)
            space = values[0] if is_private else None
        return isinstance(space, ast.Dict) and is_data(space)

    def _is_harmless(self, load: ast.Name, call: ast.Call) -> bool:
        """Whether a use of a namespace only runs code in it, reads from it, or puts a literal into it."""
        parent = self._index.parent(load)
        if isinstance(parent, ast.Subscript) and parent.value is load:
            statement = self._index.parent(parent)
            is_stored = not isinstance(parent.ctx, ast.Load)
            return not is_stored or (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant))
        return parent is call or (isinstance(parent, ast.Attribute) and parent.attr in PASSING_METHODS - {"setdefault"})

    def _seed_binding(self, scope: Scope, binding: Binding, provided: dict[str, Callable]) -> None:
        if binding.kind is BindingKind.FUNCTION and isinstance(binding.node, _DEFINITIONS):
            for decorator in binding.node.decorator_list:
                self._flow_into_decorator(decorator, binding.node)
            self._bind(scope, binding.name, Local(binding.node))
        elif binding.kind is BindingKind.CLASS and isinstance(binding.node, ast.ClassDef):
            self._bind(scope, binding.name, Class(binding.node))
        elif binding.kind is BindingKind.IMPORT and binding.origin is not None:
            module, _, name = binding.origin.rpartition(".")
            if module in self._solver.modules and name in provided:
                self._bind(scope, binding.name, provided[name])
            elif module in self._solver.modules and name == "*":
                return
            elif binding.origin in self._solver.modules:
                self._bind(scope, binding.name, SolverModule(binding.origin))

    def _is_provided(self, name: ast.Name, found: tuple[Scope, list[Binding]] | None) -> bool:
        """Whether a helper's name may mean the runner's own helper here."""
        if found is None:
            return True
        scope, bindings = found
        if not scope.is_module:
            return False
        statements = [self._statement(binding.node) for binding in bindings]
        if all(isinstance(self._index.parent(statement), ast.Module) for statement in statements):
            first = min(statements, key=lambda statement: (statement.lineno, statement.col_offset))
            end = (first.end_lineno or first.lineno, first.end_col_offset or 0)
            in_module = self._function_scope(name).is_module
            return in_module and (name.lineno, name.col_offset) < end
        return True

    def _statement(self, node: ast.AST) -> ast.stmt:
        if isinstance(node, ast.stmt):
            return node
        for ancestor in self._index.ancestors(node):
            if isinstance(ancestor, ast.stmt):
                return ancestor
        raise AssertionError("every binding stands in a statement")

    def _function_scope(self, name: ast.Name) -> Scope:
        scope = self._scopes.used_in.get(name, self._scopes.module)
        while scope.parent is not None and not isinstance(scope.node, (*_DEFINITIONS, ast.Lambda)):
            scope = scope.parent
        return scope

    def _constant_attribute(self, call: ast.Call) -> str | None:
        """The attribute that ``getattr(thing, "name")`` reads."""
        return written_text(call.args[1]) if len(call.args) >= 2 else None

    # The stores: expressions, variables, attributes, returns

    def _add(self, node: ast.AST, value: Callable) -> None:
        held = self.held.setdefault(node, set())
        if value not in held:
            held.add(value)
            self._waiting.append((node, value))

    def _bind(self, scope: Scope, name: str, value: Callable) -> None:
        variable = (scope, name)
        if value not in self._variables[variable]:
            self._variables[variable].add(value)
            for load in self._loads[variable]:
                self._add(load, value)
            is_method = isinstance(value, Local) and getattr(value.node, "name", None) == name
            if scope.is_class and not is_method:  # a class knows its methods, and what they are bound to
                self._keep_attribute(name, value)

    def _keep_attribute(self, name: str, value: Callable) -> None:
        if value not in self._attributes[name]:
            self._attributes[name].add(value)
            for load in self._attribute_loads[name]:
                self._add(load, value)

    def _return(self, function: Function, value: Callable) -> None:
        if value not in self._returns[function]:
            self._returns[function].add(value)
            for site, _ in self._callers[function]:
                self._result(site, value)

    def _result(self, site: ast.AST, value: Callable) -> None:
        if isinstance(site, _DEFINITIONS):
            self._bind(self._scopes.used_in[site], site.name, value)
        else:
            self._add(site, value)

    def _store(self, target: ast.AST, value: Callable) -> None:
        """Assign to a target."""
        match target:
            case ast.Name(id=name):
                scope = self._scopes.used_in.get(target, self._scopes.module)
                found = scope.lookup(name)
                self._bind(found[0] if found else scope, name, value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._store(part, value)
            case ast.Starred(value=inner):
                self._store(inner, value)
            case ast.Attribute(attr=name):
                self._keep_attribute(name, value)
            case ast.Subscript(value=container):
                self._keep_in(container, value)

    def _keep_in(self, container: ast.AST, value: Callable) -> None:
        """Put a value into a container, and so into everything that may be the same container."""
        match container:
            case ast.Name(id=name):
                found = self._scopes.used_in.get(container, self._scopes.module).lookup(name)
                if found is None:
                    return
                scope, bindings = found
                if ((scope, name), value) in self._kept:
                    return
                self._kept.add(((scope, name), value))
                self._bind(scope, name, value)
                for binding in bindings:
                    self._keep_in_source(binding, value)
            case ast.Attribute(attr=name):
                self._store(container, value)
            case ast.Subscript(value=outer):
                self._keep_in(outer, value)
            case ast.Call(func=ast.Attribute(value=outer)):
                self._keep_in(outer, value)

    def _keep_in_source(self, binding: Binding, value: Callable) -> None:
        if binding.kind is BindingKind.PARAMETER:
            function = self._scopes_function(binding)
            for site, offset in list(self._callers[function]) if function is not None else ():
                if isinstance(site, ast.Call) and function is not None:
                    for argument, parameter in bind_arguments(site, function, offset):
                        if parameter is binding.node:
                            self._keep_in(argument, value)
        elif isinstance(binding.value, ast.Name | ast.Attribute | ast.Subscript):
            self._keep_in(binding.value, value)

    def _scopes_function(self, binding: Binding) -> Function | None:
        for ancestor in self._index.ancestors(binding.node):
            if isinstance(ancestor, (*_DEFINITIONS, ast.Lambda)):
                return ancestor
        return None

    # One step: a value has come to an expression; where does it go from there?

    def _flow(self, node: ast.AST, value: Callable) -> None:
        parent = self._index.parent(node)
        match parent:
            case ast.Call(func=func):
                self._called(parent, value) if func is node else self._handed(parent, node, value)
            case ast.keyword():
                call = self._index.parent(parent)
                if isinstance(call, ast.Call):
                    self._handed(call, parent.value, value)
            case ast.Attribute():
                self._attribute(parent, parent.attr, value)
            case ast.Assign(targets=targets):
                for target in targets:
                    self._store(target, value)
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
                self._store(target, value)
                if isinstance(parent, ast.AugAssign):
                    self._keep_in(target, value)
            case ast.For(target=target) | ast.AsyncFor(target=target) | ast.comprehension(target=target):
                if parent.iter is node:
                    self._store(target, value)
            case ast.withitem(optional_vars=target) if target is not None:
                self._store(target, value)
            case ast.Return() | ast.Yield() | ast.YieldFrom():
                function = self._index.enclosing_function(parent)
                if function is not None:
                    self._return(function, value)
                self._through(parent, node, value)
            case ast.Lambda(body=body):
                if body is node:
                    self._return(parent, value)
            case ast.arguments():
                self._default(parent, node, value)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._decorate(parent, value)
            case ast.Match(cases=cases):
                for case in cases:
                    self._captures(case.pattern, value)
            case None:
                pass
            case _:
                self._through(parent, node, value)

    def _through(self, parent: ast.AST, node: ast.AST, value: Callable) -> None:
        if isinstance(parent, ast.NamedExpr):
            self._store(parent.target, value)
        if isinstance(parent, ast.Subscript) and parent.value is not node:
            return
        if isinstance(parent, ast.IfExp) and parent.test is node:
            return
        if isinstance(parent, _TRANSPARENT):
            self._add(parent, value)

    def _captures(self, pattern: ast.pattern, value: Callable) -> None:
        for part in ast.walk(pattern):
            name = getattr(part, "name", None)
            if isinstance(part, ast.MatchAs | ast.MatchStar) and name is not None:
                found = self._scopes.module.lookup(name)
                function = self._index.enclosing_function(pattern)
                scope = self._scopes.of_node[function] if function is not None else self._scopes.module
                found = scope.lookup(name)
                self._bind(found[0] if found else scope, name, value)

    def _default(self, arguments: ast.arguments, default: ast.AST, value: Callable) -> None:
        function = self._index.parent(arguments)
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [
            *zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        for parameter, given in pairs:
            if given is default and function is not None:
                self._bind(self._scopes.of_node[function], parameter.arg, value)

    # Calls

    def _called(self, call: ast.Call, value: Callable) -> None:
        if value in self.called[call] and not isinstance(value, BoundMethod):
            return
        match value:
            case Solver() | Agent():
                self.called[call].add(value)
                self.solver_sites.add(call)
            case Factory():
                self._add(call, Agent(call))
            case Dynamic():
                self.called[call].add(value)
                self.unknown_sites.add(call)
                self._add(call, value)
            case Local(node=function):
                self._link(call, function, 0)
            case BoundMethod(node=function, owner=owner, of_class=of_class):
                self._give_first(function, Class(owner) if of_class else Instance(owner))
                self._link(call, function, 1)
            case Class(node=node):
                self._construct(call, node)
            case Instance(node=node):
                for method in self._methods(node, "__call__"):
                    self._called(call, BoundMethod(method, node))
                if self._is_agent(node, "__call__"):
                    self._called(call, Agent(node))
            case Partial(node=made, of=inner):
                self._call_partial(call, made, inner)
            case SolverModule() | Super():
                pass

    def _link(self, site: ast.AST, function: Function, offset: int) -> None:
        """Record that ``site`` calls ``function``, its arguments beginning at parameter ``offset``."""
        if (function, offset) in self._links[site]:
            return
        self._links[site].append((function, offset))
        self.called[site].add(Local(function))
        self._callers[function].append((site, offset))
        if isinstance(site, ast.Call):
            for argument, parameter in bind_arguments(site, function, offset):
                for value in list(self.held.get(argument, ())):
                    self._bind(self._scopes.of_node[function], parameter.arg, value)
        for value in list(self._returns[function]):
            self._result(site, value)

    def _give_first(self, function: Function, value: Callable) -> None:
        positional = [*function.args.posonlyargs, *function.args.args]
        if positional:
            self._bind(self._scopes.of_node[function], positional[0].arg, value)

    def _construct(self, call: ast.Call, node: ast.ClassDef) -> None:
        self._add(call, Instance(node))
        self.called[call].add(Class(node))
        for special in _special_methods(node):
            if special.name == "__init__":
                continue
            self.implicit[call].add(special)
            self._give_first(special, Instance(node))
        for method in self._methods(node, "__init__"):
            self._called(call, BoundMethod(method, node))
        if not self._methods(node, "__init__"):
            self._fill_fields(call, node)

    def _fill_fields(self, call: ast.Call, node: ast.ClassDef) -> None:
        """A dataclass or named tuple keeps its arguments in the fields of its class."""
        fields = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
        names = [field.id for field in fields if isinstance(field, ast.Name)]
        given = [*zip(names, call.args, strict=False), *((k.arg, k.value) for k in call.keywords if k.arg)]
        for name, argument in given:
            for value in list(self.held.get(argument, ())):
                for load in self._attribute_loads[name]:
                    self._add(load, value)

    def _call_partial(self, call: ast.Call, made: ast.Call, inner: Callable) -> None:
        given = len(made.args) - 1
        match inner:
            case Local(node=function):
                self._link(call, function, given)
                self._bind_made(made, function, 0)
            case BoundMethod(node=function, owner=owner):
                self._give_first(function, Instance(owner))
                self._link(call, function, given + 1)
                self._bind_made(made, function, 1)
            case _:
                self._called(call, inner)

    def _bind_made(self, made: ast.Call, function: Function, offset: int) -> None:
        shortened = ast.Call(func=made.func, args=made.args[1:], keywords=made.keywords)
        for argument, parameter in bind_arguments(shortened, function, offset):
            for value in list(self.held.get(argument, ())):
                self._bind(self._scopes.of_node[function], parameter.arg, value)

    def _handed(self, call: ast.Call, argument: ast.AST, value: Callable) -> None:
        """An argument of a call holds a callable: it flows to the parameters of the program's functions."""
        for function, offset in list(self._links.get(call, ())):
            for given, parameter in bind_arguments(call, function, offset):
                if given is argument or given is self._index.parent(argument):
                    self._bind(self._scopes.of_node[function], parameter.arg, value)
        for called in list(self.called.get(call, ())):
            if isinstance(called, Class) and not self._methods(called.node, "__init__"):
                self._fill_fields(call, called.node)
        name = self._scopes.qualified_name(call.func)
        if name == "functools.partial" and call.args and call.args[0] is argument:
            self._add(call, Partial(call, value))
        elif name == "functools.partialmethod" and call.args and call.args[0] is argument:
            self._add(call, Partial(call, self._as_method(call, value)))
        elif name == "builtins.getattr" and call.args[0] is argument:
            attribute = self._constant_attribute(call)
            if attribute is not None:
                self._attribute(call, attribute, value)
        elif name == "builtins.type" and len(call.args) == 1 and isinstance(value, Agent | Instance):
            self._add(call, Factory("") if isinstance(value, Agent) else Class(value.node))
        elif name in PASSING:
            self._add(call, value)
        elif isinstance(call.func, ast.Attribute) and call.func.attr in HOLDING_METHODS:
            container = call.func.value
            if not any(isinstance(held, Instance | Class) for held in self.held.get(container, ())):
                self._keep_in(container, value)
                self._add(call, value)

    def _as_method(self, call: ast.Call, value: Callable) -> Callable:
        """What a partial method begins with, as a method of the class that it stands in."""
        owner = next((part for part in self._index.ancestors(call) if isinstance(part, ast.ClassDef)), None)
        return BoundMethod(value.node, owner) if isinstance(value, Local) and owner is not None else value

    # Callables handed to callees outside the program

    def _leaving(self) -> Iterator[tuple[ast.AST, Callable]]:
        """Callables among the arguments of calls whose callee is not the program's."""
        for node, values in list(self.held.items()):
            call = self._call_of_argument(node)
            if call is None or self.held.get(call.func):
                continue
            name = self._scopes.qualified_name(call.func)
            if name in PASSING or name in INERT or name in _FOLLOWED:
                continue
            if isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPING:
                continue
            for value in list(values):
                yield node, value

    def _call_of_argument(self, node: ast.AST) -> ast.Call | None:
        call = self._index.parent(node)
        if isinstance(call, ast.keyword | ast.Starred):
            call = self._index.parent(call)
        return call if isinstance(call, ast.Call) and call.func is not node else None

    def _leave(self, argument: ast.AST, value: Callable) -> None:
        call = self._call_of_argument(argument)
        if call is None:
            return
        name = self._scopes.qualified_name(call.func)
        run = RUNNERS.get(name or "")
        if run is None and isinstance(call.func, ast.Attribute):
            run = RUNNING_METHODS.get(call.func.attr)
        if run is not None:
            if _place(call, argument, self._index) in run:
                self._run_outside(call, value)
            else:
                self._add(call, value)
                for function in list(self.passed.get(call, ())):
                    if isinstance(function, Local):
                        self._hand_over(call, function.node)
        elif isinstance(value, Instance) and not self._is_callable(value.node):
            self._add(call, value)
        elif not isinstance(value, SolverModule | Super) and not (name or "").startswith("builtins."):
            self._run_outside(call, value)
            self.unknown_sites.add(call)

    def _run_outside(self, call: ast.Call, value: Callable) -> None:
        """A callee outside the program calls ``value`` with parts of its other arguments."""
        self.called.setdefault(call, set())
        match value:
            case Solver() | Agent():
                self.passing_sites.add(call)
            case Dynamic():
                self.unknown_sites.add(call)
            case Local(node=function):
                self._hand_over(call, function)
            case BoundMethod(node=function, owner=owner):
                self._give_first(function, Instance(owner))
                self._hand_over(call, function)
            case Instance(node=node):
                for method in self._methods(node, "__call__"):
                    self._run_outside(call, BoundMethod(method, node))
                if self._is_agent(node, "__call__"):
                    self._run_outside(call, Agent(node))
            case Class(node=node):
                self._construct(call, node)
            case Factory():
                self._add(call, Agent(call))
            case Partial(node=made, of=inner):
                self._run_outside(call, inner)
                if isinstance(inner, Local):
                    self._bind_made(made, inner.node, 0)
            case _:
                pass

    def _hand_over(self, call: ast.Call, function: Function) -> None:
        self.passed[call].add(Local(function))
        if (call, 0) not in self._callers[function]:
            self._callers[function].append((call, 0))
        values = {held for given in ast.iter_child_nodes(call) for held in self._held_in_argument(given)}
        for parameter in (*function.args.posonlyargs, *function.args.args):
            for value in values - {Local(function)}:
                self._bind(self._scopes.of_node[function], parameter.arg, value)
        for value in list(self._returns[function]):
            self._result(call, value)

    def _held_in_argument(self, given: ast.AST) -> set[Callable]:
        return self.held.get(given.value if isinstance(given, ast.keyword | ast.Starred) else given, set())

    # Attributes, methods and decorators

    def _attribute(self, node: ast.AST, name: str, value: Callable) -> None:
        """An attribute is read of something that is, or holds, ``value``."""
        parent = self._index.parent(node)
        is_called = isinstance(parent, ast.Call) and parent.func is node
        match value:
            case Instance(node=owner) | Class(node=owner):
                if self._member(node, name, owner, isinstance(value, Class)):
                    return
                if self._is_agent(owner, name):
                    self._add(node, Agent(owner))
                    return
                if name == "__class__" and isinstance(value, Instance):
                    self._add(node, Class(owner))
                    return
            case Super(node=owner):
                for method in self._inherited(owner, name):
                    self._add(node, BoundMethod(method, owner))
                if self._is_agent(owner, name, is_super=True):
                    self._add(node, Agent(owner))
                return
            case Agent():
                if name in ASKING_METHODS:
                    self._add(node, value)
                    return
                if name == "__class__":
                    self._add(node, Factory(""))
            case Factory() if name in ASKING_METHODS:
                self._add(node, Agent(node))
                return
            case SolverModule():
                if name in self._solver.functions:
                    self._add(node, Solver(name))
                elif name in self._solver.factories:
                    self._add(node, Factory(name))
                return
            case Dynamic():
                self._add(node, value)
                return
            case _:
                if name == "__call__":
                    self._add(node, value)
                    return
        if is_called and name in PASSING_METHODS and parent is not None:
            self._add(parent, value)

    def _member(self, node: ast.AST, name: str, owner: ast.ClassDef, through_class: bool) -> bool:
        methods = self._methods(owner, name)
        for method in methods:
            kinds = {getattr(part, "id", getattr(part, "attr", "")) for part in method.decorator_list}
            if kinds & {"property", "cached_property"} and not through_class:
                self._give_first(method, Instance(owner))
                self._link(node, method, 1)
            elif "classmethod" in kinds:
                self._add(node, BoundMethod(method, owner, of_class=True))
            elif "staticmethod" in kinds or through_class:
                self._add(node, Local(method))
                if through_class and "staticmethod" not in kinds:
                    self._give_first(method, Instance(owner))
            else:
                self._add(node, BoundMethod(method, owner))
        return bool(methods)

    def _methods(self, owner: ast.ClassDef, name: str) -> list[_Definition]:
        """The methods that a name may mean on a class of the program: its own, else its bases'."""
        return self._first_found([owner], name)

    def _inherited(self, owner: ast.ClassDef, name: str) -> list[_Definition]:
        return self._first_found(self._bases(owner), name)

    def _first_found(self, classes: Sequence[ast.ClassDef], name: str) -> list[_Definition]:
        """The methods of classes, and of the bases of those that have none; no class is asked twice."""
        waiting, seen, methods = list(classes), set(classes), list[_Definition]()
        for owner in waiting:
            scope = self._scopes.of_node.get(owner)
            found = scope.bindings.get(name, ()) if scope is not None else ()
            own = [binding.node for binding in found if isinstance(binding.node, _DEFINITIONS)]
            methods += own
            for base in self._bases(owner) if not own else ():
                if base not in seen:
                    seen.add(base)
                    waiting.append(base)
        return methods

    def _bases(self, owner: ast.ClassDef) -> list[ast.ClassDef]:
        held = (value for base in owner.bases for value in self.held.get(base, ()) if isinstance(value, Class))
        return list(dict.fromkeys(value.node for value in held))

    def _is_agent(self, owner: ast.ClassDef, name: str, *, is_super: bool = False) -> bool:
        """Whether a class has a method that asks the solver from a solver factory that it is derived from."""
        if name not in ASKING_METHODS or not self._solver.factories:
            return False
        waiting, seen = [owner], {owner}
        while waiting:
            node = waiting.pop()
            if node is not owner or not is_super:
                scope = self._scopes.of_node.get(node)
                if scope is not None and name in scope.bindings:
                    continue
            for value in (held for base in node.bases for held in self.held.get(base, ())):
                if isinstance(value, Factory):
                    return True
                if isinstance(value, Class) and value.node not in seen:
                    seen.add(value.node)
                    waiting.append(value.node)
        return False

    def _is_callable(self, owner: ast.ClassDef) -> bool:
        return bool(self._methods(owner, "__call__")) or self._is_agent(owner, "__call__")

    def _flow_into_decorator(self, decorator: ast.expr, definition: _Definition) -> None:
        for value in list(self.held.get(decorator, ())):
            self._apply_decorator(definition, value)

    def _decorate(self, definition: ast.AST, value: Callable) -> None:
        if isinstance(definition, _DEFINITIONS):
            self._apply_decorator(definition, value)

    def _apply_decorator(self, definition: _Definition, value: Callable) -> None:
        """A decorator of the program takes the function, and what it gives back takes the function's name."""
        match value:
            case Local(node=function):
                self.implicit[definition].add(function)
                if (definition, 0) not in self._callers[function]:
                    self._callers[function].append((definition, 0))
                    self._give_first(function, Local(definition))
                    for returned in list(self._returns[function]):
                        self._result(definition, returned)
            case Class(node=node):
                self._bind(self._scopes.used_in[definition], definition.name, Instance(node))
                for method in self._methods(node, "__init__"):
                    self.implicit[definition].add(method)
                    self._give_second(method, Local(definition))
            case _:
                pass

    def _give_second(self, method: Function, value: Callable) -> None:
        positional = [*method.args.posonlyargs, *method.args.args]
        if len(positional) > 1:
            self._bind(self._scopes.of_node[method], positional[1].arg, value)


def _place(call: ast.Call, argument: ast.AST, index: Index) -> int | str | None:
    """Where an argument stands in its call: its place, or its keyword."""
    for place, given in enumerate(call.args):
        if given is argument or (isinstance(given, ast.Starred) and given.value is argument):
            return place
    parent = index.parent(argument)
    return parent.arg if isinstance(parent, ast.keyword) else None


def _special_methods(node: ast.ClassDef) -> Iterator[_Definition]:
    """Methods that Python may call without a call being written."""
    for part in node.body:
        name = part.name if isinstance(part, _DEFINITIONS) else ""
        if isinstance(part, _DEFINITIONS) and name.startswith("__") and name.endswith("__") and name != "__call__":
            yield part
