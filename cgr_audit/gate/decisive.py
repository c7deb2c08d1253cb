"""Verdicts as an audit of what decided them, which every output format can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cgr_audit.audit.finding import Confidence, Finding, FindingStatus, Severity
from cgr_audit.audit.report import Audit
from cgr_audit.gate.policy import Decision
from cgr_audit.gate.verdict import Reason, Verdict

__all__ = ["SEVERITIES", "into_decisive"]

SEVERITIES = {Decision.REFUSED: Severity.ERROR, Decision.OBSERVE: Severity.WARNING}
"""How bad it is that a program has a verdict."""


def into_decisive(decisive: Audit, audit: Audit, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """The verdicts, each added on its way as a program with the findings that decided it.

    Args:
        decisive: an empty audit, which gets the programs. A finding in it is an error where the program is refused and
            a warning where it is observed; what decided and is not a finding has the cause as its code.
        audit: of the programs.
        verdicts: on the same programs, in the order of ``audit``.
    """
    for program, verdict in zip(audit, verdicts, strict=True):
        severity = SEVERITIES.get(verdict.verdict)
        findings = [] if severity is None else [_finding(reason, verdict, severity) for reason in verdict.because]
        decisive.add(replace(program, findings=tuple(dict.fromkeys(findings)), unknown_calls=()))
        yield verdict
    decisive.unreadable.extend(audit.unreadable)
    decisive.notices.extend(audit.notices)


def _finding(reason: Reason, verdict: Verdict, severity: Severity) -> Finding:
    known = reason.finding
    if known is None:
        known = Finding(reason.code, reason.code, severity, Confidence.HIGH, None, reason.text, subject=reason.text)
    message = f"{verdict.verdict.value}: {known.message}"
    return replace(known, severity=severity, message=message, status=FindingStatus.ACTIVE, reason=None)
