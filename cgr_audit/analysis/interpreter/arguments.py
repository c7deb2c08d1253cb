"""The arguments of a call, evaluated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from cgr_audit.analysis.interpreter.heap import deep_parts
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    SOLVER,
    AbstractValue,
    ControlDependence,
    Kind,
    Value,
    merge_controls,
)

__all__ = ["Arguments", "gathered"]


@dataclass(slots=True)
class Arguments:
    """The arguments of one call."""

    positional: list[Value] = field(default_factory=list)
    named: dict[str, Value] = field(default_factory=dict)
    star: Value = field(default_factory=dict)
    """What any further positional argument may be."""
    double_star: Value = field(default_factory=dict)
    """What any further named argument may be."""

    @property
    def all(self) -> list[Value]:
        """Every value handed in."""
        given = [*self.positional, *self.named.values()]
        if self.star:
            given.append(self.star)
        if self.double_star:
            given.append(self.double_star)
        return given

    def get(self, place: int, name: str = "") -> Value | None:
        """The argument at a place or of a name."""
        if place < len(self.positional):
            return self.positional[place]
        return self.named.get(name)


def gathered(values: Iterable[Value], state: State) -> tuple[int, ControlDependence, list[AbstractValue]]:
    """What several values together are computed from: taint, controls, and the alternatives themselves."""
    several = list(values)
    parts, taint = deep_parts(several, state)
    controls = NO_CONTROL
    for part in parts:
        if part.controls:
            controls = merge_controls(controls, part.controls)
    if controls:
        for value in several:
            if len(value) > 1:
                controls = _weakened(controls, value)
    return taint, controls, [item for value in several for item in value.values()]


def _weakened(controls: ControlDependence, value: Value) -> ControlDependence:
    """A failure that gave one alternative of several did not choose what is computed from all of them."""
    if not any(item.taint & SOLVER for item in value.values()):
        return controls
    counts = Counter(
        node for item in value.values() for node, (_, kind) in item.controls.items() if kind is Kind.FAILURE
    )
    failures = {
        node
        for node, count in counts.items()
        if count < len(value) and not all(node in item.controls for item in value.values())
    }
    if not failures:
        return controls
    return {node: (0, Kind.CONTENT) if node in failures else control for node, control in controls.items()}
