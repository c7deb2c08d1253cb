"""Where callables come from: definitions, lambdas, imports, the runner's own helpers, and lookups at run time."""

from __future__ import annotations

import ast
from functools import cached_property

from cgr_audit.analysis.calls.callable_stores import CallableStores
from cgr_audit.analysis.calls.callables import (
    ASKING_METHODS,
    Callable,
    Class,
    Dynamic,
    Factory,
    Local,
    Solver,
    SolverModule,
    Super,
)
from cgr_audit.analysis.calls.outside_calls import LOOKUPS, PASSING_METHODS
from cgr_audit.analysis.literal_code import is_arithmetic, is_data, written_text
from cgr_audit.analysis.scopes import Binding, BindingKind, Meaning, Scope

__all__ = ["CallableSeeds", "constant_attribute"]

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CALCULATING = frozenset({"cmath", "math", "string"})
"""Modules that hold nothing that calls what it is given."""

_HOLDING_MODULES = frozenset({"__builtins__", "__dict__", "__globals__", "import_module", "modules"})
_RUNNING = frozenset({"__import__", "eval", "exec", "globals", "locals", "vars"})
"""Built-in functions that reach the program's names, or any code, wherever they are called."""


class CallableSeeds:
    """Puts every callable that a program writes down into the stores."""

    def __init__(self, stores: CallableStores) -> None:
        self._stores = stores
        self._index = stores.index
        self._scopes = stores.scopes
        helpers = {name: Solver(name) for name in stores.solver.functions}
        factories = {name: Factory(name) for name in stores.solver.factories}
        self._provided: dict[str, Callable] = {**helpers, **factories}
        self._provided_until: dict[str, tuple[int, int] | None] = {}
        self._handed_spaces: dict[tuple[Scope, str], list[ast.AST | None]] = {}

    def plant(self) -> None:
        """Go through the whole program once."""
        stores, scopes = self._stores, self._scopes
        for name in self._index.of(ast.Name):
            scope = scopes.used_in.get(name, scopes.module)
            found = scope.lookup(name.id)
            if found is not None and isinstance(name.ctx, ast.Load):
                stores.variable_loads[(found.scope, name.id)].append(name)
            if name.id in _RUNNING and found is None and not self._is_called(name):
                stores.add(name, Dynamic())
            if name.id in self._provided and isinstance(name.ctx, ast.Load) and self._is_provided(name, found):
                stores.add(name, self._provided[name.id])
        for attribute in self._index.of(ast.Attribute):
            if isinstance(attribute.ctx, ast.Load):
                stores.attribute_loads[attribute.attr].append(attribute)
        for scope in (scopes.module, *scopes.of_node.values()):
            for bindings in list(scope.bindings.values()):
                for binding in bindings:
                    self._plant_binding(scope, binding)
        for node in self._index.of(ast.Lambda):
            stores.add(node, Local(node))
        for call in self._index.of(ast.Call):
            self._plant_call(call)

    def _plant_binding(self, scope: Scope, binding: Binding) -> None:
        if binding.kind is BindingKind.FUNCTION and isinstance(binding.node, _DEFINITIONS):
            self._stores.bind(scope, binding.name, Local(binding.node))
        elif binding.kind is BindingKind.CLASS and isinstance(binding.node, ast.ClassDef):
            self._stores.bind(scope, binding.name, Class(binding.node))
        elif binding.kind is BindingKind.IMPORT and binding.origin is not None:
            modules = self._stores.solver.modules
            module, _, name = binding.origin.rpartition(".")
            if module in modules and name in self._provided:
                self._stores.bind(scope, binding.name, self._provided[name])
            elif module in modules and name == "*":
                return
            elif binding.origin in modules:
                self._stores.bind(scope, binding.name, SolverModule(binding.origin))

    def _plant_call(self, call: ast.Call) -> None:
        stores = self._stores
        name = self._scopes.qualified_name(call.func)
        if name in {"builtins.eval", "builtins.exec"} and call.args and is_arithmetic(call.args[0]):
            return
        if name in {"builtins.__import__", "importlib.import_module"} and call.args:
            module = call.args[0]
            if isinstance(module, ast.Constant):
                if module.value in stores.solver.modules:
                    stores.add(call, SolverModule(str(module.value)))
                return
        if name == "operator.methodcaller" and self._may_name_own(call):
            stores.add(call, Dynamic())
        if name in LOOKUPS or (name == "builtins.getattr" and self._is_looked_up(call)):
            stores.add(call, Dynamic())
        if name in {"builtins.eval", "builtins.exec"} and not self._is_alone(call):
            stores.called[call][Dynamic()] = None
            stores.unknown_sites.add(call)
        if name == "builtins.super":
            for ancestor in self._index.ancestors(call):
                if isinstance(ancestor, ast.ClassDef):
                    stores.add(call, Super(ancestor))
                    return

    def _is_called(self, name: ast.Name) -> bool:
        parent = self._index.parent(name)
        return isinstance(parent, ast.Call) and parent.func is name

    def _may_name_own(self, call: ast.Call) -> bool:
        """Whether a method that is called by name may be one of the program, or of a solver object."""
        name = written_text(call.args[0]) if call.args else None
        if name is None or name in ASKING_METHODS:
            return True
        if any(name in scope.bindings for scope in self._scopes.of_node.values() if scope.is_class):
            return True
        return any(
            attribute.attr == name and isinstance(attribute.ctx, ast.Store)
            for attribute in self._index.of(ast.Attribute)
        )

    def _is_looked_up(self, call: ast.Call) -> bool:
        """Whether ``getattr`` may give anything: its name is not written here, and what it reads from may be a module.

        An attribute of what the runner supplies is data. Where the program's own objects come to be read from, they
        are met on their way.
        """
        if constant_attribute(call) is not None or not call.args:
            return False
        if self._scopes.qualified_name(call.args[0]) in _CALCULATING:
            return False
        return not isinstance(call.args[0], ast.Name) or self._are_modules_values or self._is_bound_anew(call.args[0])

    @cached_property
    def _are_modules_values(self) -> bool:
        """Whether a module may be held by a variable other than the one that its import binds."""
        if any(name.id in _RUNNING for name in self._index.of(ast.Name)):
            return True
        if any(attribute.attr in _HOLDING_MODULES for attribute in self._index.of(ast.Attribute)):
            return True
        return any(self._is_module_value(name) for name in self._index.of(ast.Name))

    def _is_module_value(self, name: ast.Name) -> bool:
        found = self._scopes.lookup(name)
        if found is None or not any(one.kind is BindingKind.IMPORT for one in found.bindings):
            return found is None and name.id == "__builtins__"
        parent = self._index.parent(name)
        return not (self._is_called(name) or isinstance(parent, ast.Attribute | ast.Subscript | ast.arg))

    def _is_bound_anew(self, name: ast.Name) -> bool:
        """Whether a name may mean something else than an argument or an element of one."""
        found = self._scopes.lookup(name)
        kinds = {BindingKind.PARAMETER, BindingKind.LOOP}
        return found is None or any(one.kind not in kinds for one in found.bindings)

    def _is_alone(self, call: ast.Call) -> bool:
        """Whether code is run in a namespace that begins empty, so that it knows none of the program's names."""
        space = call.args[1] if len(call.args) > 1 else None
        if isinstance(space, ast.Name):
            found = self._scopes.lookup(space)
            values = [binding.value for binding in found.bindings] if found is not None else []
            handed = self._handed_to(found.scope, space.id) if found is not None else []
            is_private = len(values) == 1 and all(taker is call for taker in handed)
            space = values[0] if is_private else None
        return isinstance(space, ast.Dict) and is_data(space)

    def _handed_to(self, scope: Scope, name: str) -> list[ast.AST | None]:
        """What takes a namespace, but for what only reads from it or puts a literal into it."""
        if (scope, name) not in self._handed_spaces:
            loads = self._stores.variable_loads[scope, name]
            taken = [self._index.parent(load) for load in loads if not self._is_harmless(load)]
            self._handed_spaces[scope, name] = taken
        return self._handed_spaces[scope, name]

    def _is_harmless(self, load: ast.Name) -> bool:
        parent = self._index.parent(load)
        if isinstance(parent, ast.Subscript) and parent.value is load:
            statement = self._index.parent(parent)
            is_stored = not isinstance(parent.ctx, ast.Load)
            return not is_stored or (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant))
        return isinstance(parent, ast.Attribute) and parent.attr in PASSING_METHODS - {"setdefault"}

    def _is_provided(self, name: ast.Name, found: Meaning | None) -> bool:
        """Whether a helper's name may mean the runner's own helper here."""
        if found is None:
            return True
        scope, bindings = found
        if not scope.is_module:
            return False
        if name.id not in self._provided_until:
            self._provided_until[name.id] = self._first_end(bindings)
        end = self._provided_until[name.id]
        return end is None or (self._is_run_by_module(name) and (name.lineno, name.col_offset) < end)

    def _first_end(self, bindings: list[Binding]) -> tuple[int, int] | None:
        """Where the first of the module's own statements that bind a name ends; nothing where some stand deeper."""
        statements = [self._index.statement(binding.node) for binding in bindings]
        if not all(isinstance(self._index.parent(statement), ast.Module) for statement in statements):
            return None
        first = min(statements, key=lambda statement: (statement.lineno, statement.col_offset))
        return first.end_lineno or first.lineno, first.end_col_offset or 0

    def _is_run_by_module(self, name: ast.Name) -> bool:
        scope = self._scopes.used_in.get(name, self._scopes.module)
        while scope.parent is not None and not isinstance(scope.node, (*_DEFINITIONS, ast.Lambda)):
            scope = scope.parent
        return scope.is_module


def constant_attribute(call: ast.Call) -> str | None:
    """The attribute that ``getattr(thing, "name")`` reads."""
    return written_text(call.args[1]) if len(call.args) >= 2 else None
