"""Where a program stores into its own module's names without naming them: ``globals()["solve"] = other``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from cgr_audit.analysis.calls.parameters import bind_arguments
from cgr_audit.analysis.dotted_names import DottedNames
from cgr_audit.analysis.index import Index
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
_ATTRIBUTE_METHODS = frozenset({"__setattr__", "__delattr__"})
_LOCAL = frozenset({"builtins.locals", "builtins.vars"})
_IMPORTERS = frozenset({"importlib.import_module", "builtins.__import__", "sys.modules.get"})
_DICTIONARY_METHODS = _SETTING_METHODS | _MERGING_METHODS | _EMPTYING_METHODS
_STORING_METHODS = _DICTIONARY_METHODS | _ATTRIBUTE_METHODS
_STORING_FUNCTIONS = _SETTING_FUNCTIONS | _MERGING_FUNCTIONS | _ATTRIBUTE_FUNCTIONS

_Variable = tuple[Scope, str]
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class NamespaceStore:
    """One store into, or deletion from, the module's names."""

    node: ast.expr
    """The target, or the call that stores."""
    name: str | None
    """The name that is bound; nothing where it is computed and may be any."""


def find_namespace_stores(
    index: Index, scopes: Scopes, names: DottedNames, text_of: Callable[[ast.expr], str | None]
) -> tuple[NamespaceStore, ...]:
    """Every store, in the order of the text; reading from a namespace is none."""
    found = list(_Search(index, scopes, names, text_of).stores())
    return tuple(sorted(found, key=lambda store: (store.node.lineno, store.node.col_offset)))


class _Search:
    def __init__(
        self, index: Index, scopes: Scopes, names: DottedNames, text_of: Callable[[ast.expr], str | None]
    ) -> None:
        self._index = index
        self._scopes = scopes
        self._names = names
        self._text = text_of
        self._namespaces: dict[_Variable, bool] = {}
        self._modules: dict[_Variable, bool] = {}
        self._storing: dict[_Variable, list[ast.expr]] = {}
        self._handed: frozenset[ast.AST] = frozenset()
        """Parameters that some call gives the dictionary of the module's names."""
        if any(name.id in {"globals", "locals", "vars"} for name in index.of(ast.Name)):
            self._handed = frozenset(self._namespace_parameters())
            self._namespaces.clear()  # a parameter may be one, as is now known

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

    def _is_handed(self, name: ast.Name) -> bool:
        found = self._scopes.lookup(name)
        return found is not None and any(binding.node in self._handed for binding in found.bindings)

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
            for function in self._once(self._storing, call.func, self._storing_functions):
                yield from self._called(call, function)

    def _storing_functions(self, called: ast.expr) -> list[ast.expr]:
        """What a call may call, as far as it is known to store into something."""
        return [
            function
            for function in self._meanings(called)
            if (isinstance(function, ast.Attribute) and function.attr in _STORING_METHODS)
            or self._names.names(function) & _STORING_FUNCTIONS
        ]

    def _called(self, call: ast.Call, function: ast.expr) -> Iterator[NamespaceStore]:
        dotted, arguments = self._names.names(function), call.args
        if isinstance(function, ast.Attribute):
            method = function.attr
            if method in _DICTIONARY_METHODS and self._is_namespace(function.value):
                yield from self._method(call, method)
            elif method in _ATTRIBUTE_METHODS and self._is_module(function.value):
                yield self._keyed(call, arguments)
        if not arguments:
            return
        sets_item = dotted & _SETTING_FUNCTIONS and self._is_namespace(arguments[0])
        if sets_item or (dotted & _ATTRIBUTE_FUNCTIONS and self._is_module(arguments[0])):
            yield self._keyed(call, arguments[1:])
        elif dotted & _MERGING_FUNCTIONS and self._is_namespace(arguments[0]):
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
        """The keys of what is merged; one that is nothing where they cannot be told."""
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
        return self._once(self._namespaces, expression, self._may_give_namespace)

    def _may_give_namespace(self, expression: ast.expr) -> bool:
        return any(self._gives_namespace(meaning) for meaning in self._meanings(expression))

    def _gives_namespace(self, expression: ast.expr) -> bool:
        match expression:
            case ast.Name():
                return bool(self._handed) and self._is_handed(expression)
            case ast.Call(func=function, args=[]):
                dotted = self._names.names(function)
                return "builtins.globals" in dotted or (bool(dotted & _LOCAL) and self._is_at_module_level(expression))
            case ast.Call(func=function, args=[module]):
                return "builtins.vars" in self._names.names(function) and self._is_module(module)
            case ast.Attribute(value=module, attr="__dict__"):
                return self._is_module(module)
            case ast.Attribute(attr="__globals__"):
                return True
        return False

    def _is_module(self, expression: ast.expr) -> bool:
        """Whether an expression may be the program's own module."""
        return self._once(self._modules, expression, self._may_give_module)

    def _may_give_module(self, expression: ast.expr) -> bool:
        return any(self._gives_module(meaning) for meaning in self._meanings(expression))

    def _gives_module(self, expression: ast.expr) -> bool:
        match expression:
            case ast.Subscript(value=modules, slice=ast.Name(id="__name__")):
                return "sys.modules" in self._names.names(modules)
            case ast.Call(func=function, args=[ast.Name(id="__name__"), *_]):
                return bool(self._names.names(function) & _IMPORTERS)
        return "__main__" in self._names.names(expression)

    def _once(self, known: dict[_Variable, _Found], expression: ast.expr, find: Callable[[ast.expr], _Found]) -> _Found:
        """What is found for an expression; for a variable the same wherever it stands, and therefore found once."""
        meaning = self._scopes.lookup(expression) if isinstance(expression, ast.Name) else None
        if meaning is None or not isinstance(expression, ast.Name):
            return find(expression)
        variable = (meaning.scope, expression.id)
        if variable not in known:
            known[variable] = find(expression)
        return known[variable]

    def _meanings(self, expression: ast.expr) -> list[ast.expr]:
        """An expression, and what it may stand for where it is a variable."""
        meanings, todo = {expression: None}, [expression]
        looked_up: set[_Variable] = set()
        while todo:
            for value in self._values(todo.pop(), looked_up):
                if value not in meanings:
                    meanings[value] = None
                    todo.append(value)
        return list(meanings)

    def _values(self, node: ast.expr, looked_up: set[_Variable]) -> list[ast.expr]:
        """What an expression may be the value of; nothing for a variable that was looked up before, which is noted."""
        match node:
            case ast.NamedExpr(value=value):
                return [value]
            case ast.IfExp(body=body, orelse=other):
                return [body, other]
            case ast.BoolOp(values=values):
                return values
            case ast.Name():
                found = self._scopes.lookup(node)
                if found is None or (found.scope, node.id) in looked_up:
                    return []
                looked_up.add((found.scope, node.id))
                return [
                    binding.value
                    for binding in found.bindings
                    if binding.kind is BindingKind.ASSIGNMENT and binding.value is not None
                ]
        return []

    def _is_at_module_level(self, call: ast.Call) -> bool:
        bodies = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
        return not any(isinstance(around, bodies) for around in self._index.ancestors(call))
