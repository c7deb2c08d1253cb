"""How a run ends: exactly one of five ways, and what was metered on the way there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, assert_never, get_args

from cgr_audit.records.rows import CallRow

__all__ = [
    "BRANCH_OUTCOMES",
    "Branch",
    "Completed",
    "Crashed",
    "GuestError",
    "HostFailure",
    "Limit",
    "LimitExceeded",
    "Outcome",
    "OutcomeKind",
    "Run",
    "describe_outcome",
    "kind_of",
]


class OutcomeKind(StrEnum):
    """The five ways, as records name them."""

    COMPLETED = "completed"
    GUEST_ERROR = "guest_error"
    LIMIT_EXCEEDED = "limit_exceeded"
    HOST_FAILURE = "host_failure"
    CRASHED = "crashed"


class Limit(StrEnum):
    """What a run may use up."""

    FUEL = "fuel"
    MEMORY = "memory"
    WALL = "wall"
    CALLS = "calls"
    PROMPT = "prompt"
    OUTPUT = "output"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Completed:
    """The program gave something back."""

    value: Any
    """As ``values.decode_value`` gives it: type-exact."""
    contract_broken: str | None = None
    """Why the value does not fit the contract; nothing if it does."""


@dataclass(frozen=True, slots=True)
class GuestError:
    """The program raised, or gave back what cannot be read: its own fault."""

    type_name: str
    message: str
    line: int | None = None
    """The program's line, counted from 1, where it is known."""


@dataclass(frozen=True, slots=True)
class LimitExceeded:
    """The run was stopped because it used too much. Nothing inside the program can undo that."""

    limit: Limit
    allowed: float
    """Units of fuel, bytes, seconds or calls."""
    used: float | None
    """In the same unit, where it is known: what was used or asked for when the run was stopped."""


@dataclass(frozen=True, slots=True)
class HostFailure:
    """The harness failed, most often its solver. Whatever the program made of that does not count."""

    message: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """The interpreter inside the sandbox died; the text of the trap says where."""

    trap: str


Outcome = Completed | GuestError | LimitExceeded | HostFailure | Crashed


BranchOutcome = Literal["true", "false", "none", "not none"]
Branch = tuple[int, int, BranchOutcome]
"""An outcome that a test of a program had: the line (from 1) and byte column (from 0) where the test begins, and what
it gave. Tests of ``is None`` and ``is not None`` say whether the value was ``None``."""
BRANCH_OUTCOMES: tuple[BranchOutcome, ...] = get_args(BranchOutcome)


@dataclass(frozen=True, slots=True)
class Run:
    """One program, run once."""

    outcome: Outcome
    calls: tuple[CallRow, ...]
    """Those that reached the solver, in order."""
    fuel: int
    """Units, the same from run to run under one component."""
    lines: tuple[int, ...]
    """Lines of the program that ran, ascending; empty where the run was stopped."""
    output: str
    """What it printed; empty where the run was stopped."""
    wall_s: float
    """Seconds from start to end, the solver's time included."""
    component: str
    """Digest of the component it ran under; fuel compares only within one."""
    branches: tuple[Branch, ...] | None = None
    """Each outcome that each test had, sorted; null where they are not known, as where the run was stopped."""

    @property
    def value(self) -> Any:
        """What a completed run gave back; nothing for every other outcome."""
        return self.outcome.value if isinstance(self.outcome, Completed) else None


def kind_of(outcome: Outcome) -> OutcomeKind:
    """The outcome's name in records."""
    match outcome:
        case Completed():
            return OutcomeKind.COMPLETED
        case GuestError():
            return OutcomeKind.GUEST_ERROR
        case LimitExceeded():
            return OutcomeKind.LIMIT_EXCEEDED
        case HostFailure():
            return OutcomeKind.HOST_FAILURE
        case Crashed():
            return OutcomeKind.CRASHED
        case _:
            assert_never(outcome)


def describe_outcome(outcome: Outcome) -> str | None:
    """What went wrong in one line; nothing for a run that completed as the contract wants."""
    match outcome:
        case Completed(contract_broken=reason):
            return reason
        case GuestError(type_name, message, line):
            place = f"line {line}: " if line is not None else ""
            return f"{place}{type_name}: {message}" if message else f"{place}{type_name}"
        case LimitExceeded(limit, allowed, used):
            seen = f", used {used:g}" if used is not None else ""
            return f"{limit.value} limit exceeded: allowed {allowed:g}{seen}"
        case HostFailure(message):
            return message
        case Crashed(trap):
            return trap
        case _:
            assert_never(outcome)
