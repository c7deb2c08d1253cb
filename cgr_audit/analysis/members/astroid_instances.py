"""astroid's inference about instances of the program's own classes, used to confirm a finding about one."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astroid import nodes

__all__ = ["AstroidInstances"]

_Place = tuple[int, int, int | None, int | None]


class AstroidInstances:
    """Answers for one program, whose tree is built when first asked for."""

    def __init__(self, tree_of: Callable[[], nodes.Module | None]) -> None:
        self._tree_of = tree_of

    def lack(self, node: ast.Attribute) -> bool:
        """Whether all that the receiver is inferred to be are instances of the program's classes without the member."""
        inferred = self._inferred(node)
        return bool(inferred) and not any(_has(one, node.attr) for one in inferred)

    def are_instances(self, node: ast.Attribute) -> bool:
        """Whether all that the receiver is inferred to be are instances of the program's classes."""
        return bool(self._inferred(node))

    def _inferred(self, node: ast.Attribute) -> list[object]:
        """What astroid infers the receiver to be; empty if it is uncertain, or may be anything but an own instance."""
        import astroid  # noqa: PLC0415  costs start-up time

        try:
            found = self._attributes.get((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
            inferred = [] if found is None else list(found.expr.infer())
        except (astroid.AstroidError, RecursionError):
            return []
        if found is None:
            return []
        is_own = all(isinstance(one, astroid.Instance) and one.root() is found.root() for one in inferred)
        return inferred if is_own else []

    @cached_property
    def _attributes(self) -> dict[_Place, nodes.Attribute]:
        from astroid import nodes  # noqa: PLC0415  costs start-up time

        tree = self._tree_of()
        found = () if tree is None else tree.nodes_of_class(nodes.Attribute)
        return {(one.lineno, one.col_offset, one.end_lineno, one.end_col_offset): one for one in found}


def _has(instance: object, name: str) -> bool:
    import astroid  # noqa: PLC0415  costs start-up time

    try:
        return bool(instance.getattr(name))  # type: ignore[attr-defined]  # an astroid.Instance
    except astroid.AttributeInferenceError:
        return False
