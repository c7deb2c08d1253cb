"""``sarif``: SARIF 2.1.0, for code-scanning services and editors.

A program in a file is located in that file. One in a row of a data file, or in an archive, is an artifact of its own,
with its text, in the artifact that is the file: ``programs.jsonl/row-7.py`` in ``programs.jsonl``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from cgr_audit.audit.documentation import SAFETY, documentation, family
from cgr_audit.audit.finding import Confidence, Finding, FindingStatus, Severity
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.record import span_record
from cgr_audit.audit.report import Audit
from cgr_audit.audit.rule import BaseRule
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.json_document import json_list
from cgr_audit.formats.places import Place, file_place, place_of
from cgr_audit.formats.remarks import remarks
from cgr_audit.gate.verdict import CAUSES
from cgr_audit.source.positions import Span
from cgr_audit.version import VERSION

__all__ = ["SarifFormat"]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
PROBLEM_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
SECURITY_SEVERITIES = {Severity.ERROR: "8.0", Severity.WARNING: "5.0", Severity.INFO: "2.0"}
"""Of safety rules, between 0 and 10: GitHub calls 7 to 8.9 high, 4 to 6.9 medium and less low."""
PRECISIONS = {Confidence.HIGH: "high", Confidence.MEDIUM: "medium", Confidence.LOW: "low"}
FINGERPRINT = "cgrAudit/v1"
LINE_HASH = "primaryLocationLineHash"
"""What GitHub tells results apart by."""
BASE = "%SRCROOT%"
BEGINNING = Span(1, 1, 1, 1)
"""Where a finding without a span is located."""


class SarifFormat(Format):
    """One SARIF log with one run, a result to a line."""

    name = "sarif"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:  # noqa: ARG002
        """The log."""
        described = [_descriptor(rule) for rule in audit.rules]
        known = {rule["id"] for rule in described}
        described += [_cause(code) for code in sorted(audit.summary.by_code.keys() - known)]
        rules = {rule["id"]: number for number, rule in enumerate(described)}
        yield f'{{"$schema": {json.dumps(SCHEMA)}, "version": "2.1.0", "runs": [{{\n "tool": '
        yield json.dumps({"driver": {"name": "cgr-audit", "semanticVersion": VERSION, "rules": described}})
        yield ',\n "columnKind": "unicodeCodePoints",\n "newlineSequences": ["\\r\\n", "\\n", "\\r"]'
        yield ',\n "originalUriBaseIds": ' + json.dumps({BASE: {"description": {"text": "Where the audit was run."}}})
        indices: dict[str, int] = {}
        yield from json_list("artifacts", _artifacts(audit, indices))
        found = ((program, finding) for program in audit.with_findings() for finding in program.findings)
        yield from json_list("results", (_result(*one, rules, audit, indices) for one in found))
        yield ',\n "invocations": ' + json.dumps([_invocation(audit, indices)])
        yield ',\n "properties": ' + json.dumps(_properties(audit)) + "}]}\n"


def _artifacts(audit: Audit, indices: dict[str, int]) -> Iterator[dict[str, Any]]:
    """The programs in data files and archives, and these files; ``indices`` gets each one's index, by id and path."""
    parents: dict[str, int] = {}
    for program in audit.with_findings():
        if program.container is None:
            continue
        if program.container not in parents:
            parents[program.container] = len(parents) + len(indices)
            yield {"location": _artifact_location(file_place(program.container))}
        parent = parents[program.container]
        indices[program.program_id] = len(parents) + len(indices)
        yield {
            "location": _artifact_location(place_of(program)),
            "parentIndex": parent,
            "description": {"text": f"The program {program.program_id}."},
            "sourceLanguage": "python",
            "hashes": {"sha-256": program.sha256},
            "contents": {"text": (program.text or "").encode("utf-8", "replace").decode()},
        }


