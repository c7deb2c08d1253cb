"""``sarif``: SARIF 2.1.0, for code-scanning services and editors.

A program in a file is located in that file. A program in a row of a data file is located at its row, where it is text
that has lines, and named as a logical location; the span inside the program is in the result's properties and message.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from cgr_audit.audit.documentation import documentation, family
from cgr_audit.audit.finding import Confidence, Finding, FindingStatus, Severity
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.record import span_record
from cgr_audit.audit.report import Audit
from cgr_audit.audit.rule import BaseRule
from cgr_audit.formats.interface import Format
from cgr_audit.formats.places import Place, place_of
from cgr_audit.source.positions import Span
from cgr_audit.version import VERSION

__all__ = ["SarifFormat"]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
PROBLEM_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
PRECISIONS = {Confidence.HIGH: "high", Confidence.MEDIUM: "medium", Confidence.LOW: "low"}
FINGERPRINT = "cgrAudit/v1"


class SarifFormat(Format):
    """One SARIF log with one run, a result to a line."""

    name = "sarif"

    def render(self, audit: Audit, *, colour: bool = False) -> Iterator[str]:  # noqa: ARG002
        """The log."""
        rules = {rule.meta.code: number for number, rule in enumerate(audit.rules)}
        yield f'{{"$schema": {json.dumps(SCHEMA)}, "version": "2.1.0", "runs": [{{\n "tool": '
        yield json.dumps({"driver": _driver(audit.rules)})
        yield ',\n "columnKind": "unicodeCodePoints",\n "results": ['
        separator = "\n  "
        for program in audit.with_findings():
            for finding in program.findings:
                yield separator + json.dumps(_result(program, finding, rules, audit))
                separator = ",\n  "
        yield '],\n "invocations": ' + json.dumps([_invocation(audit)])
        yield ',\n "properties": ' + json.dumps(_properties(audit)) + "}]}\n"


def _driver(rules: Sequence[BaseRule]) -> dict[str, Any]:
    return {"name": "cgr-audit", "semanticVersion": VERSION, "rules": [_descriptor(rule) for rule in rules]}


def _descriptor(rule: BaseRule) -> dict[str, Any]:
    meta, text = rule.meta, documentation(rule)
    summary = " ".join(text.summary.split())
    return {
        "id": meta.code,
        "name": "".join(word.capitalize() for word in meta.slug.split("-")),
        "shortDescription": {"text": summary},
        "fullDescription": {"text": " ".join(text.section("What it does").split()) or summary},
        "help": {"text": text.text(), "markdown": text.markdown()},
        "defaultConfiguration": {"level": LEVELS[meta.severity]},
        "properties": {
            "tags": [family(meta.code).lower().replace(" ", "-"), meta.slug],
            "precision": PRECISIONS[meta.confidence],
            "problem.severity": PROBLEM_SEVERITIES[meta.severity],
        },
    }


def _result(program: ProgramAudit, finding: Finding, rules: dict[str, int], audit: Audit) -> dict[str, Any]:
    place = place_of(program.program_id, program.path)
    steps = [_location(place, step.span, step.message) for step in finding.evidence]
    primary = _location(place, finding.span)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rules.get(finding.code, -1),
        "level": LEVELS[finding.severity],
        "message": {"text": _message(place, finding)},
        "locations": [primary],
        "partialFingerprints": {FINGERPRINT: fingerprint(finding, program.program_id)},
        "properties": {
            "precision": PRECISIONS[finding.confidence],
            "programId": program.program_id,
            "programSha256": program.sha256,
            "span": None if finding.span is None else span_record(finding.span),
        },
    }
    if steps:
        result["relatedLocations"] = [{"id": number, **step} for number, step in enumerate(steps, 1)]
        ending = _location(place, finding.span, finding.message)
        path = [{"location": step} for step in [*steps, ending]]
        result["codeFlows"] = [{"threadFlows": [{"locations": path}]}]
    if audit.uses_baseline:
        known = finding.status is FindingStatus.BASELINED
        result["baselineState"] = "unchanged" if known else "new"
    if finding.status is FindingStatus.SUPPRESSED:
        suppression = {"kind": "external", "status": "accepted", "justification": finding.reason or ""}
        result["suppressions"] = [suppression]
    return result


def _message(place: Place, finding: Finding) -> str:
    if place.is_file or finding.span is None:
        return finding.message
    return f"{finding.message} (line {finding.span.line}, column {finding.span.column} of the program)"


def _location(place: Place, span: Span | None, message: str | None = None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": place.uri}}
    if place.is_relative:
        physical["artifactLocation"]["uriBaseId"] = "%SRCROOT%"
    if place.row is not None:
        physical["region"] = {"startLine": place.row}
    elif place.is_file and span is not None:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    location: dict[str, Any] = {"physicalLocation": physical}
    if not place.is_file:
        location["logicalLocations"] = [{"fullyQualifiedName": place.program_id, "kind": "module"}]
    if message is not None:
        location["message"] = {"text": message}
    return location


def _invocation(audit: Audit) -> dict[str, Any]:
    """How the run went. It holds no times, so that the same input gives the same log."""
    troubles: list[dict[str, Any]] = [
        {
            "level": "error",
            "message": {"text": f"{lost.path}: {lost.reason}"},
            "descriptor": {"id": "unreadable"},
        }
        for lost in audit.unreadable
    ]
    for program in audit.with_findings():
        place = place_of(program.program_id, program.path)
        for failure in program.failures:
            said = f"{failure.code} {failure.slug} crashed on {program.program_id}: {failure.error}"
            trouble = {"level": "error", "message": {"text": said}, "descriptor": {"id": "rule-crashed"}}
            troubles.append({**trouble, "locations": [_location(place, None)]})
    invocation: dict[str, Any] = {"executionSuccessful": audit.is_complete, "toolExecutionNotifications": troubles}
    if audit.notices:
        notes = [{"level": "note", "message": {"text": notice}} for notice in audit.notices]
        invocation["toolConfigurationNotifications"] = notes
    return invocation


def _properties(audit: Audit) -> dict[str, Any]:
    return {
        "rulesDigest": audit.rules_digest,
        "contract": {"name": audit.contract.name, "digest": audit.contract.digest},
        "programs": audit.summary.programs,
    }
