"""Which attributes are certainly those of an object that the program itself has just made."""

from __future__ import annotations

import ast
from functools import cached_property

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["OwnInstances"]

_CHANGING = frozenset(
    {"__class__", "__class_getitem__", "__delattr__", "__dict__", "__getattr__", "__getattribute__", "__new__",
     "__setattr__", "delattr", "globals", "locals", "setattr", "vars"}
)  # fmt: skip
"""Names by which a call of a class may come to give something else."""
_NAMESPACE = "types.SimpleNamespace"


class OwnInstances:
    """The objects that one program makes; what may be another object is not its own."""

    def __init__(self, index: Index, scopes: Scopes) -> None:
        self._index = index
        self._scopes = scopes
        self._known: dict[ast.ClassDef, frozenset[str]] = {}

    def have(self, attribute: ast.Attribute) -> bool:
        """Whether an attribute is taken of a variable that only ever holds an own object which is given it.

        Never of ``self``: a method may be called on anything.
        """
        made = self._made(attribute.value)
        if made is None or self._may_be_changed:
            return False
        if self._scopes.qualified_name(made.func) == _NAMESPACE:
            return any(given.arg == attribute.attr for given in made.keywords)
        definition = self._only_binding(made.func)
        return (
            definition is not None
            and isinstance(definition.node, ast.ClassDef)
            and attribute.attr in self._attributes(definition.node)
        )

    def _made(self, owner: ast.expr) -> ast.Call | None:
        """The call that a variable is assigned, once and for all."""
        binding = self._only_binding(owner)
        if binding is None or binding.kind is not BindingKind.ASSIGNMENT:
            return None
        return binding.value if isinstance(binding.value, ast.Call) else None

    def _only_binding(self, node: ast.expr) -> Binding | None:
        return self._scopes.sole_binding(node) if isinstance(node, ast.Name) else None

    def _attributes(self, definition: ast.ClassDef) -> frozenset[str]:
        """What a plain class gives its instances, in its body or by assigning to an attribute."""
        if definition not in self._known:
            self._known[definition] = frozenset(_assigned(definition) if _is_plain(definition) else ())
        return self._known[definition]

    @cached_property
    def _may_be_changed(self) -> bool:
        """Whether the program may change what a call of a class gives."""
        index = self._index
        return (
            any(part.id in _CHANGING for part in index.of(ast.Name))
            or any(part.attr in _CHANGING for part in index.of(ast.Attribute))
            or any(function.name in _CHANGING for function in index.of(ast.FunctionDef))
            or any(
                part.attr == "SimpleNamespace" and not isinstance(part.ctx, ast.Load)
                for part in index.of(ast.Attribute)
            )
        )


def _is_plain(definition: ast.ClassDef) -> bool:
    return not (definition.bases or definition.keywords or definition.decorator_list)


def _assigned(definition: ast.ClassDef) -> set[str]:
    targets: list[ast.expr] = []
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AnnAssign):
            targets.append(node.target)
    names = (getattr(target, "attr", getattr(target, "id", None)) for target in targets)
    return {name for name in names if name is not None}
