"""The methods of a program's classes, their own and those of their bases."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from cgr_audit.analysis.calls.callable_stores import CallableStores
from cgr_audit.analysis.calls.callables import ASKING_METHODS, Class, Factory

__all__ = ["ClassMembers", "special_methods"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class ClassMembers:
    """Looks methods up along the bases that are known so far."""

    def __init__(self, stores: CallableStores) -> None:
        self._stores = stores

    def methods(self, owner: ast.ClassDef, name: str) -> list[_Definition]:
        """The methods that a name may mean on a class of the program: its own, else its bases'."""
        return self._first_found([owner], name)

    def inherited(self, owner: ast.ClassDef, name: str) -> list[_Definition]:
        """The methods that a name may mean on ``super()`` inside a class."""
        return self._first_found(self._bases(owner), name)

    def is_callable(self, owner: ast.ClassDef) -> bool:
        """Whether instances of a class can be called."""
        return bool(self.methods(owner, "__call__")) or self.is_agent(owner, "__call__")

    def is_agent(self, owner: ast.ClassDef, name: str, *, is_super: bool = False) -> bool:
        """Whether a class has a method that asks the solver from a solver factory that it is derived from."""
        if name not in ASKING_METHODS or not self._stores.solver.factories:
            return False
        waiting, seen = [owner], {owner}
        while waiting:
            node = waiting.pop()
            if node is not owner or not is_super:
                scope = self._stores.scopes.of_node.get(node)
                if scope is not None and name in scope.bindings:
                    continue
            for value in self._stores.held_in_any(node.bases):
                if isinstance(value, Factory):
                    return True
                if isinstance(value, Class) and value.node not in seen:
                    seen.add(value.node)
                    waiting.append(value.node)
        return False

    def _first_found(self, classes: Sequence[ast.ClassDef], name: str) -> list[_Definition]:
        """The methods of classes, and of the bases of those that have none; no class is asked twice."""
        waiting, seen, methods = list(classes), set(classes), list[_Definition]()
        for owner in waiting:
            scope = self._stores.scopes.of_node.get(owner)
            found = scope.bindings.get(name, ()) if scope is not None else ()
            own = [binding.node for binding in found if isinstance(binding.node, _DEFINITIONS)]
            methods += own
            for base in self._bases(owner) if not own else ():
                if base not in seen:
                    seen.add(base)
                    waiting.append(base)
        return methods

    def _bases(self, owner: ast.ClassDef) -> list[ast.ClassDef]:
        held = (value for base in owner.bases for value in self._stores.held.get(base, ()))
        return list(dict.fromkeys(value.node for value in held if isinstance(value, Class)))


def special_methods(node: ast.ClassDef) -> Iterator[_Definition]:
    """Methods that Python may call without a call being written."""
    for part in node.body:
        name = part.name if isinstance(part, _DEFINITIONS) else ""
        if isinstance(part, _DEFINITIONS) and name.startswith("__") and name.endswith("__") and name != "__call__":
            yield part
