"""Where a program stores into its own module's names without naming them: ``globals()["solve"] = other``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cgr_audit.analysis.calls.parameters import bind_arguments
from cgr_audit.analysis.dotted_names import OWN_MODULE, OWN_NAMESPACE, DottedNames
from cgr_audit.analysis.index import Index, position_of
from cgr_audit.analysis.scopes import BindingKind, Scope, Scopes

__all__ = ["NamespaceStore", "find_namespace_stores"]

_SETTING_METHODS = frozenset({"__setitem__", "__delitem__", "pop"})
_MERGING_METHODS = frozenset({"update", "__ior__"})
_EMPTYING_METHODS = frozenset({"clear", "popitem"})
_SETTING_FUNCTIONS = frozenset(
    {"operator.setitem", "operator.delitem", "builtins.dict.__setitem__", "builtins.dict.__delitem__",
     "builtins.dict.pop"}
)  # fmt: skip
_MERGING_FUNCTIONS = frozenset({"builtins.dict.update", "builtins.dict.__ior__", "operator.ior"})
_ATTRIBUTE_FUNCTIONS = frozenset({"builtins.setattr", "builtins.delattr", "builtins.object.__setattr__"})
_MODULE_METHODS = frozenset({f"{OWN_MODULE}.__setattr__", f"{OWN_MODULE}.__delattr__"})
_DICTIONARY_METHODS = _SETTING_METHODS | _MERGING_METHODS | _EMPTYING_METHODS


@dataclass(frozen=True, slots=True)
class NamespaceStore:
    """One store into, or deletion from, the module's names."""

    node: ast.expr
    """The target, or the call that stores."""
    name: str | None
    """The name that is bound; nothing if it is computed and may be any."""


def find_namespace_stores(
    index: Index, scopes: Scopes, names: DottedNames, text_of: Callable[[ast.expr], str | None]
) -> tuple[NamespaceStore, ...]:
    """Every store, in the order of the text; reading from a namespace is none."""
    found = list(_Search(index, scopes, names, text_of).stores())
    return tuple(sorted(found, key=lambda store: position_of(store.node)))


class _Search:
    def __init__(
        self, index: Index, scopes: Scopes, names: DottedNames, text_of: Callable[[ast.expr], str | None]
    ) -> None:
        self._index = index
        self._scopes = scopes
        self._names = names
        self._text = text_of
        self._handed: frozenset[ast.AST] = frozenset()
        """Parameters that some call gives the dictionary of the module's names."""
        if any(name.id in {"globals", "locals", "vars"} for name in index.of(ast.Name)):
            self._handed = frozenset(self._namespace_parameters())

    def _namespace_parameters(self) -> Iterator[ast.AST]:
        for call in self._index.of(ast.Call):
            found = None
            if isinstance(call.func, ast.Name) and (call.args or call.keywords):
                found = self._scopes.lookup(call.func)
            for binding in found.bindings if found is not None else []:
                if isinstance(binding.node, ast.FunctionDef | ast.AsyncFunctionDef):
                    for argument, parameter in bind_arguments(call, binding.node):
                        if self._is_namespace(argument):
                            yield parameter

    def stores(self) -> Iterator[NamespaceStore]:
        for node in self._index.of(ast.Subscript):
            if not isinstance(node.ctx, ast.Load) and self._is_namespace(node.value):
                yield NamespaceStore(node, self._text(node.slice))
        for attribute in self._index.of(ast.Attribute):
            if not isinstance(attribute.ctx, ast.Load) and self._is_module(attribute.value):
                yield NamespaceStore(attribute, attribute.attr)
        for merge in self._index.of(ast.AugAssign):
            if isinstance(merge.op, ast.BitOr) and self._is_namespace(merge.target):
                yield from self._merged(merge.target, [merge.value], [])
        for call in self._index.of(ast.Call):
            yield from self._called(call)

    def _called(self, call: ast.Call) -> Iterator[NamespaceStore]:
        called, arguments = self._names.names(call.func), call.args
        methods = {name.removeprefix(f"{OWN_NAMESPACE}.") for name in called if name.startswith(OWN_NAMESPACE)}
        if isinstance(call.func, ast.Attribute) and self._is_handed(call.func.value):
            methods.add(call.func.attr)
        for method in sorted(methods & _DICTIONARY_METHODS):
            yield from self._method(call, method)
        if called & _MODULE_METHODS:
            yield self._keyed(call, arguments)
        if not arguments:
            return
        sets_item = called & _SETTING_FUNCTIONS and self._is_namespace(arguments[0])
        if sets_item or (called & _ATTRIBUTE_FUNCTIONS and self._is_module(arguments[0])):
            yield self._keyed(call, arguments[1:])
        elif called & _MERGING_FUNCTIONS and self._is_namespace(arguments[0]):
            yield from self._merged(call, arguments[1:], call.keywords)

    def _method(self, call: ast.Call, method: str) -> Iterator[NamespaceStore]:
        if method in _SETTING_METHODS:
            yield self._keyed(call, call.args)
        elif method in _MERGING_METHODS:
            yield from self._merged(call, call.args, call.keywords)
        else:
            yield NamespaceStore(call, None)

    def _keyed(self, call: ast.Call, arguments: list[ast.expr]) -> NamespaceStore:
        return NamespaceStore(call, self._text(arguments[0]) if arguments else None)

    def _merged(
        self, node: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]
    ) -> Iterator[NamespaceStore]:
        for argument in arguments:
            for key in self._keys(argument):
                yield NamespaceStore(node, key)
        for keyword in keywords:
            for key in [keyword.arg] if keyword.arg is not None else self._keys(keyword.value):
                yield NamespaceStore(node, key)

    def _keys(self, mapping: ast.expr) -> list[str | None]:
        """The keys of what is merged; one that is nothing if they cannot be told."""
        match mapping:
            case ast.Dict(keys=keys):
                return [None if key is None else self._text(key) for key in keys]
            case ast.Call(func=function, args=[], keywords=keywords) if "builtins.dict" in self._names.names(function):
                return [keyword.arg for keyword in keywords]
            case ast.List(elts=pairs) | ast.Tuple(elts=pairs):
                firsts = [pair.elts[0] if isinstance(pair, ast.Tuple) and pair.elts else None for pair in pairs]
                return [None if first is None else self._text(first) for first in firsts]
        return [None]

    def _is_namespace(self, expression: ast.expr) -> bool:
        """Whether an expression may be the dictionary of the module's names."""
        return OWN_NAMESPACE in self._names.names(expression) or self._is_handed(expression)

    def _is_handed(self, expression: ast.expr) -> bool:
        """Whether a variable may be a parameter that is given the module's names, also through other variables."""
        waiting, seen = [expression] if self._handed else [], set[tuple[Scope, str]]()
        while waiting:
            node = waiting.pop()
            found = self._scopes.lookup(node) if isinstance(node, ast.Name) else None
            if found is None or not isinstance(node, ast.Name) or (found.scope, node.id) in seen:
                continue
            seen.add((found.scope, node.id))
            if any(binding.node in self._handed for binding in found.bindings):
                return True
            waiting += [one.value for one in found.bindings if one.value and one.kind is BindingKind.ASSIGNMENT]
        return False

    def _is_module(self, expression: ast.expr) -> bool:
        """Whether an expression may be the program's own module."""
        return OWN_MODULE in self._names.names(expression)
