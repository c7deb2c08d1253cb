"""Which name means what: scopes, what binds a name in each, and lookup by Python's rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.source.lowering.grammar import NODE_FIELDS, TOKENS
from cgr_audit.source.lowering.syntax import TypeAlias

__all__ = ["Binding", "BindingKind", "Function", "Meaning", "Scope", "Scopes", "build_scopes"]

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
"""Anything with parameters and a body of its own."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_EVALUATED = frozenset({ast.Name, ast.Attribute, ast.Call})
_BINDING = frozenset(
    {ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign, ast.For, ast.AsyncFor, ast.withitem, ast.ExceptHandler,
     ast.MatchAs, ast.MatchStar, ast.MatchMapping, ast.Delete, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom}
)  # fmt: skip
_WITHOUT_NAMES = TOKENS | {ast.Constant}
"""Nodes that need no visit: most of a tree."""


class BindingKind(StrEnum):
    """How a name comes to be bound."""

    PARAMETER = "parameter"
    ASSIGNMENT = "assignment"
    """``name = value`` (``value`` is kept), also annotated, and ``name := value``."""
    UNPACKING = "unpacking"
    """One of several targets, or starred; ``value`` is the whole right side."""
    AUGMENTED = "augmented"
    LOOP = "loop"
    """A ``for`` or comprehension target; ``value`` is the iterable."""
    WITH = "with"
    EXCEPTION = "exception"
    PATTERN = "pattern"
    FUNCTION = "function"
    CLASS = "class"
    IMPORT = "import"
    """``origin`` is the dotted name it stands for."""
    DELETION = "deletion"
    TYPE_PARAMETER = "type_parameter"

    @property
    def is_parameter(self) -> bool:
        """Whether the name is bound whenever the body that it belongs to runs."""
        return self in (BindingKind.PARAMETER, BindingKind.TYPE_PARAMETER)


class Binding(NamedTuple):
    """One place that binds a name."""

    name: str
    kind: BindingKind
    node: ast.AST
    """What binds: the target, parameter, alias, definition or handler."""
    value: ast.expr | None = None
    """Where the value comes from, if an expression says so."""
    origin: str | None = None
    """The dotted name that an import binds."""


