"""What the audit reports: findings with their evidence, and what is known of each program."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.source.positions import Span

__all__ = ["Confidence", "Evidence", "Finding", "FindingStatus", "Severity"]


class Severity(StrEnum):
    """How bad a finding is, mildest first."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for error."""
        return list(Severity).index(self)


class Confidence(StrEnum):
    """How sure the rule is."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class FindingStatus(StrEnum):
    """Whether a finding counts."""

    ACTIVE = "active"
    SUPPRESSED = "suppressed"
    BASELINED = "baselined"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One step of the path or assignment chain that led to a finding."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in one program, at one primary place."""

    code: str
    slug: str
    severity: Severity
    confidence: Confidence
    program_id: str
    path: str
    span: Span | None
    """Absent only for what was observed at run time."""
    message: str
    evidence: tuple[Evidence, ...] = ()
    fingerprint: str = ""
    """Stable across runs and unrelated edits; set by the engine, which alone knows the ordinal among equals."""
    status: FindingStatus = FindingStatus.ACTIVE
    reason: str | None = None
    """Why it is suppressed."""
