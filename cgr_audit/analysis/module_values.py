"""Uses of modules as values: of a module, a program may only take members by name.

Whatever holds a module that is stored, passed or returned can take any member of it, and the analysis does not follow
which. Uses that are followed by name (an alias, ``getattr`` with a constant, a test whether an import worked) are fine.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

from cgr_audit.analysis.capabilities import capability
from cgr_audit.analysis.capability_table import classified, is_module, owner_of
from cgr_audit.analysis.dotted_names import IMPORTERS, DottedNames, resolved
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.standard_modules import STANDARD_MODULES

__all__ = ["ModuleValues"]

_READERS = frozenset({"builtins.getattr", "builtins.hasattr"})
_PASSING = (ast.IfExp, ast.BoolOp, ast.NamedExpr)
"""Expressions that dotted names are followed through."""
_ERROR_STATE = frozenset({"__getstate__", "attrgetter", "obj"})
_TESTS = (ast.If, ast.While, ast.IfExp, ast.Assert)


class ModuleValues:
    """The uses of modules in one program.

    Args:
        index: its nodes.
        names: what they stand for.
        is_annotation: whether a node is part of an annotation that is never evaluated.
        allowed: modules that the contract allows besides those of the sandbox.
    """

    def __init__(
        self,
        index: Index,
        names: DottedNames,
        is_annotation: Callable[[ast.expr], bool],
        allowed: Collection[str],
    ) -> None:
        self._index = index
        self._names = names
        self._is_annotation = is_annotation
        self._allowed = frozenset(allowed)

    def values(self) -> Iterator[tuple[ast.expr, str]]:
        """Every place where a module is used as a value, with the module."""
        for node, names in self._names.named:
            if not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
                module = self._module(node, names)
                if module is not None and not self._is_followed(node):
                    yield node, module

    def held(self) -> Iterator[tuple[ast.AST, str]]:
        """Every place that takes a module from another module that imported it, and what is taken."""
        for part in self._index.of(ast.Attribute):
            holders = self._names.names(part.value)
            if holders and isinstance(part.ctx, ast.Load):
                taken = (f"{holder}.{part.attr}" for holder in sorted(holders))
                yield from ((part, one) for one in taken if resolved(one) != one)
        for statement in self._index.of(ast.ImportFrom):
            for alias in statement.names if statement.module and not statement.level else ():
                taken_name = f"{statement.module}.{alias.name}"
                if resolved(taken_name) != taken_name:
                    yield alias, taken_name

    def in_classes(self) -> Iterator[tuple[ast.AST, str]]:
        """Every module that an import makes an attribute of a class."""
        statements: list[ast.Import | ast.ImportFrom] = [*self._index.of(ast.Import), *self._index.of(ast.ImportFrom)]
        for statement in statements:
            if self._is_in_class(statement):
                prefix = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
                for alias in statement.names:
                    if not prefix or is_module(prefix + alias.name):
                        yield alias, prefix + alias.name

    def missing(self) -> Iterator[tuple[ast.expr, str]]:
        """Every use of a missing member of a module, if the program may read ``obj`` of the error: the module."""
        if not self._reads_errors:
            return
        for use in self._names.uses:
            owner = owner_of(use.name)
            if owner is not None and owner[1] and classified(*owner) is None and owner[1][0] != "_":
                yield use.place, use.name

    @property
    def _reads_errors(self) -> bool:
        index = self._index
        return (
            any(part.attr in _ERROR_STATE for part in index.of(ast.Attribute))
            or any(_ERROR_STATE.intersection(pattern.kwd_attrs) for pattern in index.of(ast.MatchClass))
            or any(name.id in {"getattr", "attrgetter"} for name in index.of(ast.Name))
        )

    def _module(self, node: ast.expr, names: frozenset[str]) -> str | None:
        """The module that an expression may be."""
        known = self._allowed
        if isinstance(node, ast.Call | ast.Subscript) and not self._imports(node):
            known |= STANDARD_MODULES  # getattr(logging, "os")
        found = (name for name in sorted(names) if name != "builtins" and (is_module(name) or name in known))
        return next(found, None)

    def _imports(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and bool(self._names.names(node.func) & IMPORTERS)

    def _is_followed(self, node: ast.expr) -> bool:
        """Whether all that is done with an expression is what dotted names are followed through."""
        inner, around = node, self._index.parent(node)
        while isinstance(around, _PASSING) and inner is not getattr(around, "test", None):
            inner, around = around, self._index.parent(around)
        match around:
            case ast.Attribute() | ast.Expr() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Assign(targets=targets):
                return all(isinstance(target, ast.Name) for target in targets) and not self._is_in_class(around)
            case ast.AnnAssign(target=ast.Name()) if around.value is inner:
                return not self._is_in_class(around)
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return True
            case ast.Call(args=[first, *_]) if first is inner and self._names.names(around.func) & _READERS:
                return True
            case ast.Call() if found := self._names.names(
                around
            ):  # vars(module)["member"]; vars(module) is a use itself
                return isinstance(self._index.parent(around), ast.Subscript) or any(map(capability, found))
        if isinstance(around, _TESTS) and around.test is inner:
            return True
        return self._is_annotation(node)

    def _is_in_class(self, node: ast.AST) -> bool:
        return isinstance(self._index.parent(node), ast.ClassDef)
