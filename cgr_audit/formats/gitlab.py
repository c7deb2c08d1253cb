"""``gitlab``: a code quality report, which GitLab shows in merge requests.

The form is that of GitLab's documentation, *Code Quality: implement a custom tool*: a list of issues, each with a
description, the check's name, a fingerprint of its own, a severity and a place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from cgr_audit.audit.documentation import SAFETY, family
from cgr_audit.audit.finding import Finding, FindingStatus, Severity
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.places import annotated_line, named_place
from cgr_audit.formats.remarks import Remark, remarks

__all__ = ["GitLabFormat"]

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


class GitLabFormat(Format):
    """A JSON list with an issue for each active finding; of others there is only their number."""

    name = "gitlab"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:  # noqa: ARG002
        """The list, an issue to a line."""
        separator = "[\n"
        for issue in _issues(audit):
            yield separator + json.dumps(issue)
            separator = ",\n"
        yield "[]\n" if separator == "[\n" else "\n]\n"


def _issues(audit: Audit) -> Iterator[dict[str, Any]]:
    for program in audit.with_findings():
        for finding in program.findings:
            if finding.status is FindingStatus.ACTIVE:
                yield _issue(program, finding)
    for remark in remarks(audit):
        yield _of_remark(remark)


def _issue(program: ProgramAudit, finding: Finding) -> dict[str, Any]:
    path, line = annotated_line(program, finding)
    said = finding.message
    if program.container is not None:
        said = f"{named_place(program, finding)}: {said}"
    is_unsafe = finding.severity is Severity.ERROR and family(finding.code) == SAFETY
    return {
        "description": escape_control_characters(f"{finding.rule}: {said}"),
        "check_name": finding.code,
        "fingerprint": fingerprint(finding, program.program_id),
        "severity": "critical" if is_unsafe else _SEVERITIES[finding.severity],
        "location": {"path": escape_control_characters(path), "lines": {"begin": line}},
    }


def _of_remark(remark: Remark) -> dict[str, Any]:
    said = escape_control_characters(remark.message)
    return {
        "description": said,
        "check_name": remark.kind,
        "fingerprint": hashlib.sha256(
            f"{remark.kind}\0{escape_control_characters(remark.path)}\0{said}".encode()
        ).hexdigest()[:32],
        "severity": "blocker" if remark.is_problem else "info",
        "location": {"path": escape_control_characters(remark.path) or ".", "lines": {"begin": 1}},
    }