@dataclass(slots=True, eq=False)
class Scope:
    """A module, class, function, lambda or comprehension, and the names bound in it."""

    node: ast.AST
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    outer: dict[str, bool] = field(default_factory=dict)
    """Names declared ``global`` (true) or ``nonlocal`` (false)."""

    @property
    def is_class(self) -> bool:
        """Whether the names are attributes, invisible to functions inside."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def is_module(self) -> bool:
        """Whether this is the outermost scope."""
        return self.parent is None

    def lookup(self, name: str) -> Meaning | None:
        """What a name means that is used in this scope; nothing if none binds it."""
        scope: Scope | None = self
        first = True
        while scope is not None:
            declared = scope.outer.get(name)
            if declared is True:
                module = scope.module
                return Meaning(module, module.bindings[name]) if name in module.bindings else None
            if declared is None and name in scope.bindings and (first or not scope.is_class):
                return Meaning(scope, scope.bindings[name])
            first = False
            scope = scope.parent
        return None

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


class Meaning(NamedTuple):
    """What a name means where it is used."""

    scope: Scope
    """The scope it belongs to."""
    bindings: list[Binding]
    """All that binds it there; at least one."""


@dataclass(slots=True, eq=False)
class Scopes:
    """Every scope of a program, and the scope in which each expression is evaluated."""

    module: Scope
    of_node: dict[ast.AST, Scope]
    """A scope by its own node (module, class, function, lambda, comprehension)."""
    used_in: dict[ast.AST, Scope]
    """The scope in which a node is evaluated, for names, attributes, calls and definitions."""
    _known: dict[tuple[Scope, str], str | None] = field(default_factory=dict)
    """What names stand for; nothing for one that is being looked at, so that a cycle of aliases means nothing."""

    def lookup(self, name: ast.Name) -> Meaning | None:
        """What a name means where it stands; nothing if none binds it."""
        return self.used_in.get(name, self.module).lookup(name.id)

    def bindings_of(self, name: ast.Name) -> list[Binding]:
        """All that binds a name in the scope that it means where it stands."""
        found = self.lookup(name)
        return [] if found is None else found.bindings

    def sole_binding(self, name: ast.Name) -> Binding | None:
        """What binds a name where it stands, if nothing else does."""
        bindings = self.bindings_of(name)
        return bindings[0] if len(bindings) == 1 else None

    def qualified_name(self, node: ast.expr) -> str | None:
        """The dotted name that an expression stands for, through imports and plain aliases.

        ``np.sum`` gives ``numpy.sum`` after ``import numpy as np``; a builtin gives ``builtins.eval``; a name that
        the program defines, or that has several different meanings, gives nothing.
        """
        if isinstance(node, ast.Attribute):
            base = self.qualified_name(node.value)
            return None if base is None else f"{base}.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        found = self.lookup(node)
        if found is None:
            return f"builtins.{node.id}" if node.id in BUILTINS else None
        variable = found.scope, node.id
        if variable not in self._known:
            self._known[variable] = None
            meanings = {self._meaning(binding) for binding in found.bindings}
            self._known[variable] = meanings.pop() if len(meanings) == 1 else None
        return self._known[variable]

    def _meaning(self, binding: Binding) -> str | None:
        if binding.kind is BindingKind.IMPORT:
            return binding.origin
        if binding.kind is BindingKind.ASSIGNMENT and isinstance(binding.value, ast.Name | ast.Attribute):
            return self.qualified_name(binding.value)
        return None


def build_scopes(tree: ast.Module) -> Scopes:
    """Build every scope of a program in one walk."""
    builder = _Builder(tree)
    builder.statements(tree.body, builder.scopes.module)
    builder.bind_outside()
    return builder.scopes


class _Builder:
    """Walks a tree once, statement by statement, keeping the scope each node is evaluated in."""

    def __init__(self, tree: ast.Module) -> None:
        module = Scope(tree, None)
        self.scopes = Scopes(module, {tree: module}, {})
        self._nonlocal: list[tuple[Scope, Binding]] = []

    def statements(self, body: list[ast.stmt], scope: Scope) -> None:
        for statement in body:
            self.visit(statement, scope)

    def visit(self, node: ast.AST, scope: Scope) -> None:
        kind = type(node)
        if kind in _EVALUATED:
            self.scopes.used_in[node] = scope
        elif isinstance(node, _FUNCTIONS):
            self.function(node, scope)
            return
        elif isinstance(node, ast.ClassDef):
            self.class_(node, scope)
            return
        elif isinstance(node, _COMPREHENSIONS):
            self.comprehension(node, scope)
            return
        elif isinstance(node, TypeAlias):
            self.target(node.name, scope, BindingKind.ASSIGNMENT, None)
            self.visit(node.name, scope)
            self.visit(node.value, self.type_scope(node, scope))
            return
        elif kind in _BINDING:
            self.bind(node, scope)
        for name in NODE_FIELDS[kind]:
            part = getattr(node, name, None)
            if type(part) is list:
                for child in part:
                    if isinstance(child, ast.AST) and type(child) not in _WITHOUT_NAMES:
                        self.visit(child, scope)
            elif isinstance(part, ast.AST) and type(part) not in _WITHOUT_NAMES:
                self.visit(part, scope)

    def function(self, node: Function, scope: Scope) -> None:
        self.scopes.used_in[node] = scope
        if not isinstance(node, ast.Lambda):
            self.add(scope, Binding(node.name, BindingKind.FUNCTION, node))
            for decorator in node.decorator_list:
                self.visit(decorator, scope)
        arguments = node.args
        for default in (*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)):
            self.visit(default, scope)
        inner, described = self.open(node, scope), self.type_scope(node, scope)
        self.type_parameters(node, inner)
        for parameter in _parameters(arguments):
            self.add(inner, Binding(parameter.arg, BindingKind.PARAMETER, parameter))
            if parameter.annotation is not None:
                self.visit(parameter.annotation, described)
        if isinstance(node, ast.Lambda):
            self.visit(node.body, inner)
            return
        if node.returns is not None:
            self.visit(node.returns, described)
        self.statements(node.body, inner)

    def class_(self, node: ast.ClassDef, scope: Scope) -> None:
        self.scopes.used_in[node] = scope
        self.add(scope, Binding(node.name, BindingKind.CLASS, node))
        for decorator in node.decorator_list:
            self.visit(decorator, scope)
        inner, described = self.open(node, scope), self.type_scope(node, scope)
        for outer in (*node.bases, *(keyword.value for keyword in node.keywords)):
            self.visit(outer, described)
        self.type_parameters(node, inner)
        self.statements(node.body, inner)

    def comprehension(self, node: ast.AST, scope: Scope) -> None:
        self.scopes.used_in[node] = scope
        inner = self.open(node, scope)
        for position, generator in enumerate(node.generators):  # type: ignore[attr-defined]
            self.visit(generator.iter, scope if position == 0 else inner)
            self.target(generator.target, inner, BindingKind.LOOP, generator.iter)
            self.visit(generator.target, inner)
            for test in generator.ifs:
                self.visit(test, inner)
        for part in ("key", "value", "elt"):
            expression = getattr(node, part, None)
            if expression is not None:
                self.visit(expression, inner)

    def bind(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self.target(target, scope, BindingKind.ASSIGNMENT, value)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self.target(target, scope, BindingKind.ASSIGNMENT, value)
            case ast.NamedExpr(target=target, value=value):
                self.target(target, _out_of_comprehensions(scope), BindingKind.ASSIGNMENT, value)
            case ast.AugAssign(target=target, value=value):
                self.target(target, scope, BindingKind.AUGMENTED, value)
            case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
                self.target(target, scope, BindingKind.LOOP, iterable)
            case ast.withitem(context_expr=value, optional_vars=target) if target is not None:
                self.target(target, scope, BindingKind.WITH, value)
            case ast.ExceptHandler(name=str(name)):
                self.add(scope, Binding(name, BindingKind.EXCEPTION, node))
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                self.add(scope, Binding(name, BindingKind.PATTERN, node))
            case ast.Delete(targets=targets):
                for target in targets:
                    self.target(target, scope, BindingKind.DELETION, None)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                scope.outer.update(dict.fromkeys(names, isinstance(node, ast.Global)))
            case ast.Import(names=aliases):
                for alias in aliases:
                    top = alias.name.partition(".")[0]
                    origin = alias.name if alias.asname else top
                    self.add(scope, Binding(alias.asname or top, BindingKind.IMPORT, alias, origin=origin))
            case ast.ImportFrom(names=aliases):
                package = "." * node.level + (node.module or "")
                for alias in aliases:
                    origin = f"{package}.{alias.name}"
                    self.add(scope, Binding(alias.asname or alias.name, BindingKind.IMPORT, alias, origin=origin))

    def target(self, target: ast.expr, scope: Scope, kind: BindingKind, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name):
            self.add(scope, Binding(target.id, kind, target, value))
            return
        if isinstance(target, ast.Tuple | ast.List | ast.Starred):
            inner_kind = BindingKind.UNPACKING if kind is BindingKind.ASSIGNMENT else kind
            parts = target.elts if not isinstance(target, ast.Starred) else [target.value]
            for part in parts:
                self.target(part, scope, inner_kind, value)

    def type_scope(self, node: ast.AST, scope: Scope) -> Scope:
        """Where the annotations and bases of what is generic are evaluated: a scope that binds its type parameters."""
        parameters = getattr(node, "type_params", ())
        if not parameters:
            return scope
        described = self.open(parameters[0], scope)
        self.type_parameters(node, described)
        for parameter in parameters:
            self.visit(parameter, described)
        return described

    def type_parameters(self, node: ast.AST, scope: Scope) -> None:
        for parameter in getattr(node, "type_params", ()):
            self.add(scope, Binding(parameter.name, BindingKind.TYPE_PARAMETER, parameter))

    def open(self, node: ast.AST, parent: Scope) -> Scope:
        scope = Scope(node, parent)
        self.scopes.of_node[node] = scope
        return scope

    def add(self, scope: Scope, binding: Binding) -> None:
        declared = scope.outer.get(binding.name)
        if declared is False:
            self._nonlocal.append((scope, binding))
        else:
            owner = scope if declared is None else scope.module
            owner.bindings.setdefault(binding.name, []).append(binding)

    def bind_outside(self) -> None:
        """File the bindings of ``nonlocal`` names: the function around may bind them only later in the text."""
        for scope, binding in self._nonlocal:
            owner = _enclosing_owner(scope, binding.name) or scope
            owner.bindings.setdefault(binding.name, []).append(binding)


def _parameters(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from arguments.posonlyargs
    yield from arguments.args
    if arguments.vararg is not None:
        yield arguments.vararg
    yield from arguments.kwonlyargs
    if arguments.kwarg is not None:
        yield arguments.kwarg


def _out_of_comprehensions(scope: Scope) -> Scope:
    """A walrus inside a comprehension binds in the function around it (PEP 572)."""
    while isinstance(scope.node, _COMPREHENSIONS) and scope.parent is not None:
        scope = scope.parent
    return scope


def _enclosing_owner(scope: Scope, name: str) -> Scope | None:
    outer = scope.parent
    while outer is not None and not outer.is_module:
        if name in outer.bindings and not outer.is_class:
            return outer
        outer = outer.parent
    return None
