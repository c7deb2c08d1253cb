"""The records of programs that no analysis got through, by the program's fault or by the toolkit's."""

from __future__ import annotations

import re
import traceback

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.fingerprints import identified
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit, RuleFailure
from cgr_audit.source.positions import Positions, Span
from cgr_audit.source.program import Program
from cgr_audit.source.text import decode, split_lines

__all__ = ["ENGINE", "SYNTAX_ERROR", "TAKES_TOO_MUCH", "failed", "failure_of", "line_count", "not_analysable"]

SYNTAX_ERROR = ("CGR001", "syntax-error")
"""Code and slug: what a program is reported as that no analysis gets through."""

ENGINE = ("engine", "engine")
"""What stands in the place of a rule's code and slug where the failure is not a rule's."""

TAKES_TOO_MUCH = "it is too large to be analysed"
"""What is said of a program that the memory of this machine does not suffice for."""

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Where an object is in memory: it differs from run to run, and records do not."""


def not_analysable(program: Program, message: str, *, reported: bool) -> ProgramAudit:
    """The record of a program that no analysis gets through, with a finding if that is among the rules wanted."""
    code, slug = SYNTAX_ERROR
    findings: tuple[Finding, ...] = ()
    text = decode(program.data).text
    if reported:
        finding = Finding(code, slug, Severity.ERROR, Confidence.HIGH, Span(1, 1, 1, 1), message)
        findings = identified([finding], Positions(text, text), program.data)
    return ProgramAudit(
        program_id=program.program_id,
        path=program.path,
        sha256=program.sha256,
        status=AuditStatus.NOT_ANALYSABLE,
        lines=line_count(text),
        findings=findings,
    )


def failed(program: Program, error: BaseException) -> ProgramAudit:
    """The record of a program on which the toolkit itself failed outside any rule."""
    return ProgramAudit(
        program_id=program.program_id,
        path=program.path,
        sha256=program.sha256,
        status=AuditStatus.FAILED,
        lines=line_count(decode(program.data).text),
        failures=(failure_of(*ENGINE, error),),
    )


def failure_of(code: str, slug: str, error: BaseException) -> RuleFailure:
    """The record of a rule's crash."""
    said = _ADDRESS.sub("", f"{type(error).__name__}: {error}".splitlines()[0])
    return RuleFailure(code, slug, said, "".join(traceback.format_exception(error)))


def line_count(text: str) -> int:
    """How many lines a text has; an end of line at its end begins none."""
    lines = split_lines(text)
    return len(lines) - (lines[-1] == "")
