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
    """One thing found in one program, at one primary place. The program's record says which program that is."""

    code: str
    slug: str
    severity: Severity
    confidence: Confidence
    span: Span | None
    """Absent only for what was observed at run time."""
    message: str
    evidence: tuple[Evidence, ...] = ()
    subject: str = ""
    """What it is about, for its fingerprint: the text of the span with white space folded. Set by the engine."""
    ordinal: int = 0
    """How many findings before it have the same code and subject. Set by the engine, which alone knows."""
    line_hash: str = ""
    """GitHub's hash of the line on which it begins, and of the text that follows. Set by the engine."""
    status: FindingStatus = FindingStatus.ACTIVE
    reason: str | None = None
    """Why it is suppressed."""

    @property
    def rule(self) -> str:
        """Code and slug, as people are shown them; once where they are the same."""
        return self.code if self.code == self.slug else f"{self.code} {self.slug}"
