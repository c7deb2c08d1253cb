"""Which expressions stand for a helper that the runner provides."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cached_property

from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes
from cgr_audit.source.contract import Contract
from cgr_audit.source.helper_signature import HelperSignature

__all__ = ["ProvidedHelpers"]


class ProvidedHelpers:
    """The runner's helpers as one program refers to them: by name, by import, or by a plain alias of either."""

    def __init__(self, scopes: Scopes, contract: Contract) -> None:
        self._scopes = scopes
        self.names: Mapping[str, HelperSignature] = contract.signatures
        """Every helper function with what it can be called with."""
        self.solvers = frozenset(contract.solver.functions)
        self.factories = frozenset(contract.solver.factories)
        self._origins = {
            f"{module}.{name}": name
            for module in contract.solver.modules
            for name in (*contract.helpers, *contract.solver.factories)
        }
        self._known: dict[ast.Name, str | None] = {}

    @cached_property
    def stubs(self) -> frozenset[ast.AST]:
        """The functions of the program that take a helper's name and do nothing: what they give is nobody's answer."""
        bindings = (one for name in self.names for one in self._scopes.module.bindings.get(name, ()))
        return frozenset(one.node for one in bindings if isinstance(one.node, ast.FunctionDef) and _is_empty(one.node))

    def resolve(self, expression: ast.expr) -> str | None:
        """The helper, or solver factory, that an expression certainly stands for; nothing if it may be another."""
        if isinstance(expression, ast.Attribute):
            dotted = self._scopes.qualified_name(expression)
            return self._origins.get(dotted) if dotted is not None else None
        if not isinstance(expression, ast.Name):
            return None
        if expression not in self._known:
            self._known[expression] = None  # a cycle of aliases stands for nothing
            self._known[expression] = self._meaning_of(expression)
        return self._known[expression]

    def is_provided(self, binding: Binding) -> bool:
        """Whether a binding gives a name the very helper of that name."""
        return self._bound(binding) == binding.name

    def is_parameter(self, name: ast.Name) -> bool:
        """Whether a name is a parameter of a function around it, which other callers may give something else."""
        found = self._scopes.lookup(name)
        return found is not None and any(binding.kind is BindingKind.PARAMETER for binding in found.bindings)

    def _meaning_of(self, name: ast.Name) -> str | None:
        found = self._scopes.lookup(name)
        if found is None:
            return name.id if name.id in self.names or name.id in self.factories else None
        meanings = {self._bound(binding) for binding in found.bindings}
        return meanings.pop() if len(meanings) == 1 else None

    def _bound(self, binding: Binding) -> str | None:
        if binding.kind is BindingKind.IMPORT:
            return self._origins.get(binding.origin or "")
        if binding.kind is not BindingKind.ASSIGNMENT or binding.value is None:
            return None
        value = binding.value
        is_own_name = isinstance(value, ast.Name) and value.id == binding.name
        if is_own_name and self._scopes.used_in.get(value) is self._scopes.module:
            return binding.name if binding.name in self.names or binding.name in self.factories else None
        return self.resolve(value)


def _is_empty(function: ast.FunctionDef) -> bool:
    """Whether a body holds nothing but a text, ``...``, ``pass`` or a bare ``return``."""
    return all(
        isinstance(part, ast.Pass)
        or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
        or (isinstance(part, ast.Return) and part.value is None)
        for part in function.body
    )
