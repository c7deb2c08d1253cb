"""Which uses and imports are only steps on the way to something else that a program reaches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from cgr_audit.analysis.capabilities import Capability, capability
from cgr_audit.analysis.dotted_names import DottedNames, Import, Use
from cgr_audit.analysis.index import Index

__all__ = ["CapabilityChains"]

_REACHING = frozenset({Capability.OUTSIDE, Capability.INTROSPECTION, Capability.DYNAMIC_CODE})


class CapabilityChains:
    """Answers for one program: ``sys.modules["os"].environ`` reaches one thing, though it goes through another."""

    def __init__(self, index: Index, dotted_names: DottedNames) -> None:
        self._index = index
        self._dotted_names = dotted_names

    def is_step(self, use: Use) -> bool:
        """Whether a use of ``builtins``, ``sys.modules`` and the like only leads to another use that counts."""
        return use.node in self._steps

    def is_explained(self, found: Import) -> bool:
        """Whether what an import brought is used in a way that says more than the import.

        ``importlib`` is explained where all that it imports is.
        """
        if any(use.origin is not None and use.origin.node is found.node for use in self._reaching):
            return True
        if found.is_call:
            return self._is_reached(found.module)
        if found.module != "importlib":
            return False
        modules = [one.module for one in self._dotted_names.imports() if self._is_by_importlib(one)]
        return bool(modules) and all(self._is_reached(module) for module in modules)

    @cached_property
    def _reaching(self) -> tuple[Use, ...]:
        """Every use that a rule reports."""
        return tuple(use for use in self._dotted_names.uses if capability(use.name) in _REACHING)

    @cached_property
    def _reached(self) -> frozenset[str]:
        """The names of those uses, and of the modules that they are in."""
        names = (use.name.split(".") for use in self._reaching)
        return frozenset(".".join(parts[:count]) for parts in names for count in range(1, len(parts) + 1))

    @cached_property
    def _steps(self) -> frozenset[ast.expr]:
        inner = [use for use in self._reaching if capability(use.name) is Capability.INTROSPECTION]
        steps = {use.node for use in inner if any(name in self._reached for name in self._found_through(use.node))}
        names = {use.name for use in inner if use.node in steps} | {
            use.name.rpartition(".")[0] for use in self._reaching
        }
        bound = (use.node for use in inner if use.name in names)
        return frozenset(steps.union(node for node in bound if isinstance(self._index.parent(node), ast.Assign)))

    def _found_through(self, node: ast.expr) -> Iterator[str]:
        """What the expression around a module stands for: a member, or what it holds under a key."""
        inner, parent = node, self._index.parent(node)
        while isinstance(parent, ast.Subscript | ast.Call) and inner in (
            getattr(parent, "value", None),
            *_first(parent),
        ):
            yield from self._dotted_names.names(parent)
            inner, parent = parent, self._index.parent(parent)

    def _is_reached(self, module: str | None) -> bool:
        return module is not None and module in self._reached

    def _is_by_importlib(self, found: Import) -> bool:
        if not isinstance(found.node, ast.Call):
            return False
        return any(name.startswith("importlib.") for name in self._dotted_names.names(found.node.func))


def _first(node: ast.expr) -> list[ast.expr]:
    """The first argument of a call."""
    return node.args[:1] if isinstance(node, ast.Call) else []
