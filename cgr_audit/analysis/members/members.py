"""The members that a program has and what its expressions are, for CGR506 and CGR507."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.members.astroid_instances import AstroidInstances
from cgr_audit.analysis.members.own_members import OwnMembers
from cgr_audit.analysis.members.receivers import Receivers
from cgr_audit.analysis.prelude import read_prelude
from cgr_audit.analysis.scopes import Binding

if TYPE_CHECKING:
    from astroid import nodes

__all__ = ["Members"]


class Members:
    """The members and receivers of one program, each evaluated when first asked for."""

    def __init__(self, facts: Facts, astroid_tree: Callable[[], nodes.Module | None]) -> None:
        self.facts = facts
        self.own = OwnMembers(facts)
        self.receivers = Receivers(facts, self.own, self.dotted)
        self.by_astroid = AstroidInstances(astroid_tree)

    def dotted(self, node: ast.expr) -> str | None:
        """The one dotted name that an expression stands for, including names that the runner provides."""
        if isinstance(node, ast.Attribute):
            base = self.dotted(node.value)
            return None if base is None else f"{base}.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        if node.id in self._provided and self.facts.scopes.lookup(node) is None:
            return self._provided[node.id]
        return self.facts.scopes.qualified_name(node)

    @cached_property
    def _provided(self) -> Mapping[str, str | None]:
        """The names that the runner binds, each with its origin if that is an import."""
        contract = self.facts.contract
        found: dict[str, str | None] = dict.fromkeys((*contract.helpers, *contract.solver.factories))
        return found | {name: binding.origin for name, binding in self._prelude.items()}

    @property
    def _prelude(self) -> Mapping[str, Binding]:
        return _bound_in(self.facts.contract.prelude.source)

    def prelude_function(self, node: ast.expr) -> ast.AST | None:
        """The definition in the contract's prelude that a name stands for."""
        if not isinstance(node, ast.Name) or self.facts.scopes.lookup(node) is not None:
            return None
        return self._prelude[node.id].node if node.id in self._prelude else None

    @cached_property
    def imported_modules(self) -> frozenset[str]:
        """Every module that the program imports, with the packages that hold them."""
        index = self.facts.index
        names = [alias.name for statement in index.of(ast.Import) for alias in statement.names]
        names += [statement.module for statement in index.of(ast.ImportFrom) if statement.module]
        return frozenset(names) | {name.rpartition(".")[0] for name in names}

    def binding(self, node: ast.expr) -> ast.AST | None:
        """The only binding of a name; None for other expressions."""
        binding = self.facts.scopes.sole_binding(node) if isinstance(node, ast.Name) else None
        return binding.node if binding is not None and hasattr(binding.node, "lineno") else None


@lru_cache(maxsize=16)
def _bound_in(source: str) -> Mapping[str, Binding]:
    """What a contract's prelude binds."""
    prelude = read_prelude(source)
    return {} if prelude is None else {name: last[-1] for name, last in prelude.scopes.module.bindings.items()}
