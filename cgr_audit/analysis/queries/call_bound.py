"""The call bound of a program: how many solver calls its module body and its entry make, on the most expensive path."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.analysis.domains.bound_text import write
from cgr_audit.analysis.domains.cost import Cost, Reason, ReasonKind
from cgr_audit.analysis.domains.polynomials import Bound
from cgr_audit.analysis.index import position_of

__all__ = ["BoundKind", "CallBound", "call_bound_of"]


class BoundKind(StrEnum):
    """What sort of bound there is."""

    FINITE = "finite"
    """A number that no execution exceeds, whatever the item."""
    OPTIONS = "options"
    """A number for each number of options, which grows with it."""
    ITEM = "item"
    """Each item bounds it, by the parts of its text: no number of options says how many."""
    UNBOUNDED = "unbounded"
    """A loop or recursion that reaches the solver has no static bound."""
    UNKNOWN = "unknown"
    """The analysis cannot tell what is called, or how often."""


@dataclass(frozen=True, slots=True)
class CallBound:
    """The largest number of solver calls that one execution can make: never below what any execution does."""

    kind: BoundKind
    max: int | None
    """The largest number over all items; nothing unless finite."""
    expression: str
    """The bound in its canonical form; where there is none, its kind."""
    bound: Bound | None = None
    reasons: tuple[Reason, ...] = ()
    """Why there is no bound, in the order of the text."""
    growing: tuple[ast.AST, ...] = ()
    """The loops, calls and functions through which the number of options enters, in the order of the text."""

    def at(self, options: int) -> int | None:
        """The bound for an item with so many options; nothing if there is none."""
        return None if self.bound is None else self.bound.at(options)


def call_bound_of(cost: Cost, growing: Iterable[ast.AST]) -> CallBound:
    """The bound that a cost is; ``growing`` are the places through which the number of options enters."""
    if isinstance(cost, Bound):
        most = cost.largest
        if most is not None:
            return CallBound(BoundKind.FINITE, most, write(cost), cost)
        places = sorted(dict.fromkeys(growing), key=_place)
        return CallBound(BoundKind.OPTIONS, None, write(cost), cost, growing=tuple(places))
    reasons = sorted(cost.reasons, key=lambda reason: _place(reason.node))
    kinds = {reason.kind for reason in reasons}
    kind = BoundKind.UNBOUNDED
    if kinds == {ReasonKind.ITEM_LENGTH}:
        kind = BoundKind.ITEM
    elif kinds <= {ReasonKind.ITEM_LENGTH, ReasonKind.NOT_FOLLOWED}:
        kind = BoundKind.UNKNOWN
    return CallBound(kind, None, kind.value, None, tuple(reasons))


def _place(node: ast.AST) -> tuple[int, int]:
    return position_of(node.target if isinstance(node, ast.comprehension) else node)
