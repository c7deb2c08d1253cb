"""A program of the suite and how it has to end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import (
    Completed,
    Crashed,
    GuestError,
    HostFailure,
    Limit,
    LimitExceeded,
    Outcome,
    Run,
    describe_outcome,
    kind_of,
)
from cgr_audit.sandbox.values import value_text
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.interface import Solver

__all__ = ["Case", "Crashes", "Exceeds", "Expected", "HarnessFails", "Raises", "Returns", "SuiteError", "fault_of"]


class SuiteError(ValueError):
    """The suite itself is wrong: a directive that cannot be read."""


@dataclass(frozen=True, slots=True)
class Returns:
    """It completes with exactly this value, types included."""

    value: Any

    def fits(self, outcome: Outcome) -> bool:
        """Whether a run ended so."""
        return isinstance(outcome, Completed) and value_text(outcome.value) == value_text(self.value)

    def __str__(self) -> str:
        return f"returns {_shortened(value_text(self.value))}"


@dataclass(frozen=True, slots=True)
class Raises:
    """The program's own fault, by the name of the exception's type."""

    type_name: str

    def fits(self, outcome: Outcome) -> bool:
        """Whether a run ended so."""
        return isinstance(outcome, GuestError) and outcome.type_name == self.type_name

    def __str__(self) -> str:
        return f"raises {self.type_name}"


@dataclass(frozen=True, slots=True)
class Exceeds:
    """It is stopped at a limit, whatever it catches."""

    limit: Limit

    def fits(self, outcome: Outcome) -> bool:
        """Whether a run ended so."""
        return isinstance(outcome, LimitExceeded) and outcome.limit is self.limit

    def __str__(self) -> str:
        return f"exceeds {self.limit.value}"


@dataclass(frozen=True, slots=True)
class Crashes:
    """The interpreter inside dies, and nothing else does."""

    def fits(self, outcome: Outcome) -> bool:
        """Whether a run ended so."""
        return isinstance(outcome, Crashed)

    def __str__(self) -> str:
        return "crashes"


@dataclass(frozen=True, slots=True)
class HarnessFails:
    """The solver failed: nothing that the program makes of it counts."""

    def fits(self, outcome: Outcome) -> bool:
        """Whether a run ended so."""
        return isinstance(outcome, HostFailure)

    def __str__(self) -> str:
        return "fails by the harness"


Expected = Returns | Raises | Exceeds | Crashes | HarnessFails

_LIMITS = Limits(fuel=200_000_000, memory=64 << 20, wall=120.0, calls=10)


@dataclass(frozen=True, slots=True)
class Case:
    """One program."""

    group: str
    """The class it belongs to, such as ``endless loops``."""
    name: str
    program: bytes
    expected: tuple[Expected, ...]
    """Usually one; several where the specification leaves open which, and then all runs must end in the same."""
    in_science: tuple[Expected, ...] = ()
    """The same for the profile ``science``, where that differs."""
    calls: int = 0
    """Solver calls that count."""
    output: str | None = None
    """What it prints; nothing if that does not matter."""
    lines: tuple[int, ...] | None = None
    """Its lines that run; nothing if that does not matter."""
    solver: Solver = field(default_factory=lambda: ConstantSolver("B"))
    seed: int = 0
    limits: Limits = _LIMITS
    before: bytes | None = None
    """A program that is run just before, of which nothing may be left."""
    by_the_clock: bool = False
    """Whether real time ends it, so that its fuel differs from run to run."""

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"


def fault_of(case: Case, run: Run) -> str | None:
    """How a run differs from what its case expects, in one line; nothing if it does not."""
    if not any(expected.fits(run.outcome) for expected in case.expected):
        wanted = " or ".join(map(str, case.expected))
        return f"{wanted}, but: {_seen(run.outcome)}"
    if len(run.calls) != case.calls:
        return f"{case.calls} solver calls, but: {len(run.calls)}"
    if case.output is not None and run.output != case.output:
        return f"prints {case.output!r}, but: {_shortened(repr(run.output))}"
    if case.lines is not None and run.lines != case.lines:
        return f"runs the lines {_numbers(case.lines)}, but: {_numbers(run.lines)}"
    return None


def _seen(outcome: Outcome) -> str:
    if isinstance(outcome, Completed):
        return f"returns {_shortened(value_text(outcome.value))}"
    return f"{kind_of(outcome).value}: {_shortened(describe_outcome(outcome) or '')}"


def _numbers(lines: tuple[int, ...]) -> str:
    return _shortened(" ".join(map(str, lines)))


def _shortened(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:120]}..."
