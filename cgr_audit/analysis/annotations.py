"""Which names only say of what type something is, in a program that never asks for its annotations."""

from __future__ import annotations

import ast
from functools import cached_property

from cgr_audit.analysis.dotted_names import DottedNames, Use
from cgr_audit.analysis.index import Index

__all__ = ["Annotations"]

_READERS = frozenset(
    {
        "__annotate__", "__annotate_func__", "__annotations__", "__dataclass_fields__", "__dict__", "__prepare__",
        "annotationlib", "attrgetter", "get_annotations", "get_type_hints", "inspect", "methodcaller",
        "singledispatch", "singledispatchmethod", "vars",
    }
)  # fmt: skip
"""Names by which a program may read annotations."""
_FIELD_TYPE = "type"
"""The attribute of a data class's field that holds its annotation; a builtin as a name of its own."""


class Annotations:
    """The annotations of one program."""

    def __init__(self, index: Index, dotted_names: DottedNames) -> None:
        self._index = index
        self._dotted_names = dotted_names

    def is_only_type(self, use: Use) -> bool:
        """Whether a name is that of a class, in an annotation that calls nothing and that the program does not read."""
        node = use.place
        if not isinstance(node, ast.Name | ast.Attribute) or not _is_class_name(use.name):
            return False
        return self.are_unread_at(node)

    def are_unread_at(self, node: ast.expr) -> bool:
        """Whether an expression is part of an annotation that calls nothing and that the program does not read."""
        return self._is_in_annotation(node) and not self._are_read

    def _is_in_annotation(self, node: ast.expr) -> bool:
        inner: ast.AST = node
        for around in self._index.ancestors(node):
            if isinstance(around, ast.arg | ast.AnnAssign) and around.annotation is inner:
                return True
            if isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef) and around.returns is inner:
                return True
            if not self._only_describes(around, inner):
                return False
            inner = around
        return False

    def _only_describes(self, around: ast.AST, inner: ast.AST) -> bool:
        """``A | B``, ``list[A]``, ``dict[str, A]``, but not ``A[0]`` or ``own[A]``."""
        if isinstance(around, ast.Subscript):
            return inner is around.slice and bool(self._dotted_names.names(around.value))
        return isinstance(around, ast.BinOp | ast.Tuple | ast.List)

    @cached_property
    def _are_read(self) -> bool:
        """Whether the program may look at annotations; also at members whose names it computes."""
        index = self._index
        return (
            any(name.id in _READERS or (name.id == "getattr" and self._is_open(name)) for name in index.of(ast.Name))
            or any(part.attr in _READERS or part.attr == _FIELD_TYPE for part in index.of(ast.Attribute))
            or any(part.value in _READERS for part in index.of(ast.Constant) if isinstance(part.value, str))
            or any(alias.name.partition(".")[0] in _READERS for alias in index.of(ast.alias))
            or any({*pattern.kwd_attrs} & {*_READERS, _FIELD_TYPE} for pattern in index.of(ast.MatchClass))
            or any(given.arg == "metaclass" for given in index.of(ast.keyword))
            or any(_is_operator(function) for function in index.of(ast.FunctionDef))
        )

    def _is_open(self, getter: ast.Name) -> bool:
        """Whether ``getattr`` may be given a name that is not written there, or that of a field's type."""
        call = self._index.parent(getter)
        if not isinstance(call, ast.Call) or call.func is not getter or len(call.args) < 2:
            return True
        name = call.args[1]
        return not isinstance(name, ast.Constant) or name.value == _FIELD_TYPE


def _is_class_name(name: str) -> bool:
    """``pathlib.Path``, not ``builtins.open``, by the custom that names of classes begin with a capital."""
    last = name.rpartition(".")[2].lstrip("_")
    return last[:1].isupper() and not last.isupper()


def _is_operator(function: ast.FunctionDef) -> bool:
    """Whether a method is given what is joined with an instance by ``|`` or stands in brackets after it."""
    return function.name in {"__class_getitem__", "__getitem__", "__or__", "__ror__"}
