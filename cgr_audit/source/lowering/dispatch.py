"""The one table of what lowers which kind of node; each module of this package enters its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import libcst as cst

from cgr_audit.source.lowering.scan import Scan

__all__ = ["HANDLERS", "handles", "lower"]

Handler: TypeAlias = Callable[[Scan, Any], Any]
Function = TypeVar("Function", bound=Handler)

_OWN_PARENTHESES: Final = frozenset({cst.Tuple, cst.GeneratorExp, cst.MatchTuple})
"""Nodes whose innermost parentheses are part of them."""
_OF_AN_EXPRESSION: Final = frozenset({cst.MatchValue, cst.MatchSingleton})
"""Patterns whose parentheses are those of the expression in them."""


class _Handlers(dict[type, Handler]):
    """The handlers by kind of node; a kind without one is newer than the grammar of CPython 3.14."""

    def __missing__(self, kind: type) -> Handler:
        def refuse(scan: Scan, _node: object) -> None:
            raise scan.error(scan.cursor, f"{kind.__name__} is not read")

        return refuse


HANDLERS: Final = _Handlers()
"""Filled where the functions are defined."""


def handles(*kinds: type) -> Callable[[Function], Function]:
    """Enter a function as what lowers nodes of these kinds."""

    def enter(function: Function) -> Function:
        HANDLERS.update(dict.fromkeys(kinds, function))
        return function

    return enter


def lower(scan: Scan, node: Any) -> Any:
    """Lower an expression or a pattern with the parentheses around it, which are no part of it."""
    kind = type(node)
    parentheses = node.lpar
    if not parentheses or kind in _OF_AN_EXPRESSION:
        return HANDLERS[kind](scan, node)
    around = parentheses[1:] if kind in _OWN_PARENTHESES else parentheses
    for _ in around:
        scan.take("(")
    result = HANDLERS[kind](scan, node)
    for _ in around:
        scan.take(")")
    return result
