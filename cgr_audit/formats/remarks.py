"""What an audit has to say that is not a finding: what could not be read, rules that crashed, and notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit

__all__ = ["NOTICE", "RULE_CRASHED", "UNREADABLE", "Remark", "remarks"]

UNREADABLE = "unreadable"
RULE_CRASHED = "rule-crashed"
NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing of that kind."""

    kind: str
    """``unreadable``, ``rule-crashed`` or ``notice``."""
    path: str
    """The file that it is about; empty where it is about none."""
    message: str
    program: ProgramAudit | None = None
    """On which a rule crashed."""

    @property
    def is_problem(self) -> bool:
        """Whether it makes the audit incomplete."""
        return self.kind != NOTICE


def remarks(audit: Audit) -> Iterator[Remark]:
    """What is to be said besides findings, problems first."""
    for lost in audit.unreadable:
        yield Remark(UNREADABLE, lost.path, lost.reason)
    for program in audit.with_findings() if audit.summary.rule_failures else ():
        for failure in program.failures:
            yield Remark(RULE_CRASHED, program.path, f"{failure.code} {failure.slug} crashed: {failure.error}", program)
    for notice in audit.notices:
        yield Remark(NOTICE, notice.path, notice.message)
