"""Which uses and imports are only steps on the way to something else that a program reaches."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from cgr_audit.analysis.annotations import Annotations
from cgr_audit.analysis.capabilities import Capability, capability
from cgr_audit.analysis.dotted_names import DottedNames, Import, Use
from cgr_audit.analysis.index import Index

__all__ = ["CapabilityChains"]

_REACHING = frozenset({Capability.OUTSIDE, Capability.INTROSPECTION, Capability.DYNAMIC_CODE, Capability.UNLISTED})

_INNER = frozenset({Capability.INTROSPECTION, Capability.UNLISTED})
_ASKING = frozenset({"builtins.hasattr", "builtins.isinstance", "builtins.type"})


class CapabilityChains:
    """The chains of one program: ``sys.modules["os"].environ`` reaches one thing, though it goes through another."""

    def __init__(self, index: Index, dotted_names: DottedNames) -> None:
        self._index = index
        self._dotted_names = dotted_names
        self.annotations = Annotations(index, dotted_names)

    def is_step(self, use: Use) -> bool:
        """Whether a use of ``builtins``, ``sys.modules`` and the like only leads to another use that counts."""
        return use.node in self._steps

    def is_annotation(self, use: Use) -> bool:
        """Whether a name only says of what type something is: it stands in an annotation and calls nothing."""
        return self.annotations.is_only_type(use)

    def is_explained(self, found: Import) -> bool:
        """Whether what an import brought is used in a way that says more than the import.

        ``importlib`` is explained where all that it imports is.
        """
        if found.node in self._used:
            return True
        if found.module == "os.path" and found.member is None:  # the same import as that of os
            return self._is_os_used
        if found.is_call:
            return any(map(self._is_reached, self._imported_by[found.node]))
        return found.module == "importlib" and self._is_all_by_importlib_reached

    @cached_property
    def _reaching(self) -> tuple[Use, ...]:
        """Every use that a rule reports."""
        uses = (use for use in self._dotted_names.uses if capability(use.name) in _REACHING)
        return tuple(use for use in uses if not self.is_annotation(use))

    @cached_property
    def _used(self) -> frozenset[ast.AST]:
        """The imports that those uses go back to."""
        return frozenset(use.origin.node for use in self._reaching if use.origin is not None)

    @cached_property
    def _is_os_used(self) -> bool:
        return any(use.name.startswith("os.") and use.origin is not None for use in self._reaching)

    @cached_property
    def _is_all_by_importlib_reached(self) -> bool:
        by_importlib = [modules for call, modules in self._imported_by.items() if self._is_by_importlib(call)]
        return bool(by_importlib) and all(any(map(self._is_reached, modules)) for modules in by_importlib)

    @cached_property
    def _reached(self) -> frozenset[str]:
        """The names of those uses, and of the modules that they are in."""
        names = (use.name.split(".") for use in self._reaching)
        return frozenset(".".join(parts[:count]) for parts in names for count in range(1, len(parts) + 1))

    @cached_property
    def _steps(self) -> frozenset[ast.expr]:
        inner = [use for use in self._reaching if capability(use.name) in _INNER]
        steps = {use.node for use in inner if any(name in self._reached for name in self._found_through(use.node))}
        names = {use.name for use in inner if use.node in steps} | {
            use.name.rpartition(".")[0] for use in self._reaching
        }
        bound = (use.node for use in inner if use.name.removesuffix(".__dict__") in names)
        return frozenset(steps.union(node for node in bound if self._only_passes_on(node)))

    def _only_passes_on(self, node: ast.expr) -> bool:
        """Whether an expression is given a name, or is only asked of what kind it is."""
        parent = self._index.parent(node)
        if isinstance(parent, ast.Call) and self._dotted_names.names(parent.func) & _ASKING:
            return True
        inner: ast.AST = node
        for around in self._index.ancestors(node):
            is_step = isinstance(around, ast.IfExp | ast.BoolOp | ast.NamedExpr)
            if not is_step and not self._is_namespace_of(around, inner):
                return isinstance(around, ast.Assign)
            inner = around
        return False

    def _is_namespace_of(self, node: ast.AST, inner: ast.AST) -> bool:
        """``vars(module)``."""
        if not isinstance(node, ast.Call) or inner not in node.args:
            return False
        return "builtins.vars" in self._dotted_names.names(node.func)

    def _found_through(self, node: ast.expr) -> Iterator[str]:
        """What the expression around a module stands for: a member, or what it holds under a key."""
        inner, parent = node, self._index.parent(node)
        while isinstance(parent, ast.Subscript | ast.Call) and inner in (
            getattr(parent, "value", None),
            *_looked_into(parent),
        ):
            yield from self._dotted_names.names(parent)
            inner, parent = parent, self._index.parent(parent)

    def _is_reached(self, module: str | None) -> bool:
        return module is not None and module in self._reached

    @cached_property
    def _imported_by(self) -> dict[ast.AST, list[str | None]]:
        """The modules that each call may import."""
        found: dict[ast.AST, list[str | None]] = defaultdict(list)
        for one in self._dotted_names.imports():
            if one.is_call:
                found[one.node].append(one.module)
        return found

    def _is_by_importlib(self, call: ast.AST) -> bool:
        if not isinstance(call, ast.Call):
            return False
        return any(name.startswith("importlib.") for name in self._dotted_names.names(call.func))


def _looked_into(node: ast.expr) -> list[ast.expr]:
    """What a call calls, and its first argument."""
    return [node.func, *node.args[:1]] if isinstance(node, ast.Call) else []
