"""What a path to an answer gives: how each attempt ended, and what the last one says.

Plain enough for the ledger: ``to_record`` and ``from_record`` are inverses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from cgr_audit.records.rows import CallRow, from_record, to_record
from cgr_audit.sandbox.outcome import Branch, OutcomeKind

__all__ = ["AttemptRun", "PathResult"]


@dataclass(frozen=True, slots=True)
class AttemptRun:
    """How one attempt of a program ended."""

    outcome: str
    """As result rows name it."""
    limit: str | None
    """Which limit stopped it; null where none did."""
    error: str | None
    fuel: int
    """Units, the same from run to run under one component."""
    lines: tuple[int, ...]
    """The program's lines that ran, ascending, counted from 1; empty where the run was stopped."""
    branches: tuple[Branch, ...] | None = None
    """Each outcome that each test had; null where they are not known, as in records of earlier versions."""

    def to_record(self) -> dict[str, Any]:
        """As JSON holds it."""
        branches = None if self.branches is None else list(map(list, self.branches))
        return {**asdict(self), "lines": list(self.lines), "branches": branches}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> AttemptRun:
        """The inverse of ``to_record``."""
        branches = record.get("branches")
        branches = None if branches is None else tuple((line, column, what) for line, column, what in branches)
        return cls(**{**record, "lines": tuple(record["lines"]), "branches": branches})


@dataclass(frozen=True, slots=True)
class PathResult:
    """How a path ended: its last attempt, and the sums over all."""

    outcome: str
    """Of the last attempt, as result rows name it."""
    answer: str | None
    """Null where there is none: never an empty string."""
    extraction_failed: bool
    attempts: int
    calls: tuple[CallRow, ...]
    """Of all attempts."""
    error: str | None = None
    generator_answer: str | None = None
    difficulty: float | str | None = None
    value_literal: str | None = None
    """What the last attempt returned, as an exact Python literal."""
    contract_broken: bool | None = None
    fuel: int | None = None
    """Over all attempts; null for the direct path."""
    wall_s: float | None = None
    """Seconds over all attempts; null for the direct path."""
    component: str | None = None
    runs: tuple[AttemptRun, ...] = ()
    """Each attempt of a program, in order; empty for the direct path."""

    @property
    def lines(self) -> tuple[int, ...]:
        """The program's lines that the last attempt executed."""
        return self.runs[-1].lines if self.runs else ()

    @property
    def branches(self) -> tuple[Branch, ...] | None:
        """Each outcome that each test had in the last attempt; null where they are not known."""
        return self.runs[-1].branches if self.runs else None

    @property
    def is_complete(self) -> bool:
        """Whether it ended otherwise than by a service or internal error."""
        return self.outcome != OutcomeKind.HOST_FAILURE

    def to_record(self) -> dict[str, Any]:
        """As JSON holds it."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**values, "calls": list(map(to_record, self.calls)), "runs": [run.to_record() for run in self.runs]}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> PathResult:
        """The inverse of ``to_record``."""
        calls = tuple(from_record(CallRow, call) for call in record["calls"])
        return cls(**{**record, "calls": calls, "runs": tuple(map(AttemptRun.from_record, record["runs"]))})
