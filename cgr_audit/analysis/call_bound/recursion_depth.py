"""How deep the calls of a recursive function nest, and what they cost together."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction

from cgr_audit.analysis.call_bound.loop_rounds import beyond_hole
from cgr_audit.analysis.call_bound.recursion_shares import Price
from cgr_audit.analysis.call_bound.sequences import at_least_zero
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import Frame, Range, Value
from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, add, larger
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, maximum, minimum

__all__ = ["Study", "Taken", "is_positive", "total_cost"]


@dataclass(slots=True)
class Taken:
    """What is taken for granted of every activation, until a recursive call shows that it does not hold."""

    fixed: set[str]
    """Parameters that are what they were in the first."""
    positive: set[str]
    """Parameters that are at least 1."""
    opened: set[Hashable] = field(default_factory=set)
    """Things and variables of which nothing is taken for granted."""


@dataclass(slots=True)
class Study:
    """What is learnt of one activation of a recursive function."""

    token: int
    names: tuple[str, ...]
    starts: dict[str, Range]
    """The number, or the size, of each parameter in the first activation."""
    taken: Taken
    begun: State = field(default_factory=State)
    """The state in which the activation under study begins."""
    activation: int = 0
    """The key of its frame."""
    wrong: set[Hashable] = field(default_factory=set)
    """What was taken for granted and turns out not to hold."""
    own: dict[str, Value] = field(default_factory=dict)
    """The parameters in the activation under study."""
    calls: list[dict[str, Range]] = field(default_factory=list)
    """The same for each recursive call met, relative to the activation's own."""
    price: Price | None = None
    """What each activation is taken to cost, where that is tried."""


def is_positive(held: Range) -> bool:
    """Whether a number or size is at least 1."""
    if held.low is None or not held.low.is_never_negative:
        return False
    return held.hole == ZERO or (held.low - ONE).is_never_negative


def total_cost(study: Study, ends: list[State], activation: Frame, reason: Reason) -> Cost:
    """The cost of an activation with all that it calls, from the ends of a single one."""
    each: Cost = ZERO
    for end in ends:
        each = larger(each, end.cost) if end.recursions else each
    most = max((end.recursions for end in ends), default=0)
    depth = _depth(study)
    costs = [end.cost for end in ends]
    if isinstance(each, Endless) or any(isinstance(cost, Endless) for cost in costs):
        whole: Cost = each
        for cost in costs:
            whole = larger(whole, cost)
        return whole
    if all(cost == ZERO for cost in costs):
        return ZERO
    if depth is None or (most > 1 and (depth.value is None or depth.value > 12)):
        return Endless(frozenset({reason}))
    if most > 1:
        levels = int(depth.value or 0)
        bottom = maximum(*(cost for cost in costs if isinstance(cost, Bound)))
        return constant(sum(most**level for level in range(levels))) * each + constant(most**levels) * bottom
    total: Cost = ZERO
    for end in ends:
        if end.recursions:  # it is not the deepest, and costs no more than any of those around it
            total = larger(total, at_least_zero(depth) * each)
        else:
            total = larger(total, add(_tighter(depth, study, end, activation) * each, end.cost))
    return total


def _tighter(depth: Bound, study: Study, end: State, activation: Frame) -> Bound:
    """How deep an activation that ends here can be: its arguments have passed the tests up to here."""
    for name, start in study.starts.items():
        value = end.variables.get((activation.key, name))
        held = None if value is None or value.unknown or value.mixed else value.number or value.size
        ranges = [made.get(name) for made in study.calls]
        if held is None or held.tag is None or (held.tag.token, held.tag.cell) != (study.token, name):
            continue
        if held.tag.low != ZERO or held.tag.high != ZERO:
            continue
        steps = [_steps_to(start, held, made, name, study.token) for made in ranges if made]
        if steps and len(steps) == len(ranges) and all(step is not None for step in steps):
            depth = minimum(depth, maximum(*(step for step in steps if step is not None)))
    return depth


def _steps_to(start: Range, held: Range, made: Range, name: str, token: int) -> Bound | None:
    """How many calls lead to an activation whose parameter has passed tests: one fewer than to one that it makes."""
    step = made.tag.low if made.tag is not None and made.tag.low == made.tag.high else None
    if step is None:
        return _steps(start, made._replace(low=held.low, high=held.high), name, token)
    here = Range(held.low, held.high, hole=held.hole) + Range(step, step)
    steps = _steps(start, here._replace(tag=made.tag), name, token)
    return None if steps is None else steps - ONE


def _depth(study: Study) -> Bound | None:
    """The largest number of calls nested in the first activation."""
    best: Bound | None = None
    for name in study.names:
        ranges = [made.get(name) for made in study.calls]
        start = study.starts.get(name)
        if start is None or any(held is None for held in ranges) or not ranges:
            continue
        found = [_steps(start, held, name, study.token) for held in ranges if held is not None]
        if any(steps is None for steps in found):
            continue
        deepest = ZERO
        for steps in found:
            deepest = maximum(deepest, steps or ZERO)
        if best is None or (best - deepest).is_never_negative:
            best = deepest
    return best


def _steps(start: Range, made: Range, name: str, token: int) -> Bound | None:
    """How many calls lead from the first activation to one that is made so; negative where none can be."""
    tag = made.tag
    if tag is None or (tag.token, tag.cell) != (token, name):
        return None
    made = beyond_hole(start, made, tag)
    fall = None if tag.high is None else tag.high.value
    if fall is not None and fall < 0 and made.low is not None and start.high is not None:
        return (start.high - made.low) * constant(Fraction(1) / -fall)
    rise = None if tag.low is None else tag.low.value
    if rise is not None and rise > 0 and made.high is not None and start.low is not None:
        return (made.high - start.low) * constant(Fraction(1) / rise)
    return None
