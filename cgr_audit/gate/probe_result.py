"""Results of probes, as far as verdicts depend on them and record them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.source.positions import Span

__all__ = ["ProbeResult", "probe_result_record", "read_probe_result"]


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The part of a probe's result that verdicts depend on."""

    sensitivity: str | None
    """Whether the answer follows the solver; null where that could not be tried."""
    seeds: tuple[int, ...]
    runs: int
    findings: tuple[Finding, ...] = ()


def probe_result_record(probed: ProbeResult) -> dict[str, Any]:
    """A probe's result as the field ``probed`` of a verdict's record."""
    return {
        "sensitivity": probed.sensitivity,
        "seeds": list(probed.seeds),
        "runs": probed.runs,
        "findings": [
            {
                "code": finding.code,
                "slug": finding.slug,
                "severity": finding.severity.value,
                "confidence": finding.confidence.value,
                "line": None if finding.span is None else finding.span.line,
                "message": finding.message,
            }
            for finding in probed.findings
        ],
    }


def read_probe_result(record: Mapping[str, Any]) -> ProbeResult:
    """A probe's result from the field ``probed`` of a verdict's record."""
    findings = tuple(
        Finding(
            code=one["code"],
            slug=one["slug"],
            severity=Severity(one["severity"]),
            confidence=Confidence(one["confidence"]),
            span=None if one["line"] is None else Span(one["line"], 1, one["line"], 1),
            message=one["message"],
        )
        for one in record["findings"]
    )
    return ProbeResult(record["sensitivity"], tuple(record["seeds"]), record["runs"], findings)
