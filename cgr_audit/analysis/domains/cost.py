"""What a stretch of a program costs in solver calls: a bound, or no bound for reasons that can be shown."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.analysis.domains.polynomials import ZERO, Bound, Index, maximum, minimum, sum_over

__all__ = ["Cost", "Endless", "Reason", "ReasonKind", "add", "cheaper", "larger", "repeated", "without_index"]


class ReasonKind(StrEnum):
    """Why there is no bound."""

    UNBOUNDED_LOOP = "unbounded_loop"
    """A loop that reaches the solver has no static bound."""
    ITEM_LENGTH = "item_length"
    """A loop that reaches the solver goes through a text of the item: each item bounds it, the program does not."""
    UNBOUNDED_RECURSION = "unbounded_recursion"
    """Recursion that reaches the solver does not move towards a constant."""
    NOT_FOLLOWED = "not_followed"
    """The analysis cannot tell what is called, or how often."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One place that leaves the number of solver calls without a bound."""

    kind: ReasonKind
    node: ast.AST
    """The loop, the recursive function, or the call that cannot be followed."""
    message: str
    site: ast.AST | None = None
    """A solver call that it repeats."""


@dataclass(frozen=True, slots=True)
class Endless:
    """No bound, and why."""

    reasons: frozenset[Reason]


Cost = Bound | Endless


def add(one: Cost, other: Cost) -> Cost:
    """One after the other."""
    if isinstance(one, Endless):
        return Endless(one.reasons | other.reasons) if isinstance(other, Endless) else one
    if isinstance(other, Endless):
        return other
    return (one + other).lightened


def larger(one: Cost, other: Cost) -> Cost:
    """Either of the two."""
    if isinstance(one, Endless) or isinstance(other, Endless):
        return add(one, other)
    return maximum(one, other).lightened


def cheaper(one: Cost, other: Cost) -> Cost:
    """No more than either of the two."""
    if isinstance(one, Endless) or isinstance(other, Endless):
        return other if isinstance(one, Endless) else one
    return minimum(one, other)


def repeated(each: Cost, rounds: Bound | None, at: Index, reason: Reason) -> Cost:
    """The cost of all rounds of a loop, where one round's may depend on its index ``at``.

    A loop without a bound around another is a reason of its own, if the inner one certainly reaches the solver.
    """
    if isinstance(each, Endless):
        is_reached = any(inner.kind is not ReasonKind.NOT_FOLLOWED for inner in each.reasons)
        return Endless(each.reasons | {reason}) if rounds is None and is_reached else each
    if each == ZERO:
        return each
    if rounds is None:
        return Endless(frozenset({reason}))
    return sum_over(at, rounds, each).lightened


def without_index(cost: Cost, at: Index) -> Cost:
    """The largest cost over all indices."""
    if isinstance(cost, Endless):
        return cost
    return cost.without(at, largest=True) or cost