def _descriptor(rule: BaseRule) -> dict[str, Any]:
    meta, text = rule.meta, documentation(rule)
    summary = " ".join(text.summary.split()).rstrip(".") + "."
    kind = family(meta.code)
    properties: dict[str, Any] = {
        "tags": [kind.lower().replace(" ", "-"), meta.slug],
        "precision": PRECISIONS[meta.confidence],
        "problem.severity": PROBLEM_SEVERITIES[meta.severity],
    }
    if kind == SAFETY:
        properties["tags"].append("security")
        properties["security-severity"] = SECURITY_SEVERITIES[meta.severity]
    return {
        "id": meta.code,
        "name": "".join(word.capitalize() for word in meta.slug.split("-")),
        "shortDescription": {"text": summary},
        "fullDescription": {"text": " ".join(text.section("What it does").split()) or summary},
        "help": {"text": text.text(), "markdown": text.markdown()},
        "defaultConfiguration": {"level": LEVELS[meta.severity]},
        "properties": properties,
    }


def _cause(code: str) -> dict[str, Any]:
    """The descriptor of what decides a verdict and is not a rule."""
    said = CAUSES.get(code, "A rule that is not loaded.")
    return {"id": code, "shortDescription": {"text": said}, "help": {"text": said, "markdown": said}}


def _message(text: str) -> dict[str, str]:
    """A message in which no text of a program is taken for a link."""
    return {"text": text.replace("[", "\\[").replace("]", "\\]") if "](" in text else text}


def _result(
    program: ProgramAudit, finding: Finding, rules: Mapping[str, int], audit: Audit, indices: Mapping[str, int]
) -> dict[str, Any]:
    steps = [_location(program, indices, step.span, step.message) for step in finding.evidence]
    primary = _location(program, indices, finding.span or BEGINNING)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rules[finding.code],
        "level": LEVELS[finding.severity],
        "message": _message(finding.message),
        "locations": [primary],
        "partialFingerprints": {
            FINGERPRINT: fingerprint(finding, program.program_id),
            **({LINE_HASH: finding.line_hash} if finding.line_hash else {}),
        },
        "properties": {
            "precision": PRECISIONS[finding.confidence],
            "programId": program.program_id,
            "programSha256": program.sha256,
            "span": None if finding.span is None else span_record(finding.span),
        },
    }
    if steps:
        result["relatedLocations"] = [{"id": number, **step} for number, step in enumerate(steps, 1)]
        ending = _location(program, indices, finding.span or BEGINNING, finding.message)
        path = [{"location": step} for step in [*steps, ending]]
        result["codeFlows"] = [{"threadFlows": [{"locations": path}]}]
    if audit.uses_baseline:
        known = finding.status is FindingStatus.BASELINED
        result["baselineState"] = "unchanged" if known else "new"
    if finding.status is FindingStatus.SUPPRESSED:
        suppression = {"kind": "external", "status": "accepted", "justification": finding.reason or ""}
        result["suppressions"] = [suppression]
    return result


def _location(
    program: ProgramAudit, indices: Mapping[str, int], span: Span | None, message: str | None = None
) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact_location(place_of(program))}
    if program.program_id in indices:
        physical["artifactLocation"]["index"] = indices[program.program_id]
    if span is not None:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    location: dict[str, Any] = {"physicalLocation": physical}
    if program.container is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": program.program_id, "kind": "module"}]
    if message is not None:
        location["message"] = _message(message)
    return location


def _artifact_location(place: Place) -> dict[str, Any]:
    return {"uri": place.uri, "uriBaseId": BASE} if place.is_relative else {"uri": place.uri}


def _invocation(audit: Audit, indices: Mapping[str, int]) -> dict[str, Any]:
    """How the run went. It holds no times, so that the same input gives the same log."""
    troubles: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    for remark in remarks(audit):
        said = _message(f"{remark.path}: {remark.message}" if remark.path else remark.message)
        if not remark.is_problem:
            notes.append({"level": "note", "message": said})
            continue
        trouble: dict[str, Any] = {"level": "error", "message": said, "descriptor": {"id": remark.kind}}
        if remark.program is not None:
            trouble["locations"] = [_location(remark.program, indices, None)]
        troubles.append(trouble)
    configuration = {"toolConfigurationNotifications": notes} if notes else {}
    return {"executionSuccessful": audit.is_complete, "toolExecutionNotifications": troubles, **configuration}


def _properties(audit: Audit) -> dict[str, Any]:
    return {
        "rulesDigest": audit.rules_digest,
        "contract": {"name": audit.contract.name, "digest": audit.contract.digest},
        "programs": audit.summary.programs,
    }
