"""What one statement reads, binds and changes, and what decides whether it raises."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["Effects", "StatementEffects", "union"]

_SIMPLE = (ast.Pass, ast.Break, ast.Continue, ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)
_TOTAL_OPERATORS = (ast.Add, ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)
"""Operators that never raise for some values of their types only, and that make no number large fast."""
_TOTAL_FUNCTIONS = frozenset({"abs", "bool", "id", "isinstance", "len", "print", "range", "repr", "str", "type"})
_PURE_FUNCTIONS = frozenset({"chr", "divmod", "float", "int", "ord", "round"})
_CHANGING_METHODS = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "reverse", "update"}
)
_PURE_METHODS = frozenset((
    "copy", "count", "endswith", "find", "get", "index", "isalnum", "isalpha", "isdigit", "isspace", "items", "join",
    "keys", "lower", "lstrip", "replace", "rfind", "rstrip", "split", "startswith", "strip", "title", "upper", "values",
))  # fmt: skip
_EXITS = frozenset({"exit", "quit", "abort", "_exit", "SystemExit"})
_NAMESPACES = frozenset({"globals", "locals", "vars", "__dict__", "__main__", "modules", "setattr"})
"""Names by which a program comes to its own variables as the elements of a container."""
_CONTAINERS = frozenset({"builtins.dict", "builtins.list", "builtins.set", "builtins.sorted", "builtins.str"})
_NO_OPERATORS = frozenset({"__init__", "__post_init__"})
"""Special methods that no operator, test or subscript calls."""
_NUMBERS = frozenset({"builtins.len", "builtins.int", "builtins.abs", "builtins.range"})


@dataclass(slots=True)
class Effects:
    """What one statement does; of a compound one, its header."""

    reads: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    reads_contents: bool = False
    """Whether it reads a name that may hold a container or an object, not just a number or text."""
    mutates: bool = False
    """Whether it may change what a container or an object holds."""
    may_fail: bool = False
    """Whether it raises for some values of the types that it takes."""
    risks: set[str] = field(default_factory=set)
    """The names that decide whether it raises."""
    is_opaque: bool = False
    """Whether it may do anything."""

    def decide_value(self, reader: Effects) -> bool:
        """Whether these effects may give what another statement reads another value."""
        return self._reach(reader, reader.reads)

    def decide_failure(self, reader: Effects) -> bool:
        """Whether these effects may decide that another statement raises."""
        return self._reach(reader, reader.risks)

    def _reach(self, reader: Effects, names: set[str]) -> bool:
        return self.is_opaque or (self.mutates and reader.reads_contents) or not self.binds.isdisjoint(names)


def union(several: Iterable[Effects]) -> Effects:
    """What several statements bind and change."""
    found = Effects()
    for effects in several:
        found.binds |= effects.binds
        found.mutates |= effects.mutates
        found.is_opaque |= effects.is_opaque
    return found


class StatementEffects:
    """The effects of the statements of one program."""

    def __init__(self, index: Index, scopes: Scopes) -> None:
        self._scopes = scopes
        self._known: dict[ast.AST, Effects] = {}
        self._defined = {function.name for function in index.of(ast.FunctionDef)}
        self._defined |= {function.name for function in index.of(ast.AsyncFunctionDef)}
        for definition in index.of(ast.ClassDef):  # ``full = property(...)``
            made = (one for one in definition.body if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call))
            self._defined |= {target.id for one in made for target in one.targets if isinstance(target, ast.Name)}
        names = {name.id for name in index.of(ast.Name)} | {attribute.attr for attribute in index.of(ast.Attribute)}
        self.names_exit = not _EXITS.isdisjoint(names)
        """Whether the program names a way to end itself that no handler of ``Exception`` stops."""
        self._reflects = not _NAMESPACES.isdisjoint(names)
        self._overloads = any(name.startswith("__") for name in self._defined - _NO_OPERATORS)

    def of(self, node: ast.AST) -> Effects:
        """The effects of a statement, or of the header of a compound one."""
        if node not in self._known:
            self._known[node] = self._find(node)
        return self._known[node]

    def _find(self, node: ast.AST) -> Effects:
        match node:
            case ast.If(test=test) | ast.While(test=test):
                return self._of_parts(test)
            case ast.For(target=target, iter=iterable):
                return self._of_parts(target, iterable)
            case ast.ExceptHandler(name=name):
                return Effects(binds={name} if name else set())
            case _ if isinstance(node, _SIMPLE):
                return self._of_parts(node)
        return Effects(is_opaque=True)

    def _of_parts(self, *roots: ast.AST) -> Effects:
        found = Effects()
        parts = [part for root in roots for part in ast.walk(root)]
        methods = {part.func for part in parts if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)}
        for part in parts:
            if part not in methods:
                self._add(part, found)
        found.is_opaque |= (self._overloads and bool(found.reads)) or (self._reflects and found.mutates)
        return found

    def _add(self, part: ast.AST, found: Effects) -> None:
        is_risky = False
        match part:
            case ast.Name(id=name, ctx=ast.Load()):
                found.reads.add(name)
                found.reads_contents |= not self._is_scalar(part)
            case ast.Name(id=name):
                found.binds.add(name)
            case ast.Call():
                is_risky = self._add_call(part, found)
            case ast.AugAssign(target=target, op=operator):
                found.mutates |= not (isinstance(target, ast.Name) and self._is_scalar(target))
                is_risky = not isinstance(operator, _TOTAL_OPERATORS)
                if isinstance(target, ast.Name):
                    found.reads.add(target.id)
                    found.risks.update({target.id} if is_risky else ())
            case ast.BinOp(op=operator):
                is_risky = not isinstance(operator, _TOTAL_OPERATORS)
            case ast.Subscript() | ast.Attribute():
                is_risky = True
                found.mutates |= not isinstance(part.ctx, ast.Load)
                found.is_opaque |= isinstance(part, ast.Attribute) and part.attr in self._defined
            case ast.Compare(ops=operators, comparators=searched) if {ast.In, ast.NotIn} & set(map(type, operators)):
                found.is_opaque |= any(map(self.may_be_iterator, searched))
            case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()):
                is_risky = True
            case ast.Await() | ast.Yield() | ast.YieldFrom():
                found.is_opaque = True
        if is_risky:
            found.may_fail = True
            names = (name for name in ast.walk(part) if isinstance(name, ast.Name))
            found.risks.update(name.id for name in names if isinstance(name.ctx, ast.Load))

    def _add_call(self, call: ast.Call, found: Effects) -> bool:
        """Add what a call does; whether its arguments decide if it raises."""
        module, _, name = (self._scopes.qualified_name(call.func) or "").rpartition(".")
        if isinstance(call.func, ast.Attribute):
            name, total, failing = call.func.attr, _CHANGING_METHODS, _PURE_METHODS
            found.mutates |= name in _CHANGING_METHODS
            is_known = not module and name not in self._defined and not (name == "get" and not call.args)
        else:
            total, failing = _TOTAL_FUNCTIONS, _PURE_FUNCTIONS
            is_known = module == "builtins"
        found.is_opaque |= (
            not is_known or name not in total | failing or any(key.arg == "file" for key in call.keywords)
        )
        return name in failing

    def may_be_iterator(self, source: ast.expr) -> bool:
        """Whether going through something may use it up, or run code of the program."""
        values: list[ast.expr | None] = [source]
        if isinstance(source, ast.Name):
            values = [binding.value for binding in self._scopes.bindings_of(source)]
        return any(isinstance(value, ast.GeneratorExp) or self._makes_unknown(value) for value in values)

    def _makes_unknown(self, value: ast.expr | None) -> bool:
        if not isinstance(value, ast.Call):
            return False
        if isinstance(value.func, ast.Attribute) and value.func.attr in _PURE_METHODS - self._defined:
            return False
        return self._scopes.qualified_name(value.func) not in _CONTAINERS | _NUMBERS

    def _is_scalar(self, name: ast.Name) -> bool:
        """Whether a name only ever holds numbers and texts, which nothing changes."""
        return all(map(self._binds_scalar, self._scopes.bindings_of(name)))

    def _binds_scalar(self, binding: Binding) -> bool:
        match binding.kind, binding.value:
            case BindingKind.AUGMENTED, _:
                return True
            case BindingKind.UNPACKING, ast.Tuple(elts=values):
                return all(isinstance(value, ast.Constant) for value in values)
            case BindingKind.ASSIGNMENT, ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
                return True
            case BindingKind.ASSIGNMENT, ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant()):
                return True
            case ((BindingKind.ASSIGNMENT | BindingKind.LOOP), ast.Call(func=function)):
                return self._scopes.qualified_name(function) in _NUMBERS
        return False
