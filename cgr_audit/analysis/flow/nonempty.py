"""Which iterables certainly hold at least one element, or none: whether a loop over them runs at all."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sized
from functools import cached_property

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.flow.truth import constant_range
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["Nonempty"]

_DEPTH = 6
_KEEPING = frozenset(
    {"enumerate", "list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "dict", "cycle", "deque", "str"}
)
"""Functions that give as many elements as their first argument has, or at least one where it has one."""
_KEEPING_METHODS = frozenset({"items", "keys", "values", "copy", "upper", "lower", "title"})
_SHRINKING_METHODS = frozenset({"pop", "popleft", "popitem", "remove", "discard", "clear", "difference_update"})


class Nonempty:
    """Which expressions of one program certainly hold elements, or none."""

    def __init__(
        self, scopes: Scopes, constants: Constants, index: Callable[[], Index], item_sequences: frozenset[str]
    ) -> None:
        """``item_sequences`` names the parameters, and the keys of the item, that always hold elements."""
        self._scopes = scopes
        self._constants = constants
        self._index = index
        self._item_sequences = item_sequences

    def is_nonempty(self, expression: ast.expr) -> bool:
        """Whether an iterable certainly gives at least one element."""
        return self._nonempty(expression, _DEPTH)

    def is_empty(self, expression: ast.expr) -> bool:
        """Whether an iterable certainly gives no element: an empty display, text or range, or a name for one."""
        folded = self._constants.fold(expression)
        return folded is not None and isinstance(folded.value, Sized) and not folded.value

    def _nonempty(self, node: ast.expr, depth: int) -> bool:
        if depth == 0:
            return False
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return any(
                    self._nonempty(part.value, depth - 1) if isinstance(part, ast.Starred) else True for part in parts
                )
            case ast.Dict(keys=keys):
                return any(key is not None for key in keys)
            case ast.Constant(value=str(value)):
                return bool(value)
            case ast.JoinedStr(values=parts):
                return any(isinstance(part, ast.Constant) and bool(part.value) for part in parts)
            case ast.Name():
                return self._name(node, depth)
            case ast.Attribute():
                return self._class_attribute(node, depth)
            case ast.Call():
                return self._call(node, depth)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._nonempty(left, depth - 1) or self._nonempty(right, depth - 1)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._nonempty(left, depth - 1) and (self._constants.integer(right) or 0) > 0
            case ast.IfExp(body=body, orelse=other):
                return self._nonempty(body, depth - 1) and self._nonempty(other, depth - 1)
            case ast.ListComp(generators=[part]) | ast.SetComp(generators=[part]) | ast.DictComp(generators=[part]):
                return not part.ifs and self._nonempty(part.iter, depth - 1)
            case ast.GeneratorExp(generators=[part]):
                return not part.ifs and self._nonempty(part.iter, depth - 1)
            case ast.Subscript(slice=ast.Constant(value=str(key))):
                return key in self._item_sequences
            case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=upper, step=None)) if upper is not None:
                return (self._constants.integer(upper) or 0) > 0 and self._nonempty(value, depth - 1)
        return False

    def _call(self, node: ast.Call, depth: int) -> bool:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func, depth)
        name = (self._scopes.qualified_name(node.func) or "").rpartition(".")[2]
        if name == "range":
            return self._range(node, depth)
        if name == "map":
            return len(node.args) > 1 and all(self._nonempty(part, depth - 1) for part in node.args[1:])
        if name == "zip":
            return bool(node.args) and all(self._nonempty(part, depth - 1) for part in node.args)
        return name in _KEEPING and len(node.args) > 0 and self._nonempty(node.args[0], depth - 1)

    def _method(self, node: ast.Call, function: ast.Attribute, depth: int) -> bool:
        if function.attr == "split" and node.args:
            separator = node.args[0]
            return isinstance(separator, ast.Constant) and bool(separator.value)
        if function.attr == "get" and node.args:
            key = node.args[0]
            default = len(node.args) < 2 or self._nonempty(node.args[1], depth - 1)
            return isinstance(key, ast.Constant) and key.value in self._item_sequences and default
        return function.attr in _KEEPING_METHODS and self._nonempty(function.value, depth - 1)

    def _range(self, node: ast.Call, depth: int) -> bool:
        numbers = constant_range(node, self._constants)
        if numbers is not None:
            return len(numbers) > 0
        last = node.args[0] if len(node.args) == 1 else None
        if isinstance(last, ast.Call) and isinstance(last.func, ast.Name) and last.func.id == "len" and last.args:
            return self._nonempty(last.args[0], depth - 1)
        return False

    def _name(self, node: ast.Name, depth: int) -> bool:
        binding = self._scopes.sole_binding(node)
        return binding is not None and node.id not in self._shrinking and self._binding(binding, depth)

    def _class_attribute(self, node: ast.Attribute, depth: int) -> bool:
        """``Name.attribute`` of a class of the program, to which nothing else is ever assigned."""
        binding = self._scopes.sole_binding(node.value) if isinstance(node.value, ast.Name) else None
        definition = None if binding is None else binding.node
        if not isinstance(definition, ast.ClassDef) or f".{node.attr}" in self._shrinking:
            return False
        bindings = self._scopes.of_node[definition].bindings.get(node.attr, [])
        return len(bindings) == 1 and self._binding(bindings[0], depth)

    def _binding(self, binding: Binding, depth: int) -> bool:
        if binding.kind is BindingKind.PARAMETER:
            return binding.name in self._item_sequences
        value = binding.value if binding.kind is BindingKind.ASSIGNMENT else None
        return value is not None and self._nonempty(value, depth - 1)

    @cached_property
    def _shrinking(self) -> frozenset[str]:
        """What some method or statement of the program may make shorter: names, and attributes with a dot before them.

        Attributes to which something is assigned, whole or in part, count too.
        """
        found: set[str] = set()
        for node in self._index().of(ast.Attribute):
            if not isinstance(node.ctx, ast.Load):
                found.add(f".{node.attr}")
            elif node.attr in _SHRINKING_METHODS:
                found.add(_label(node.value))
        for part in self._index().of(ast.Subscript):
            is_set = isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Attribute)
            is_cut = isinstance(part.ctx, ast.Store) and isinstance(part.slice, ast.Slice)
            if is_set or is_cut or isinstance(part.ctx, ast.Del):
                found.add(_label(part.value))
        return frozenset(found)


def _label(node: ast.expr) -> str:
    return f".{node.attr}" if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
