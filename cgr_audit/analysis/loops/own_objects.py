"""Variables that hold objects of the program's own classes: what their operators and methods do is not known."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.loop_region import LoopRegion
from cgr_audit.analysis.scopes import BindingKind, Scopes

__all__ = ["OwnObjects"]

_OPERATING = frozenset({"__bool__", "__len__", "__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__", "__add__",
                        "__sub__", "__iadd__", "__isub__", "__contains__", "__getitem__", "__floordiv__",
                        "__ifloordiv__", "__rsub__", "__radd__"})  # fmt: skip
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.Tuple, ast.Constant, ast.JoinedStr, ast.ListComp, ast.SetComp,
             ast.DictComp, ast.BinOp, ast.Subscript)  # fmt: skip


class OwnObjects:
    """Answers for one loop."""

    def __init__(self, region: LoopRegion, index: Index, scopes: Scopes) -> None:
        self._region = region
        self._index = index
        self._scopes = scopes

    def changes(self) -> Iterator[tuple[str, Change]]:
        """Changes that are not known, of every variable that may hold an object of the program's own."""
        classes = {one.name: one for one in self._index.of(ast.ClassDef)}
        if not classes:
            return
        methods = {name: self._methods(one, classes) for name, one in classes.items()}
        for part in self._region.parts:
            if isinstance(part, ast.Name) and any(
                methods[name] & _OPERATING for name in self._classes_of(part, classes)
            ):
                yield from self._unknown(part, part)
            function = part.func if isinstance(part, ast.Call) else None
            if isinstance(function, ast.Attribute) and any(function.attr in own for own in methods.values()):
                owner = function.value
                if isinstance(owner, ast.Name) and not self._is_container(owner):
                    yield from self._unknown(owner, part)

    def _unknown(self, variable: ast.expr, where: ast.AST) -> Iterator[tuple[str, Change]]:
        change = Change(self._index.statement(where), Move.UNKNOWN, is_certain=False)
        yield text_of(variable), change
        yield f"len({text_of(variable)})", change

    def _methods(self, one: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> frozenset[str]:
        found: set[str] = set()
        seen: set[ast.ClassDef] = set()
        waiting = [one]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                found |= {part.name for part in current.body if isinstance(part, ast.FunctionDef)}
                waiting += [
                    classes[base.id] for base in current.bases if isinstance(base, ast.Name) and base.id in classes
                ]
        return frozenset(found)

    def _classes_of(self, name: ast.Name, classes: dict[str, ast.ClassDef]) -> Iterator[str]:
        for binding in self._scopes.bindings_of(name):
            made = binding.value.func if isinstance(binding.value, ast.Call) else None
            annotation = binding.node.annotation if isinstance(binding.node, ast.arg) else None
            for named in (made, annotation):
                if isinstance(named, ast.Name) and named.id in classes:
                    yield named.id

    def _is_container(self, name: ast.Name) -> bool:
        """Whether all that a variable is set to is a builtin container, text or number."""
        return all(
            (binding.value is not None and isinstance(binding.value, _DISPLAYS))
            or (isinstance(binding.value, ast.Call) and self._makes_container(binding.value.func))
            or binding.kind is BindingKind.AUGMENTED
            for binding in self._scopes.bindings_of(name)
        )

    def _makes_container(self, function: ast.expr) -> bool:
        return (self._scopes.qualified_name(function) or "").startswith(("builtins.", "collections."))
